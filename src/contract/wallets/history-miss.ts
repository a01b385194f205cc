import { isObject } from "../../shared/guards.js";
import { hashPattern } from "../../shared/patterns.js";

/** Whether a record is that of an operation. It can be any JSON if the response drifts. */
export function isRecordOf(record: unknown, hash: string | undefined): boolean {
  return hash !== undefined && readHash(record) === hash.toLowerCase();
}

/** A page of the history that was asked for, of at most `take` records. */
interface Look {
  readonly records: unknown;
  readonly cursor: unknown;
  readonly hash: string | undefined;
  readonly take: number;
}

/**
 * Whether a page of the history shows that an operation is not in it: it is the only page, and each
 * record is another operation. A record without a readable hash may be this one, and a service that
 * ignores the filter may have it on another page.
 */
export function provesMiss({ records, cursor, hash, take }: Look): boolean {
  const isWhole = Array.isArray(records) && records.length < take && !cursor;
  const isOther = (record: unknown) => {
    const found = readHash(record);
    return hash === undefined || (found !== undefined && found !== hash.toLowerCase());
  };
  return isWhole && records.every(isOther);
}

/** Undefined if a record has no readable hash. */
export function readHash(record: unknown): string | undefined {
  const hash = isObject(record) ? record.userOperationHash : undefined;
  return typeof hash === "string" && hashPattern.test(hash) ? hash.toLowerCase() : undefined;
}
