import type { TypedData } from "../../contract/shared/records.js";
import { ConfigurationError } from "../../errors/data.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { digestTypedData, formatFieldList } from "../eip712/normal-typed-data.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import { formatChain, notStated } from "../shared/format.js";
import { formatValue, toLine } from "../shared/plain-text.js";
import { findProblems } from "../shared/problems.js";
import { copyData } from "../shared/read-options.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import { type DescribedField, listFields, withText } from "../skeleton/describe-parts.js";
import { kernelFields, lightAccountFields } from "./check-typed-data.js";

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
  const { domain, types, primaryType, message } = normal ?? copy;
  const { name, version, chainId, verifyingContract, salt } = domain ?? {};
  const permission = findPermission({ primaryType, types });
  const shownDomain = { name, version, verifyingContract, salt };
  const { fields, warnings } = listFields(shownDomain, primaryType, message);
  const summary = {
    primaryType: toLine(primaryType),
    name: toOptionalLine(name),
    version: toOptionalLine(version),
    chain: isMissing(chainId) ? undefined : formatChain(chainId),
    contract: toOptionalLine(verifyingContract),
    salt: toOptionalLine(salt),
    fields,
    permissions: permission === undefined ? [] : [permission],
    warnings: [
      ...(isMissing(chainId) ? [noChain] : []),
      ...(isMissing(verifyingContract) ? [noContract] : []),
      ...(permission === undefined ? [noPermission] : []),
      ...warnings,
      ...problems.map((problem) => toLine(`It is not safe to sign: ${problem.message}`)),
    ],
    // Typed data that is not safe to sign has no single hash.
    digests: normal ? digestTypedData(normal) : {},
  };
  return withText(summary, [
    ["You sign", summary.primaryType],
    ["For", summary.name ?? notStated],
    ["Version", summary.version],
    ["Contract", summary.contract ?? notStated],
    ["Chain", summary.chain ?? "every chain"],
    ["Salt", summary.salt],
    // The prefix is needed: a field could be named Chain or Warning.
    ...fields.map((field) => [`Value of ${field.path}`, field.value] as const),
  ]);
}

const toOptionalLine = (value: unknown) => (isMissing(value) ? undefined : toLine(value));
const noChain = "It names no chain: the signature would be valid on every chain.";
const noContract = "It names no contract that accepts the signature.";
const noPermission = "The permissions of this kind of typed data are unknown.";

const signsHash =
  "Signs a hash in the name of the smart wallet, such as an order or its cancellation. The contents behind the hash are not stated.";
const takesTokens = "Lets the spender take tokens from your account, without asking again.";
const takesOnce = "Lets the spender take tokens from your account once.";

const packedUserOperationFields =
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData";
const erc2612Fields =
  "address owner, address spender, uint256 value, uint256 nonce, uint256 deadline";
const daiFields = "address holder, address spender, uint256 nonce, uint256 expiry, bool allowed";
/** ERC-4494, of one NFT. */
const nftFields = "address spender, uint256 tokenId, uint256 nonce, uint256 deadline";
/** In a list, in place of the last field of a type, which the app chooses. */
const anyField = ", ?";

/** If the fields of a type are one of the lists. */
type KnownPermission = readonly [permission: string, ...fieldLists: string[]];

// Without template strings: bundlers could not remove the table where it is not used.
// biome-ignore format: a table
const permissions: Readonly<Record<string, KnownPermission>> = {
  PackedUserOperation: ["Lets the smart wallet named as sender execute the calls in callData.", packedUserOperationFields],
  LightAccountMessage: [signsHash, lightAccountFields],
  Kernel: [signsHash, kernelFields],
  Permit: [takesTokens, erc2612Fields, daiFields, nftFields],
  PermitSingle: [takesTokens, "PermitDetails details, address spender, uint256 sigDeadline"],
  PermitBatch: ["Lets the spender take several tokens from your account, without asking again.", "PermitDetails[] details, address spender, uint256 sigDeadline"],
  PermitTransferFrom: [takesOnce, "TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline"],
  PermitBatchTransferFrom: ["Lets the spender take several tokens from your account once.", "TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline"],
  PermitWitnessTransferFrom: [takesOnce, "TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, ?"],
};

/** The fields of the types that those lists name. */
const innerTypes: Readonly<Record<string, string>> = {
  PermitDetails: "address token, uint160 amount, uint48 expiration, uint48 nonce",
  TokenPermissions: "address token, uint256 amount",
};

/** Undefined for other fields under a known name, which can have another meaning. */
function findPermission(given: { primaryType: unknown; types: unknown }): string | undefined {
  const { primaryType, types } = given;
  if (typeof primaryType !== "string" || !Object.hasOwn(permissions, primaryType)) return undefined;
  const [permission, ...lists] = permissions[primaryType] as KnownPermission;
  const getFields = (name: string) =>
    formatFieldList(isObject(types) && Object.hasOwn(types, name) ? types[name] : undefined);
  const fields = getFields(primaryType);
  const known = lists.find((list) => isSameList(fields, list));
  const isKnown = Object.entries(innerTypes).every(
    ([name, list]) => !known?.startsWith(name) || getFields(name) === list,
  );
  return known !== undefined && isKnown ? permission : undefined;
}

function isSameList(fields: string, list: string): boolean {
  if (!list.endsWith(anyField)) return fields === list;
  const start = list.slice(0, -1);
  return fields.startsWith(start) && !fields.slice(start.length).includes(",");
}
