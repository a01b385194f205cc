import type { Outcome } from "../contract/shared/outcome.js";
import { isMissing } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { ConfigurationError } from "./data.js";

/**
 * Throws if a stored record has no version or another one: its fields could mean something else.
 * `kind` is a noun with its article. `outcome` is that of what the record is about.
 */
export function assertVersion(
  subject: string,
  kind: string,
  record: unknown,
  expected: number,
  outcome?: Outcome,
): void {
  const { version } = Object(record) as { version?: unknown };
  if (version === expected) return;
  const got = isMissing(version) ? "one without a version" : `version ${quoteValue(version, 40)}`;
  const hint =
    "Pass it as it was stored. If a newer version of this package wrote it, update this one.";
  throw new ConfigurationError(`${subject}: expected ${kind} of version ${expected}, got ${got}`, {
    hint,
    outcome,
  });
}
