import type { TypedData } from "../../contract/shared/types.js";
import { formatAnyChain, formatLines, notStated, toOptionalText } from "../shared/format-lines.js";
import { toPlainText } from "../shared/plain-text.js";
import { collectProblems, isMissing } from "../shared/problems.js";
import { parseTypedData } from "./normalise-typed-data.js";

/** One value of a message. All strings are safe to show. */
export interface DescribedField {
  /** Where it stands, such as `order.amounts[0]`. */
  path: string;
  value: string;
}

/** What somebody agrees to by signing typed data. All strings are free of control and invisible characters. */
export interface TypedDataSummary {
  primaryType: string;
  /** The app or contract that the signature is for, by its own word. */
  name: string | undefined;
  /** Missing where the signature would be valid on every chain. */
  chain: string | undefined;
  /** The contract that takes the signature. */
  contract: string | undefined;
  fields: DescribedField[];
  /** What is allowed by it, in words. */
  permissions: string[];
  /** What deserves a second look. */
  warnings: string[];
  /** All of it, one line each. */
  text: string;
}

const maxFields = 100;

/** What can be told from the primary type alone. */
const permissionsByType: Readonly<Record<string, string>> = {
  PackedUserOperation: "Lets the smart wallet named as sender execute the calls in callData.",
  LightAccountMessage:
    "Signs a hash in the name of the smart wallet, such as an order or its cancellation. What it stands for is not stated.",
  Kernel:
    "Signs a hash in the name of the smart wallet, such as an order or its cancellation. What it stands for is not stated.",
  Permit: "Lets the spender take tokens from your account, without asking again.",
  PermitSingle: "Lets the spender take tokens from your account, without asking again.",
  PermitBatch: "Lets the spender take several tokens from your account, without asking again.",
  PermitTransferFrom: "Lets the spender take tokens from your account once.",
  PermitBatchTransferFrom: "Lets the spender take several tokens from your account once.",
  PermitWitnessTransferFrom: "Lets the spender take tokens from your account once.",
};

/**
 * Tells a person what typed data says before they sign it: for which contract on which chain, every value of the message, and what is
 * allowed by it where that is known. Typed data that `signTypedData` would refuse is described too, with the reasons as warnings.
 *
 * @example
 * ```ts
 * import { describeTypedData } from "bursar/signing";
 *
 * const { signData } = await client.swap.prepareCancellation(transactionId);
 * for (const { typedData } of signData) if (typedData) console.log(describeTypedData(typedData).text);
 * ```
 */
export function describeTypedData(typedData: TypedData): TypedDataSummary {
  const { domain, primaryType, message } = typedData;
  const fields: DescribedField[] = [];
  collectFields(message, "", fields, 0);
  const known = Object.hasOwn(permissionsByType, primaryType)
    ? permissionsByType[primaryType]
    : undefined;
  const summary = {
    primaryType: toPlainText(primaryType),
    name: toOptionalText(domain?.name),
    chain: isMissing(domain?.chainId) ? undefined : formatAnyChain(domain.chainId),
    contract: toOptionalText(domain?.verifyingContract),
    fields,
    permissions: known === undefined ? [] : [known],
    warnings: describeWarnings(typedData, fields),
  };
  return { ...summary, text: formatSummary(summary) };
}

/** Values in the order in which they stand. Stops at a depth and a number that no dialog shows. */
function collectFields(
  value: unknown,
  path: string,
  fields: DescribedField[],
  depth: number,
): void {
  if (fields.length >= maxFields) return;
  const inside =
    typeof value === "object" && value !== null && depth <= 10 ? Object.entries(value) : [];
  // What is empty is signed too.
  if (inside.length === 0) {
    fields.push({ path: toPlainText(path === "" ? "message" : path), value: toPlainText(value) });
    return;
  }
  for (const [key, child] of inside) {
    collectFields(
      child,
      Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`,
      fields,
      depth + 1,
    );
  }
}

function describeWarnings(typedData: TypedData, fields: readonly DescribedField[]): string[] {
  const warnings: string[] = [];
  const { chainId, verifyingContract } = typedData.domain ?? {};
  if (isMissing(chainId))
    warnings.push("It names no chain: the signature would be valid on every chain.");
  if (isMissing(verifyingContract)) warnings.push("It names no contract that takes the signature.");
  if (!Object.hasOwn(permissionsByType, typedData.primaryType))
    warnings.push("What this kind of typed data allows is not known here.");
  if (fields.length >= maxFields) warnings.push(`Only the first ${maxFields} values are shown.`);
  const problems = collectProblems((report) => parseTypedData(typedData, report));
  return [
    ...warnings,
    ...problems.map(({ message }) => toPlainText(`It is not safe to sign: ${message}`)),
  ];
}

function formatSummary({
  primaryType,
  name,
  chain,
  contract,
  fields,
  permissions,
  warnings,
}: Omit<TypedDataSummary, "text">): string {
  return formatLines([
    ["You sign", [primaryType]],
    ["For", [name ?? notStated]],
    ["Contract", [contract ?? notStated]],
    ["Chain", [chain ?? "every chain"]],
    // A field may be called Chain or Warning.
    ...fields.map(({ path, value }) => [`Value of ${path}`, [value]] as const),
    ["Permission", permissions],
    ["Warning", warnings],
  ]);
}
