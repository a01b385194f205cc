import type * as NodeCrypto from "node:crypto";
import { assertVersion } from "../errors/assert-version.js";
import { JournalError } from "../errors/intents.js";
import { loadBuiltin, readText } from "../node/files.js";

/** 64 bits, against accidental damage. */
export const checksum = (start: string, text: string): string =>
  loadBuiltin<typeof NodeCrypto>("node:crypto")
    .createHash("sha256")
    .update(start)
    .update(text)
    .digest("hex")
    .slice(0, 16);

/** Yields the complete lines, and returns what follows them. A whole file can be too long. */
export function* readLines(file: number, start: number): Generator<string, string, undefined> {
  let rest = "";
  for (let at = start, piece = " "; piece !== ""; at += piece.length) {
    piece = readText(file, at, 2 ** 14);
    const lines = (rest + piece).split("\n");
    rest = lines.pop() as string;
    yield* lines;
  }
  return rest;
}

const version = 1;
const toHead = (from: number | string): string => `{"version":${from},`;
const lengthAndSum = /"bytes":(\d{1,15}),"sum":"(\w{16})",/;
const recordHead = /^\{"version":(\d{1,9}),"bytes":(\d{1,15}),"sum":"(\w{16})",/;

/** Adds a version, a length and a checksum before the first field, and the rest after the last. */
export function sealRecord(fields: object, rest = ""): string {
  const json = JSON.stringify(fields).slice(1);
  const text = `${json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}${rest}`;
  const head = toHead(version);
  return `${head}"bytes":${text.length},"sum":"${checksum(head, text)}",${text}`;
}

/**
 * The fields of a record in its first line. Undefined if it is damaged. Each version has this
 * head, so that damage does not look like another version.
 */
export function openRecord<T>(location: string, text: string): T | undefined {
  const [head = "", from = "", length, sum] = recordHead.exec(text) ?? [];
  const rest = text.slice(head.length);
  if (Number(length) !== rest.length || sum !== checksum(toHead(from), rest)) return undefined;
  assertVersion(location, "a line", { version: Number(from) }, version, "unknown");
  return JSON.parse(`{${rest.split("\n", 1)}`);
}

/** Whether a last line without its end can be what a crash leaves of a whole one. */
export function isCut(text: string): boolean {
  const match = lengthAndSum.exec(text);
  const rest = text.slice(match ? match.index + match[0].length : 0);
  const start = toHead(version);
  const isStart = start.startsWith(text.slice(0, start.length)) && !/[^ -~]/.test(text);
  return isStart && rest.length <= Number(match?.[1] ?? 70);
}

export function throwDamage(location: string, what: string, line?: number): never {
  throw new JournalError(`${location}${line ? `: line ${line}` : ""} ${what}`, {
    line,
    hint: "Nothing was written. Stop all processes, and run: npx bursar journal check <file>",
  });
}
