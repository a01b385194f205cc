import { readExpiry } from "../../contract/shared/expiry.js";
import type { SigningProblem } from "../../errors/signing.js";
import { type CheckedOperation, listDigests } from "../operation/sign-parts.js";
import type { SigningDescription } from "./decide.js";
import { formatDigests } from "./format-digests.js";
import { formatLines, notStated } from "./format-lines.js";
import { toWords } from "./plain-text.js";
import { explainProblems } from "./plain-words.js";
import { isMissing } from "./problems.js";

/** Titles and values, one of each per line. */
export type Facts = readonly (readonly [title: string, value: unknown])[];

/** Describes for the function `confirm` what is signed. */
export function describeFacts(
  facts: Facts,
  expiresAt: unknown,
  operation: Partial<CheckedOperation>,
  problems: readonly SigningProblem[],
): SigningDescription {
  const digests = listDigests(operation);
  const expiry = readExpiry(expiresAt);
  const validUntil = typeof expiry === "number" ? new Date(expiry).toISOString() : undefined;
  const text = formatLines([
    ...[...facts, ["Valid until", validUntil] as const].map(
      ([title, value]) => [title, [isMissing(value) ? notStated : toWords(value)]] as const,
    ),
    ["Problem", explainProblems(problems)],
    ...formatDigests(digests),
  ]);
  return { text, digests };
}
