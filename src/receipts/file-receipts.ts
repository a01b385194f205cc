import { ConfigurationError } from "../errors/data.js";
import { JournalError } from "../errors/intents.js";
import { flushFolder, loadFs, readText, withFileErrors } from "../node/files.js";
import type { Receipts } from "../signing/skeleton/receipts.js";
import { createReceipts } from "./create-receipts.js";
import { isCutLine, mayBeMissing, openLine, start } from "./receipt-lines.js";

const subject = "createFileReceipts";

/**
 * Creates the option `receipts` on a file on a local disk, for Node, Bun and Deno. Each line is
 * flushed to the disk (fsync). The chain of an existing file is continued. A last line that a crash
 * has cut is removed: of a decision, the signature was not returned. A whole one gets its line
 * break.
 *
 * **One process at a time may use a file.** If another one has written to it, every call rejects.
 *
 * @throws ConfigurationError if the runtime has no files. The returned function rejects with a
 * `JournalError` if the file is damaged, or cannot be read or written.
 * @example
 * ```ts
 * import { createFileReceipts } from "bursar/receipts";
 * import type { RunSwapOptions } from "bursar/signing";
 *
 * const receipts = createFileReceipts("/var/lib/shop/receipts.jsonl"); // created on first use
 * const options: RunSwapOptions = { signer, receipts }; // for runSwap
 * ```
 */
export function createFileReceipts(path: string): Receipts {
  if (typeof path !== "string" || path === "")
    throw new ConfigurationError(`${subject}: path: expected the path of a file`);
  const fs = loadFs(subject);
  const reject = (what: string): never => {
    const hint = `${mayBeMissing} Stop all processes, and run: npx bursar receipts verify <file>`;
    throw new JournalError(`${subject}: "${path}" ${what}`, { hint, outcome: "none" });
  };
  const withLog = <T>(use: (file: number) => T): T =>
    withFileErrors(subject, path, "a+", use, { next: mayBeMissing, outcome: "none" });
  let size = 0;

  function open(file: number): Receipts {
    const { last, rest, end } = readEnd(file);
    const previous = last === undefined ? start : openLine(last);
    if (!previous || !isCutLine(rest, previous)) return reject("has a damaged last line");
    // An editor can have removed the line break of a whole line.
    const isWhole = openLine(rest) !== undefined;
    if (isWhole) fs.writeSync(file, "\n");
    else if (rest !== "") fs.ftruncateSync(file, end);
    // As it was read: another process may have written to it since.
    size = isWhole ? end + rest.length + 1 : end;
    flushFolder(path);
    const append = (line: string) => withLog((log) => appendLine(log, `${line}\n`));
    return createReceipts({ append, last: isWhole ? rest : last });
  }

  /** The last complete line, and what follows it. */
  function readEnd(file: number) {
    const total = fs.fstatSync(file).size;
    for (let length = 2 ** 16; ; length *= 4) {
      const from = Math.max(0, total - length);
      const lines = readText(file, from, total - from).split("\n");
      if (from > 0 && lines.length < 3) continue;
      const rest = lines.pop() as string;
      return { last: lines.at(-1), rest, end: total - rest.length };
    }
  }

  function appendLine(file: number, line: string): void {
    if (fs.fstatSync(file).size !== size) reject("was changed by another process");
    try {
      if (fs.writeSync(file, line) !== line.length) reject("cannot be written: the disk is full");
      fs.fsyncSync(file);
    } catch (error) {
      // The next line takes its place. If this fails, the next call rejects.
      fs.ftruncateSync(file, size);
      throw error;
    }
    size += line.length;
    if (fs.fstatSync(file).size !== size) reject("was changed by another process");
  }

  let receipts: Receipts | undefined;
  return async (receipt) => {
    receipts ??= withLog(open);
    await receipts(receipt);
  };
}
