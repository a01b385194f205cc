import type * as NodeFs from "node:fs";
import { assertVersion } from "../errors/assert-version.js";
import { ConfigurationError } from "../errors/data.js";
import { filterEntries, type IntentEntry, isSettled, type Journal, readEntry } from "./journal.js";

interface Line {
  readonly version: 1;
  /** Identifies the writer of the line. */
  readonly token: string;
  readonly entry: IntentEntry;
}

const newline = 10;

/**
 * Creates a journal in a file on a local disk, for Node, Bun and Deno. Several processes may share
 * it. Changes are appended and flushed to the disk (fsync), which takes some milliseconds each: a
 * busy server uses its database. Keep the file: it is the memory of what was paid.
 *
 * @throws {ConfigurationError} if the runtime has no files. Its methods throw it if the file has a
 * line of another version.
 * @example
 * ```ts
 * import type { OnceOptions } from "bursar/intents";
 * import { createFileJournal } from "bursar/intents";
 *
 * // externallyOwnedAccount
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" as const;
 * const journal = createFileJournal("/var/lib/shop/payments.jsonl"); // created on first use
 * const terms = { journal, walletAddress, chainId: 137, signer, owner };
 * const options: OnceOptions = { intent: "order 17", ...terms }; // for once
 * ```
 */
export function createFileJournal(path: string): Journal {
  const subject = "createFileJournal";
  if (typeof path !== "string" || path === "")
    throw new ConfigurationError(`${subject}: path: expected the path of a file`);
  const fs = loadFs(subject);
  const location = `${subject}: "${path}"`;
  const entries = new Map<string, IntentEntry>();
  let offset = 0;

  /** Appends a line, if there is one, and reads what is new. Returns the tokens of valid lines. */
  function sync(line?: Line): Set<string> {
    const isNew = line && !fs.existsSync(path);
    const file = fs.openSync(path, "a+", 0o600);
    try {
      if (line) {
        // The line break before it ends a line that a crash has cut.
        const bytes = new TextEncoder().encode(`\n${JSON.stringify(line)}\n`);
        if (fs.writeSync(file, bytes) !== bytes.length)
          throw new ConfigurationError(`${location}: the disk is full`);
        fs.fsyncSync(file);
        if (isNew) syncFolder();
      }
      return readNew(file);
    } finally {
      fs.closeSync(file);
    }
  }

  function readNew(file: number): Set<string> {
    const { size } = fs.fstatSync(file);
    if (size < offset)
      throw new ConfigurationError(`${location} was replaced or cut`, {
        hint: "Restore the file: it is the memory of what was paid.",
      });
    const bytes = new Uint8Array(size - offset);
    let length = 0;
    while (length < bytes.length) {
      const read = fs.readSync(file, bytes, length, bytes.length - length, offset + length);
      if (read === 0) break;
      length += read;
    }
    // A line that another process is writing is read later.
    const end = bytes.lastIndexOf(newline, length - 1) + 1;
    const texts = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
    // If a line is rejected, none is read, so that the next call rejects it again.
    const lines = texts.map((text) => parseLine(location, text));
    offset += end;
    const valid = new Set<string>();
    for (const line of lines) {
      // Of two changes of one revision, the first in the file is valid, for all processes alike.
      if (!line || (entries.get(line.entry.intent)?.revision ?? 0) + 1 !== line.entry.revision)
        continue;
      entries.set(line.entry.intent, line.entry);
      valid.add(line.token);
    }
    return valid;
  }

  function write(entry: IntentEntry): boolean {
    const token = crypto.randomUUID();
    return sync({ version: 1, token, entry: readEntry(location, entry) }).has(token);
  }

  /** Without it, a new file may be lost with the power. Windows cannot open a folder. */
  function syncFolder(): void {
    try {
      const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
      const folder = fs.openSync(path.slice(0, end) || ".", "r");
      fs.fsyncSync(folder);
      fs.closeSync(folder);
    } catch {
      // The file itself is flushed.
    }
  }

  return {
    async begin(entry) {
      sync();
      if (!entries.has(entry.intent) && write(entry)) return undefined;
      return { ...(entries.get(entry.intent) as IntentEntry) };
    },
    async update(entry, from) {
      sync();
      return entries.get(entry.intent)?.revision === from && write(entry);
    },
    async *open() {
      sync();
      for (const entry of [...entries.values()]) if (!isSettled(entry)) yield { ...entry };
    },
    async *list(filter) {
      sync();
      yield* filterEntries([...entries.values()], filter);
    },
  };
}

function parseLine(location: string, text: string): Line | undefined {
  let line: Line;
  try {
    line = JSON.parse(text);
  } catch {
    // A line that a crash has cut is no JSON. Its writer has sent nothing.
    return undefined;
  }
  assertVersion(location, "a line", line, 1, "unknown");
  return { ...line, entry: readEntry(location, line.entry) };
}

/** Not an import: bundlers of pages would fail on it. */
function loadFs(subject: string): typeof NodeFs {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): typeof NodeFs | undefined };
  };
  const fs = process?.getBuiltinModule?.("node:fs");
  if (fs) return fs;
  throw new ConfigurationError(`${subject}: this runtime has no files`, {
    hint: "Use Node 20.19 or newer, or a journal on your database.",
  });
}
