import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import type { Receipts } from "../signing/skeleton/receipts.js";

/** Of a receipt: its number from 1, and its hash, which the next one repeats. */
export interface Link {
  readonly number: number;
  readonly hash: string;
}

/** In front of the first receipt. */
export const start: Link = {
  number: 0,
  hash: "0000000000000000000000000000000000000000000000000000000000000000",
};

/** A hint. The line can have been written, and the receipt can be that of a payment. */
export const mayBeMissing = "The receipt may be missing.";

const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The fields of a receipt as ASCII, so that no database or program changes its characters. */
const formatReceipt = (receipt: object): string =>
  JSON.stringify(receipt)
    .slice(1, -1)
    .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The line before its hash. */
const formatHead = ({ number, hash }: Link): string =>
  `{"number":${number + 1},"previous":"${hash}",`;

/** Seals the fields of a receipt after another one. The hash is that of the line before it. */
export function sealLine(fields: string, previous: Link): { line: string; link: Link } {
  const text = formatHead(previous) + fields;
  const hash = hashText(text);
  return { line: `${text},"hash":"${hash}"}`, link: { number: previous.number + 1, hash } };
}

const form = /^(\{"number":(\d{1,15}),"previous":"([\da-f]{64})",.*),"hash":"([\da-f]{64})"\}$/;

/** Undefined if the line was changed. */
export function openLine(line: string): (Link & { previous: string }) | undefined {
  const [, text = "", number, previous = "", hash = ""] = form.exec(line) ?? [];
  return number !== undefined && hashText(text) === hash
    ? { number: Number(number), previous, hash }
    : undefined;
}

/** Whether a text can be what a crash leaves of the line that follows a receipt. */
export function isCutLine(text: string, previous: Link): boolean {
  const head = formatHead(previous);
  return head.startsWith(text) || text.startsWith(head);
}

/** Appends the fields of one receipt after the other, so that no two have one number. */
export function createChain(append: (fields: string) => Promise<void>): Receipts {
  let last: Promise<unknown> = Promise.resolve();
  return async (receipt) => {
    const fields = formatReceipt(receipt);
    const result = last.then(() => append(fields));
    last = result.catch(() => {});
    await result;
  };
}
