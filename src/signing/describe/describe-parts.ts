import type { SigningDigests } from "../../contract/operations/types.js";
import { readExpiry } from "../../contract/shared/expiry.js";
import type { SigningProblem } from "../../errors/signing.js";
import { formatDigests } from "../shared/text/format-digests.js";
import { formatAnyChain, formatLines, notStated } from "../shared/text/format-lines.js";
import { formatStatedFees } from "../shared/text/format-stated-fees.js";
import { formatAddress } from "../shared/text/format-values.js";
import { toWords } from "../shared/text/plain-text.js";
import { explainProblems } from "../shared/text/plain-words.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { type Delegation, describeDelegations, orderPermission } from "./describe-delegations.js";
import type { SigningDescription } from "./signing-description.js";

/** What is signed, and what the caller knows about it. */
interface PartsToDescribe {
  kind: "operation" | "cancellation";
  walletAddress: unknown;
  chainId: unknown;
  expiresAt: unknown;
  /** Of a cancellation. */
  fees?: unknown;
  /** The order or the cancellation. */
  typedData: NormalTypedData | undefined;
  delegations: readonly Delegation[];
  digests: SigningDigests;
}

const titles = {
  operation: "an operation whose contents are not stated",
  cancellation: "the cancellation of an order",
} as const;

/** Describes for the function `confirm` everything that is signed. */
export function describeParts(
  parts: PartsToDescribe,
  problems: readonly SigningProblem[],
): SigningDescription {
  const { kind, walletAddress, chainId, expiresAt, fees, typedData, delegations, digests } = parts;
  const expiry = readExpiry(expiresAt);
  const { permissions, warnings } = describeDelegations(delegations);
  const { name, version, verifyingContract, chainId: orderChain } = typedData?.domain ?? {};
  // In quotes, because name and version are words of the response.
  const wrapper = `"${toWords(name, 40)}" version "${toWords(version, 40)}"`;
  const text = formatLines([
    ["You sign", [titles[kind]]],
    ["Wallet", [formatAddress(walletAddress) ?? notStated]],
    ["Chain", [chainId === undefined ? notStated : formatAnyChain(chainId)]],
    ["Valid until", [typeof expiry === "number" ? new Date(expiry).toISOString() : notStated]],
    ...(typedData
      ? ([
          ["Typed data", [`${toWords(typedData.primaryType, 40)} of ${wrapper}`]],
          ["Contract of the typed data", [formatAddress(verifyingContract) ?? notStated]],
          ["Chain of the typed data", [formatAnyChain(orderChain)]],
        ] as const)
      : []),
    ...formatStatedFees(fees, chainId),
    ["Permission", typedData && kind === "operation" ? [orderPermission] : []],
    ["Permission", permissions],
    ["Warning", warnings],
    ["Problem", explainProblems(problems)],
    ...formatDigests(digests),
  ]);
  return { text, digests };
}
