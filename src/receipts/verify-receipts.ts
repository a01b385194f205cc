import { ConfigurationError } from "../errors/data.js";
import { custom, type Options, readOptions, wholeFrom } from "../errors/options.js";
import { type Link, openLine, start } from "./receipt-lines.js";

/** What was verified before, and is stored elsewhere. */
export interface ReceiptAnchor {
  /** The hash of a receipt that must be there: the `last` of an earlier verification. */
  last?: string | undefined;
  /** How many receipts there must be at least. With `last`, the number of that receipt. */
  count?: number | undefined;
}

/** What a verification found. */
export interface ReceiptsReport {
  /** Whether no line was changed, removed, doubled or moved. */
  ok: boolean;
  /** How many lines there are. */
  count: number;
  /** The hash of the last line. Store it elsewhere with `count`, and pass both next time. */
  last: string;
  /** The lines, from 1. What is missing is named at the line before which it was. */
  problems: { line: number; what: string }[];
}

const anchorFields: Options<ReceiptAnchor> = () => ({
  last: custom((value) => /^[\da-f]{64}$/.test(String(value)), "64 hex digits in lower case"),
  count: wholeFrom(0),
});

/** The lines of a text, without the end of the last one. */
export function splitLines(subject: string, text: string): string[] {
  if (typeof text !== "string")
    throw new ConfigurationError(`${subject}: expected the lines as one text`);
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Verifies the lines of `createReceipts`, and names each line that was changed, removed, doubled or
 * moved. It needs no key and no network.
 *
 * **Lines that were cut off at the end cannot be seen** without an anchor, nor a chain that was
 * written anew: store `count` and `last` elsewhere, and pass them next time.
 *
 * @throws ConfigurationError for an invalid argument.
 * @example
 * ```ts
 * import { verifyReceipts } from "bursar/receipts";
 *
 * const { ok, count, last, problems } = verifyReceipts(""); // the contents of the file
 * console.log(ok, count, last);
 * for (const { line, what } of problems) console.error(`line ${line} ${what}`);
 * ```
 */
export function verifyReceipts(text: string, anchor: ReceiptAnchor = {}): ReceiptsReport {
  const subject = "verifyReceipts";
  const { last, count } = readOptions(subject, anchor, anchorFields);
  const lines = splitLines(subject, text);
  const links = lines.map(openLine);
  const problems: ReceiptsReport["problems"] = [];
  const name = (line: number, what: string) => void problems.push({ line, what });
  /** The first line of each number, from 1. */
  const places = new Map<number, number>();
  for (const [i, link] of links.entries())
    if (link && !places.has(link.number)) places.set(link.number, i + 1);
  const find = (number: number): Link | undefined =>
    number === 0 ? start : links[(places.get(number) ?? 0) - 1];

  let [next, changed] = [1, 0];
  for (const [i, link] of links.entries()) {
    const line = i + 1;
    if (!link) {
      name(line, "was changed");
      changed++;
      continue;
    }
    const { number, previous, hash } = link;
    const place = places.get(number) as number;
    // What was moved to the front is not missing here.
    while ((places.get(next) ?? line) < line) next++;
    const before = find(number - 1);
    if (place < line)
      name(line, find(number)?.hash === hash ? `is line ${place} again` : "is another chain");
    else if (before && before.hash !== previous) name(line, "does not continue the line before");
    if (place < line) continue;
    if (number < next || (number > next && places.has(next))) {
      name(line, `is receipt ${number}, in the place of another one`);
      if (number > next) next++;
      continue;
    }
    const missing = number - next - changed;
    if (missing > 0)
      name(line, `comes after ${missing} that ${missing === 1 ? "is" : "are"} missing`);
    [next, changed] = [number + 1, 0];
  }
  // A changed line could be the one of the anchor.
  const isThere = links.some((link) => link?.hash === last) || last === start.hash;
  const isCut = next - 1 + changed < (count ?? 0);
  const isLost = last !== undefined && !isThere && problems.length === 0;
  if (isCut || isLost) name(lines.length + 1, "is missing: the end was cut off");
  else if (last !== undefined && count !== undefined && find(count) && find(count)?.hash !== last)
    name(places.get(count) ?? 1, "is not the receipt of the anchor");
  const end = links.at(-1)?.hash ?? start.hash;
  return { ok: problems.length === 0, count: lines.length, last: end, problems };
}
