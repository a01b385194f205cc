import { isBursarError } from "../../../src/index.js";

const results = { none: "fail", unknown: "unknown", done: "ok" } as const;

/** What a failed write says about itself: see docs/retries.md. */
export function classifyOutcome(error: unknown): "ok" | "fail" | "unknown" | "undocumented" {
  return isBursarError(error) ? results[error.outcome] : "undocumented";
}
