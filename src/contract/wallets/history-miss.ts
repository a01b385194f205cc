import { isObject } from "../../shared/guards.js";
import { hashPattern } from "../../shared/patterns.js";

/** Whether a record is that of an operation. It can be any JSON if the response drifts. */
export function isRecordOf(record: unknown, hash: string | undefined): boolean {
  return hash !== undefined && readHash(record) === hash.toLowerCase();
}

/**
 * Whether a page of the history, of at most `take` records, shows that an operation is not in it:
 * it is the only page, and each record is another operation. A record without a readable hash may
 * be this one, and a service that ignores the filter may have it on another page.
 */
export function provesMiss(
  { records, cursor }: { readonly records: unknown; readonly cursor: unknown },
  hash: string | undefined,
  take: number,
): boolean {
  const isWhole = Array.isArray(records) && records.length < take && !cursor;
  const isOther = (record: unknown) => {
    const found = readHash(record);
    return hash === undefined || (found !== undefined && found !== hash.toLowerCase());
  };
  return isWhole && records.every(isOther);
}

function readHash(record: unknown): string | undefined {
  const hash = isObject(record) ? record.userOperationHash : undefined;
  return typeof hash === "string" && hashPattern.test(hash) ? hash.toLowerCase() : undefined;
}
