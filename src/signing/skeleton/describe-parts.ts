import { readExpiry } from "../../contract/shared/expiry.js";
import type { SigningDigests } from "../../contract/shared/types.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import {
  formatAddress,
  formatChain,
  formatFeeType,
  formatLines,
  formatStated,
  formatToken,
  type Line,
  notStated,
} from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import { problemGuide } from "../shared/problem-guide.js";
import type { SigningDescription } from "./accept-options.js";
import { listDigests, type PartsToSign } from "./parts.js";

/** What the caller knows about what is signed. */
interface PartsToDescribe {
  title: string;
  walletAddress: unknown;
  chainId: unknown;
  expiresAt: unknown;
  /** Of a cancellation. */
  fees?: unknown;
  /** What it contains. */
  contents?: readonly Line[];
  parts: PartsToSign;
}

/** Describes everything that is signed but a quote. */
export function describeParts(
  { title, walletAddress, chainId, expiresAt, fees, contents = [], parts }: PartsToDescribe,
  problems: readonly SigningProblem[],
): SigningDescription {
  const { typedData, userOperationHash, operationData } = parts;
  const expiry = readExpiry(expiresAt);
  const digests = listDigests(parts);
  const isHashOnly = Boolean(userOperationHash) && !operationData;
  const text = formatLines([
    ["You sign", [title]],
    ["Wallet", [formatAddress(walletAddress) ?? notStated]],
    ["Chain", [isMissing(chainId) ? notStated : formatChain(chainId)]],
    ["Valid until", [typeof expiry === "number" ? new Date(expiry).toISOString() : notStated]],
    ...contents,
    ...describeOrder(parts),
    ...describeFees(fees, chainId),
    ["Permission", typedData && userOperationHash ? [orderPermission] : []],
    ...describeDelegations(parts),
    ["Warning", isHashOnly ? [hashWarning] : []],
    ...describeProblems(problems),
    ...describeDigests(digests),
  ]);
  return { text, digests };
}

export const orderPermission =
  "Also signs an order for the wallet: it can be executed until it expires or is cancelled. Its contents are not stated.";
export const hashWarning = "Only the hash of the operation is known: it can do anything.";

const knownWallets = ["LightAccount", "Kernel"];

function describeOrder({ typedData }: PartsToSign): Line[] {
  if (!typedData) return [];
  const { name, version, verifyingContract, chainId } = typedData.domain;
  // Other names and versions are words of the response.
  const wallet = knownWallets.find((each) => each === name) ?? "an unknown wallet";
  const isVersion = typeof version === "string" && /^[\d.]{1,12}$/.test(version);
  const wrapper = `${wallet}, version ${isVersion ? version : "not known"}`;
  return [
    ["Typed data", [`${toWords(typedData.primaryType, 40)} of ${wrapper}`]],
    ["Contract of the typed data", [formatAddress(verifyingContract) ?? notStated]],
    ["Chain of the typed data", [formatChain(chainId)]],
  ];
}

/** What signing EIP-7702 authorizations allows. */
export function describeDelegations({ authorization, approval }: PartsToSign): Line[] {
  const delegations = [authorization, approval?.authorization].flatMap((each) => each ?? []);
  return delegations.flatMap(({ parts: { address, chainId } }): Line[] => {
    const where = chainId === 0 ? "every chain" : formatChain(chainId);
    return [
      [
        "Permission",
        [
          `Hands your account over to the contract ${address} on ${where}: from then on its code decides what your account does (EIP-7702).`,
        ],
      ],
      [
        "Warning",
        [
          `The contract ${address} gets control of your whole account and can move everything in it, now and later.`,
        ],
      ],
    ];
  });
}

/** A path with names of fields that a response adds could say anything. */
const ownPath = /^[\w.[\]]{1,60}$/;

/** Explains each problem once, in a sentence and without text of the response. */
export function describeProblems(problems: readonly SigningProblem[]): Line[] {
  return [["Problem", [...new Set(problems.map(describeProblem))]]];
}

function describeProblem({ code, severity, path }: SigningProblem): string {
  const { meaning } = problemGuide[code];
  if (severity === "review") return meaning;
  const reason = meaning.charAt(0).toLowerCase() + meaning.slice(1, -1);
  return `Do not sign this: ${reason}${ownPath.test(path) ? ` (${path})` : ""}.`;
}

/** One line per hash. */
export function describeDigests({ approval, ...digests }: SigningDigests): Line[] {
  return [
    ...listHashes(digests, "operation"),
    ...listHashes(approval ?? {}, "approval", " of the approval"),
  ];
}

function listHashes(digests: SigningDigests, operation: string, suffix = ""): Line[] {
  const list = (hash: string | undefined) => (hash ? [hash] : []);
  return [
    [`Hash of the ${operation}`, list(digests.userOperationHash)],
    [`Domain hash${suffix}`, list(digests.domainHash)],
    [`Message hash${suffix}`, list(digests.messageHash)],
    [`Digest${suffix}`, list(digests.digest)],
    [`Hash of the authorization${suffix}`, list(digests.authorization)],
  ];
}

/** Any number of fees could push the warnings out of sight. */
export const maxFeeLines = 20;

/** One line per fee of a cancellation. Nothing in them is checked. */
function describeFees(fees: unknown, chainId: unknown): Line[] {
  if (isNone(fees)) return [];
  if (!Array.isArray(fees)) return [["Fee", ["an unreadable list of fees"]]];
  // Array.from() visits the holes of a sparse array.
  const lines = Array.from(fees.slice(0, maxFeeLines), (fee) => describeFee(Object(fee), chainId));
  const more = fees.length - maxFeeLines;
  return more > 0 ? [...lines, ["Fee", [`${more} more`]]] : lines;
}

function describeFee(fee: Record<string, unknown>, chainId: unknown): Line {
  const { type, amount, nativeAmount, percent, recipient, tokenAddress } = fee;
  const value = formatStated(isObject(amount) ? amount.value : amount) ?? "an unknown amount";
  const native = formatStated(nativeAmount);
  const share = formatStated(percent);
  // The same fee in other units, each of which could be the higher one.
  const others = [
    ...(native ? [`${native} of the chain's native coin`] : []),
    ...(share ? [`${share}%`] : []),
  ].join(", ");
  const receiver = formatAddress(recipient);
  const equal = others ? ` (also stated as ${others})` : "";
  const stated = `${value} of ${formatToken(tokenAddress, chainId)}${equal}`;
  return [`Fee (${formatFeeType(type)})`, [`${stated}${receiver ? `, to ${receiver}` : ""}`]];
}
