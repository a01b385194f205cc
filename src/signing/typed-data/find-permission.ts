import { isObject } from "../../shared/guards.js";
import { formatFieldList } from "../eip712/parse-struct.js";
import { kernelFields, lightAccountFields, packedUserOperationFields } from "./check-typed-data.js";

const signsHash =
  "Signs a hash in the name of the smart wallet, such as an order or its cancellation. The contents behind the hash are not stated.";
const takesTokens = "Lets the spender take tokens from your account, without asking again.";
const takesOnce = "Lets the spender take tokens from your account once.";

const erc2612Fields =
  "address owner, address spender, uint256 value, uint256 nonce, uint256 deadline";
const daiFields = "address holder, address spender, uint256 nonce, uint256 expiry, bool allowed";
/** ERC-4494, of one NFT. */
const nftFields = "address spender, uint256 tokenId, uint256 nonce, uint256 deadline";
/** In a list, in place of the last field of a type, which the app chooses. */
const anyField = ", ?";

type KnownPermission = readonly [permission: string, ...fieldLists: string[]];

/**
 * What a type allows, if its fields are one of the lists. Without template strings: bundlers could
 * not remove the table where it is not used.
 */
const permissions: Readonly<Record<string, KnownPermission>> = {
  PackedUserOperation: [
    "Lets the smart wallet named as sender execute the calls in callData.",
    packedUserOperationFields,
  ],
  LightAccountMessage: [signsHash, lightAccountFields],
  Kernel: [signsHash, kernelFields],
  Permit: [takesTokens, erc2612Fields, daiFields, nftFields],
  PermitSingle: [takesTokens, "PermitDetails details, address spender, uint256 sigDeadline"],
  PermitBatch: [
    "Lets the spender take several tokens from your account, without asking again.",
    "PermitDetails[] details, address spender, uint256 sigDeadline",
  ],
  PermitTransferFrom: [
    takesOnce,
    "TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline",
  ],
  PermitBatchTransferFrom: [
    "Lets the spender take several tokens from your account once.",
    "TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline",
  ],
  PermitWitnessTransferFrom: [
    takesOnce,
    "TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, ?",
  ],
};

/** The fields of the types that those lists name. */
const innerTypes: Readonly<Record<string, string>> = {
  PermitDetails: "address token, uint160 amount, uint48 expiration, uint48 nonce",
  TokenPermissions: "address token, uint256 amount",
};

/**
 * What signing a known type allows, in words. Undefined for other fields under a known name: they
 * can have another meaning. The typed data can be invalid.
 */
export function findPermission(typedData: {
  primaryType?: unknown;
  types?: unknown;
}): string | undefined {
  const { primaryType, types } = typedData;
  if (typeof primaryType !== "string" || !Object.hasOwn(permissions, primaryType)) return undefined;
  const [permission, ...lists] = permissions[primaryType] as KnownPermission;
  const fields = getFields(types, primaryType);
  const known = lists.find((list) => isSameList(fields, list));
  const isKnown = Object.entries(innerTypes).every(
    ([name, list]) => !known?.startsWith(name) || getFields(types, name) === list,
  );
  return known !== undefined && isKnown ? permission : undefined;
}

function getFields(types: unknown, name: string): string {
  return formatFieldList(isObject(types) && Object.hasOwn(types, name) ? types[name] : undefined);
}

function isSameList(fields: string, list: string): boolean {
  if (!list.endsWith(anyField)) return fields === list;
  const start = list.slice(0, -1);
  return fields.startsWith(start) && !fields.slice(start.length).includes(",");
}
