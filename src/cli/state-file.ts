import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { ConfigurationError } from "../errors/data.js";
import { toJson } from "../sandbox/controls/snapshot-json.js";
import type { Sandbox } from "../sandbox/controls/types.js";
import { messageOf } from "../shared/thrown.js";

/** Restores the state of `--state`, or, before that file exists, of `--from`. */
export function restoreSnapshot(
  sandbox: Sandbox,
  state: string | undefined,
  from: string | undefined,
): void {
  const isStored = state !== undefined && existsSync(state);
  const file = isStored ? state : from;
  if (file === undefined) return;
  try {
    const { snapshot } = JSON.parse(readFileSync(file, "utf8"));
    sandbox.restore(snapshot);
  } catch (cause) {
    const hint = "It is a file of --state, or what GET /__sandbox/snapshot responds with.";
    const message = `--${isStored ? "state" : "from"} ${file}: ${messageOf(cause)}`;
    throw new ConfigurationError(message, { cause, hint });
  }
}

/**
 * Returns a function that writes the state, if it has changed. The file is replaced by a rename, so
 * that it is complete at any time, also if two processes write it.
 */
export function createStateWriter(sandbox: Sandbox, file: string): () => void {
  const temporary = `${file}.${process.pid}.new`;
  let written = "";
  return () => {
    const text = JSON.stringify({ snapshot: toJson(sandbox.snapshot()) });
    if (text === written) return;
    writeFileSync(temporary, text, { flush: true });
    renameSync(temporary, file);
    written = text;
  };
}
