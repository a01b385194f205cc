import { readExpiry } from "../../contract/shared/expiry.js";
import type { SigningProblem } from "../../errors/signing.js";
import type { SigningDescription } from "../shared/decide.js";
import { formatDigests } from "../shared/format-digests.js";
import { formatAnyChain, formatLines, notStated } from "../shared/format-lines.js";
import { toOptionalWords, toWords } from "../shared/plain-text.js";
import { explainProblems } from "../shared/plain-words.js";
import { isMissing } from "../shared/problems.js";
import { type CheckedOperation, listDigests } from "./sign-parts.js";

/** Facts that are shown before something other than a quote is signed. */
interface OperationFacts {
  title: string;
  walletAddress: unknown;
  chainId: unknown;
  expiresAt: unknown;
}

/** Describes an operation or a cancellation for the function `confirm`. */
export function describeOperation(
  { title, walletAddress, chainId, expiresAt }: OperationFacts,
  operation: Partial<CheckedOperation>,
  problems: readonly SigningProblem[],
): SigningDescription {
  const digests = listDigests(operation);
  const expiry = readExpiry(expiresAt);
  const validUntil = typeof expiry === "number" ? new Date(expiry).toISOString() : notStated;
  const text = formatLines([
    ["You sign", [title]],
    ["Wallet", [toOptionalWords(walletAddress) ?? notStated]],
    ["Chain", [isMissing(chainId) ? notStated : toWords(formatAnyChain(chainId))]],
    ["Valid until", [validUntil]],
    ["Problem", explainProblems(problems)],
    ...formatDigests(digests),
  ]);
  return { text, digests };
}
