import type { SigningProblem } from "../../errors/signing.js";
import { describeCustom, describeRequested } from "../requested/describe-requested.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import { describeParts } from "../skeleton/describe-parts.js";
import type { DescribedOperation } from "./read-operation.js";

/** Describes everything that is signed of an operation. */
export function describeReading(
  described: DescribedOperation,
  problems: readonly SigningProblem[],
  now: number,
): SigningDescription {
  if (described.kind !== "other") return describeRequested(described, problems, now);
  const { parts, expiresAt, target, custom } = described;
  if (custom) return describeCustom(custom, parts, expiresAt, problems);
  const title = parts.operationData
    ? "an operation whose calls are known"
    : "an operation whose contents are not stated";
  return describeParts({ title, ...target, expiresAt, parts }, problems);
}
