import { isBursarError } from "../../../src/index.js";

/** What the documentation says about a failed write: see docs/retries.md. */
export function classifyOutcome(error: unknown): "ok" | "fail" | "unknown" | "undocumented" {
  if (!isBursarError(error)) return "undocumented";
  switch (error.kind) {
    case "outcome_unknown":
      return "unknown";
    case "aborted":
      return error.sent ? "unknown" : "fail";
    // The service accepted the call.
    case "response_validation":
      return "ok";
    case "api":
      return "fail";
    case "connection":
      return error.phase === "connect" ? "fail" : "undocumented";
    // The total timeout ended before anything was sent.
    case "timeout":
      return "fail";
    default:
      return "undocumented";
  }
}
