import type * as NodeFs from "node:fs";
import { isBursarError } from "../errors/any-bursar-error.js";
import { ConfigurationError } from "../errors/data.js";
import { JournalError } from "../errors/intents.js";
import { messageOf } from "../shared/thrown.js";

/** Not an import: bundlers of pages would fail on it. */
export function loadBuiltin<T>(name: string, subject = "files"): T {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): T } };
  const module = process?.getBuiltinModule?.(name);
  if (module) return module;
  throw new ConfigurationError(`${subject}: this runtime has no files`, {
    hint: "Use Node 20.19 or newer, or your database: see docs/stores.md.",
  });
}

export const loadFs = (subject?: string): typeof NodeFs => loadBuiltin("node:fs", subject);

export function withFile<T>(path: string, flags: string | number, use: (file: number) => T): T {
  const file = loadFs().openSync(path, flags, 0o600);
  try {
    return use(file);
  } finally {
    loadFs().closeSync(file);
  }
}

/** Calls `withFile`. Errors of the file system become a `JournalError`. */
export function withFileErrors<T>(
  subject: string,
  path: string,
  flags: string | number,
  use: (file: number) => T,
  { next, outcome }: { next: string; outcome: "none" | "unknown" },
): T {
  try {
    return withFile(path, flags, use);
  } catch (cause) {
    if (isBursarError(cause)) throw cause;
    const hint = `Check the path, its permissions and the disk. ${next}`;
    throw new JournalError(`${subject}: ${messageOf(cause)}`, { cause, hint, outcome });
  }
}

/** Without it, a new name may be lost with the power. Windows cannot open a folder. */
export function flushFolder(path: string): void {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  try {
    withFile(path.slice(0, end) || ".", "r", loadFs().fsyncSync);
  } catch {
    // The files themselves are flushed.
  }
}

/** Reads as many characters as bytes: the files are ASCII. */
export function readText(file: number, start: number, length: number): string {
  const bytes = new Uint8Array(length);
  const { readSync } = loadFs();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    bytes.subarray(0, readSync(file, bytes, 0, length, start)),
  );
}
