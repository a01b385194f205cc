import { readExpiry } from "../../contract/shared/expiry.js";
import type { SigningDigests } from "../../contract/shared/statement.js";
import type { ReviewProblemCode, SigningProblem } from "../../errors/signing.js";
import { isMissing, isNone, isObject } from "../../shared/guards.js";
import {
  formatAddress,
  formatChain,
  formatFeeType,
  formatLines,
  formatPart,
  formatStated,
  formatToken,
  type Line,
  notStated,
} from "../shared/format.js";
import { isWholeLine, toLine, toWords } from "../shared/plain-text.js";
import { listMeanings, reviewMeanings } from "../shared/problem-guide.js";
import type { SigningDescription } from "./accept-options.js";
import { listDigests, type PartsToSign } from "./parts.js";

interface PartsToDescribe {
  title: string;
  walletAddress: unknown;
  chainId: unknown;
  expiresAt: unknown;
  /** Of a cancellation. */
  fees?: unknown;
  contents?: readonly Line[];
  parts: PartsToSign;
}

export function describeParts(
  { title, walletAddress, chainId, expiresAt, fees, contents = [], parts }: PartsToDescribe,
  problems: string[],
) {
  const { typedData, userOperationHash } = parts;
  const delegations = describeDelegations(parts);
  const hasOrder = typedData && userOperationHash;
  const description = {
    from: formatAddress(walletAddress) ?? notStated,
    validUntil: formatExpiry(expiresAt),
    permissions: [...(hasOrder ? [orderPermission] : []), ...delegations.permissions],
    warnings: [...delegations.warnings, ...(userOperationHash ? [hashWarning] : [])],
    problems,
    digests: listDigests(parts),
  };
  const { from, validUntil } = description;
  const lines: readonly Line[] = [
    ["You sign", title],
    ["Wallet", from],
    ["Chain", isMissing(chainId) ? notStated : formatChain(chainId)],
    ["Valid until", validUntil ?? notStated],
    ...contents,
    ...describeData(parts),
    ...describeFees(fees, chainId),
  ];
  return withText(description, lines) satisfies SigningDescription;
}

interface Conclusion {
  permissions: readonly string[];
  warnings: readonly string[];
  problems?: readonly string[];
  digests: SigningDigests;
}

/** Every description ends with these lines. */
export function withText<Summary extends Conclusion>(
  summary: Summary,
  lines: readonly Line[],
): Summary & { text: string } {
  const { permissions, warnings, problems, digests } = summary;
  const text = formatLines([
    ...lines,
    ["Permission", permissions],
    ["Warning", warnings],
    ["Problem", problems],
    ...describeDigests(digests),
  ]);
  return { ...summary, text };
}

export const orderPermission =
  "Also signs an order for the wallet: it can be executed until it expires or is cancelled. Its contents are not stated.";
export const hashWarning = "Only the hash of the operation is known: it can do anything.";

export function formatExpiry(expiresAt: unknown): string | undefined {
  const expiry = readExpiry(expiresAt);
  return typeof expiry === "number" ? new Date(expiry).toISOString() : undefined;
}

const knownWallets = ["LightAccount", "Kernel"];

/** The typed data, with every value. */
export function describeData({ typedData, operationData }: PartsToSign): Line[] {
  const data = typedData ?? operationData;
  if (!data) return [];
  const { name, version, verifyingContract, chainId } = data.domain;
  // Other names and versions are words of the response.
  const wallet = knownWallets.find((each) => each === name) ?? "an unknown wallet";
  const isVersion = typeof version === "string" && /^[\d.]{1,12}$/.test(version);
  const wrapper = `${wallet}, version ${isVersion ? version : "not known"}`;
  const { fields, warnings } = listFields(data.domain, data.primaryType, data.message);
  return [
    ["Typed data", `${toWords(data.primaryType, 40)} of ${wrapper}`],
    ["Contract of the typed data", formatAddress(verifyingContract) ?? notStated],
    ["Chain of the typed data", formatChain(chainId)],
    ...fields.map(({ path, value }): Line => [`Value of ${path}`, value]),
    ["Warning", warnings],
  ];
}

/** One value of a message. All strings are safe to show. */
export interface DescribedField {
  /** The path of the value, such as `order.amounts[0]`. */
  path: string;
  value: string;
}

const maxFields = 100;

/** All values of a message, with a warning for each of which only a part is shown. */
export function listFields(domain: object, primaryType: unknown, message: unknown) {
  const fields: DescribedField[] = [];
  const partlyShown = new Set<string>();
  let isComplete = true;
  const notePart = (path: string, value: unknown) => {
    if (!isWholeLine(value) || !isWholeLine(path)) partlyShown.add(toLine(path));
  };
  // A copy has a limited depth.
  const collect = (value: unknown, path: string): void => {
    isComplete &&= fields.length < maxFields;
    if (!isComplete) return;
    const children = isObject(value) ? Object.entries(value) : [];
    // An empty list or object is signed too.
    if (children.length === 0) {
      const name = path === "" ? "message" : path;
      fields.push({ path: toLine(name), value: toLine(value) });
      notePart(name, value);
    }
    for (const [key, child] of children) {
      const name = path === "" ? key : `${path}.${key}`;
      collect(child, Array.isArray(value) ? `${path}[${key}]` : name);
    }
  };
  for (const [field, value] of Object.entries(domain))
    if (!isMissing(value)) notePart(`domain.${field}`, value);
  notePart("primaryType", primaryType);
  collect(message, "");
  const warnings = [...partlyShown].map((path) => `Only a part of ${path} is shown.`);
  if (!isComplete) warnings.unshift(`Only the first ${maxFields} values are shown.`);
  return { fields, warnings };
}

export function describeDelegations({ authorization, approval, further = [] }: PartsToSign) {
  const others = [approval, ...further].map((each) => each?.authorization);
  const delegations = [authorization, ...others].flatMap((each) => each ?? []);
  return {
    permissions: delegations.map(({ tuple: { address, chainId } }) => {
      const where = chainId === 0 ? "every chain" : formatChain(chainId);
      return `Hands your account over to the contract ${address} on ${where}: from then on its code decides what your account does (EIP-7702).`;
    }),
    warnings: delegations.map(
      ({ tuple: { address } }) =>
        `The contract ${address} gets control of your whole account and can move everything in it, now and later.`,
    ),
  };
}

/** The response chooses the names of types and fields in typed data: they could say anything. */
const addedNames = /(\.(?:message|domain|types))\W.*/s;
const ownPath = /^[\w.[\]]{1,60}$/;

/** Explains each problem once, in a sentence and without text of the response. */
export function explainProblems(problems: readonly SigningProblem[]): string[] {
  const meanings = listMeanings();
  const sentences = problems.map(({ code, severity, path: stated }) => {
    const meaning = meanings[code];
    const path = code === "malformed" ? stated.replace(addedNames, "$1") : stated;
    if (severity === "review") return meaning;
    const reason = meaning.charAt(0).toLowerCase() + meaning.slice(1, -1);
    return `Do not sign this: ${reason}${ownPath.test(path) ? ` (${path})` : ""}.`;
  });
  return [...new Set(sentences)];
}

/** The same of problems that `confirm` can lift. A page that signs bundles no other texts. */
export function explainReview(problems: readonly SigningProblem[]): string[] {
  return [...new Set(problems.map(({ code }) => reviewMeanings[code as ReviewProblemCode]))];
}

function describeDigests({ approval, further = [], ...digests }: SigningDigests): Line[] {
  return [
    ...listHashes(digests, "operation", ""),
    ...listHashes(approval ?? {}, "approval"),
    ...further.flatMap((each, i) => listHashes(each, `operation ${i + 2}`)),
  ];
}

/** The labels of typed data are those of ERC-8213. */
const listHashes = (
  { userOperationHash, domainHash, messageHash, digest, authorization }: SigningDigests,
  operation: string,
  suffix = ` of the ${operation}`,
): Line[] => [
  [`Hash of the ${operation}`, userOperationHash],
  [`Domain Hash${suffix}`, domainHash],
  [`Message Hash${suffix}`, messageHash],
  [`EIP-712 Digest${suffix}`, digest],
  [`Hash of the authorization${suffix}`, authorization],
];

/** Any number of fees could push the warnings out of sight. */
export const maxFeeLines = 20;

/** One line per fee of a cancellation. Nothing in them is checked. */
function describeFees(fees: unknown, chainId: unknown): Line[] {
  if (isNone(fees)) return [];
  if (!Array.isArray(fees)) return [["Fee", "an unreadable list of fees"]];
  // Array.from() visits the holes of a sparse array.
  const lines = Array.from(fees.slice(0, maxFeeLines), (fee) => describeFee(Object(fee), chainId));
  const more = fees.length - maxFeeLines;
  return [...lines, ["Fee", more > 0 ? `${more} more` : undefined]];
}

function describeFee(fee: Record<string, unknown>, chainId: unknown): Line {
  const { type, amount, nativeAmount, percent, recipient, tokenAddress } = fee;
  const value = formatStated(isObject(amount) ? amount.value : amount);
  const native = formatStated(nativeAmount);
  const share = formatStated(percent);
  // The same fee in other units, each of which could be the higher one.
  const others = [native && `${native} of the chain's native coin`, share && `${share}%`];
  const equal = others.filter(Boolean).join(", ");
  const stated = formatPart({ amount: value, token: formatToken(tokenAddress, chainId) });
  const receiver = formatAddress(recipient);
  return [
    `Fee (${formatFeeType(type)})`,
    `${stated}${equal && ` (also stated as ${equal})`}${receiver ? `, to ${receiver}` : ""}`,
  ];
}
