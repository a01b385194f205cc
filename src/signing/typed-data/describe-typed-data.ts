import type { TypedData } from "../../contract/shared/types.js";
import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { digestTypedData } from "../eip712/hash-typed-data.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import type { NormalTypedData } from "../eip712/parse-struct.js";
import { formatChain, formatLines, notStated } from "../shared/format.js";
import { formatValue, isWholeLine, toLine } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import { copyData } from "../shared/read-options.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import { describeDigests } from "../skeleton/describe-parts.js";
import { findPermission } from "./find-permission.js";

/** One value of a message. All strings are safe to show. */
export interface DescribedField {
  /** The path of the value, such as `order.amounts[0]`. */
  path: string;
  value: string;
}

/** What signing typed data allows. All strings are free of control and invisible characters. */
export interface TypedDataSummary extends SigningDescription {
  primaryType: string;
  /** The app or contract that the signature is for, as the typed data names it. */
  name: string | undefined;
  version: string | undefined;
  /** Undefined if the signature would be valid on every chain. */
  chain: string | undefined;
  /** The contract that accepts the signature. */
  contract: string | undefined;
  salt: string | undefined;
  fields: DescribedField[];
  /** What the signature allows, in words. */
  permissions: string[];
  warnings: string[];
}

const maxFields = 100;
/** In place of what is not data, which cannot be signed. */
const unreadable = { primaryType: "unreadable typed data", message: {} } as TypedData;

/**
 * Describes typed data for the user before signing: contract, chain, every value of the message as
 * it is signed, and the permissions of known types, if their fields are the known ones. A warning
 * names each value of which only a part is shown. If `signTypedData` rejects the typed data, the
 * warnings say why.
 *
 * @example
 * ```ts
 * import { describeTypedData } from "bursar/signing";
 *
 * const { signData } = await client.swap.prepareCancellation(transactionId);
 * for (const { typedData } of signData) {
 *   if (typedData) console.log(describeTypedData(typedData).text);
 * }
 * ```
 */
export function describeTypedData(typedData: TypedData): TypedDataSummary {
  if (!isObject(typedData))
    throw new ConfigurationError(
      `describeTypedData: expected typed data, got ${formatValue(typedData)}`,
    );
  // A getter could return one value to the checks and another to the description.
  const { value, problems } = findProblems((report) => {
    const copy = copyData("typedData", typedData, report);
    return { copy, normal: copy && parseTypedData(copy, report) };
  });
  const { copy = unreadable, normal } = value ?? {};
  // The values that are signed: those of the response can have other spellings.
  const { domain, primaryType, message } = normal ?? copy;
  const { name, version, chainId, verifyingContract, salt } = domain ?? {};
  const shown: ShownMessage = { fields: [], partlyShown: new Set(), isComplete: true };
  const partsOfDomain = { name, version, verifyingContract, salt };
  for (const [field, value] of Object.entries(partsOfDomain)) {
    if (!isMissing(value)) notePart(shown, `domain.${field}`, value);
  }
  notePart(shown, "primaryType", primaryType);
  collectFields(message, "", shown);
  const permission = findPermission(normal ?? copy);
  const summary = {
    primaryType: toLine(primaryType),
    name: toOptionalLine(name),
    version: toOptionalLine(version),
    chain: isMissing(chainId) ? undefined : formatChain(chainId),
    contract: toOptionalLine(verifyingContract),
    salt: toOptionalLine(salt),
    fields: shown.fields,
    permissions: permission === undefined ? [] : [permission],
    warnings: describeWarnings(normal ?? copy, shown, problems),
    // Typed data that is not safe to sign has no single hash.
    digests: normal ? digestTypedData(normal) : {},
  };
  return { ...summary, text: formatSummary(summary) };
}

const toOptionalLine = (value: unknown) => (isMissing(value) ? undefined : toLine(value));

interface ShownMessage {
  fields: DescribedField[];
  /** The paths of values that are too long, or have characters that are not shown as they are. */
  partlyShown: Set<string>;
  /** False if there are more values than `maxFields`. */
  isComplete: boolean;
}

function notePart({ partlyShown }: ShownMessage, path: string, value: unknown): void {
  if (!isWholeLine(value) || !isWholeLine(path)) partlyShown.add(toLine(path));
}

/** Adds values in their order of appearance. A copy has a limited depth. */
function collectFields(value: unknown, path: string, shown: ShownMessage): void {
  if (shown.fields.length >= maxFields) shown.isComplete = false;
  if (!shown.isComplete) return;
  const children = isObject(value) ? Object.entries(value) : [];
  // An empty list or object is signed too.
  if (children.length === 0) {
    const name = path === "" ? "message" : path;
    shown.fields.push({ path: toLine(name), value: toLine(value) });
    notePart(shown, name, value);
  }
  for (const [key, child] of children) {
    const name = path === "" ? key : `${path}.${key}`;
    collectFields(child, Array.isArray(value) ? `${path}[${key}]` : name, shown);
  }
}

function describeWarnings(
  typedData: TypedData | NormalTypedData,
  { partlyShown, isComplete }: ShownMessage,
  problems: readonly SigningProblem[],
): string[] {
  const warnings: string[] = [];
  const { chainId, verifyingContract } = typedData.domain ?? {};
  if (isMissing(chainId))
    warnings.push("It names no chain: the signature would be valid on every chain.");
  if (isMissing(verifyingContract))
    warnings.push("It names no contract that accepts the signature.");
  if (findPermission(typedData) === undefined)
    warnings.push("The permissions of this kind of typed data are unknown.");
  if (!isComplete) warnings.push(`Only the first ${maxFields} values are shown.`);
  for (const path of partlyShown) warnings.push(`Only a part of ${path} is shown.`);
  for (const { message } of problems) warnings.push(toLine(`It is not safe to sign: ${message}`));
  return warnings;
}

function formatSummary(summary: Omit<TypedDataSummary, "text">): string {
  const { version, salt } = summary;
  return formatLines([
    ["You sign", [summary.primaryType]],
    ["For", [summary.name ?? notStated]],
    ["Version", version === undefined ? [] : [version]],
    ["Contract", [summary.contract ?? notStated]],
    ["Chain", [summary.chain ?? "every chain"]],
    ["Salt", salt === undefined ? [] : [salt]],
    // The prefix is needed: a field could be named Chain or Warning.
    ...summary.fields.map(({ path, value }) => [`Value of ${path}`, [value]] as const),
    ["Permission", summary.permissions],
    ["Warning", summary.warnings],
    ...describeDigests(summary.digests),
  ]);
}
