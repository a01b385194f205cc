import type { TypedData } from "../../contract/shared/types.js";
import {
  checkEqual,
  checkHash,
  isEqual,
  prefixPath,
  type ReportProblem,
  trackProblems,
} from "../shared/problems.js";
import {
  domainTypeName,
  formatFieldList,
  type NormalTypedData,
  omitSignature,
  parseDomain,
  parseFieldList,
  parseObject,
  parseStruct,
} from "./parse-struct.js";
import { hashNormalTypedData } from "./sign-normal-typed-data.js";

/** What typed data is held against. */
export interface CheckTypedDataOptions {
  /** Where it is not known, the wallet is not compared. */
  walletAddress: string | undefined;
  /** Where it is not known, the chain is not compared. */
  chainId: number | undefined;
}

/** EntryPoint v0.8 and v0.9, whose user operation hashes are EIP-712 hashes. */
const entryPoints = [
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x433709009b8330fda32311df1c2afa402ed8d009",
];

/** What is known of a type: the name of its domain, and its fields. */
type KnownType = readonly [name: string, fields: string];

const packedUserOperation: KnownType = [
  "ERC4337",
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData",
];

/** The forms in which the smart wallets take an order (ERC-1271), by primary type: one field, which holds the hash of the order. */
const wrappers: ReadonlyMap<unknown, KnownType> = new Map([
  ["LightAccountMessage", ["LightAccount", "bytes message"]],
  ["Kernel", ["Kernel", "bytes32 hash"]],
]);

export function isPackedUserOperation({ primaryType }: TypedData): boolean {
  return primaryType === "PackedUserOperation";
}

/** A packed user operation: its hash is the one that is signed, its sender the wallet, its chain the quote's. */
export function checkUserOperation(
  given: TypedData,
  hash: unknown,
  terms: CheckTypedDataOptions,
  to: ReportProblem,
): void {
  const report = prefixPath(to, "typedData");
  const typedData = parseKnownTypedData(
    { ...given, message: omitSignature(given.message) },
    packedUserOperation,
    terms,
    report,
  );
  if (!typedData) return;
  const { domain, message } = typedData;
  checkEqual(report, "typed_data", "domain.version", "1", domain.version);
  if (!entryPoints.some((entryPoint) => isEqual(entryPoint, domain.verifyingContract))) {
    report(
      "typed_data",
      "domain.verifyingContract",
      `an EntryPoint: ${entryPoints.join(" or ")}`,
      domain.verifyingContract,
    );
  }
  if (terms.walletAddress !== undefined)
    checkEqual(report, "wallet", "message.sender", terms.walletAddress, message.sender);
  checkEqual(to, "hash", "userOperationHash", hashNormalTypedData(typedData), hash);
}

/** An order or a cancellation, wrapped for the account that signs it. What stands behind the hash inside cannot be known. Answers with its one right form. */
export function checkOrder(
  given: TypedData,
  terms: CheckTypedDataOptions,
  to: ReportProblem,
  path = "typedData",
): NormalTypedData | undefined {
  const report = prefixPath(to, path);
  const { primaryType } = given;
  const wrapper = wrappers.get(primaryType);
  if (!wrapper)
    return report("typed_data", "primaryType", "LightAccountMessage or Kernel", primaryType);
  const typedData = parseKnownTypedData(given, wrapper, terms, report);
  if (!typedData) return undefined;
  const { verifyingContract } = typedData.domain;
  checkEqual(
    report,
    "wallet",
    "domain.verifyingContract",
    terms.walletAddress ?? verifyingContract ?? "a wallet",
    verifyingContract,
  );
  for (const [name, hash] of Object.entries(typedData.message))
    checkHash(report, "typed_data", `message.${name}`, hash);
  return typedData;
}

/**
 * Typed data of a type that is known, in its normal form; undefined where that cannot be told. Exactly the one type that it claims to be:
 * with others the words on the screen could be other words.
 */
function parseKnownTypedData(
  {
    primaryType,
    types: given,
    domain: givenDomain,
    message: sent,
  }: Omit<TypedData, "message"> & { message: unknown },
  [name, fields]: KnownType,
  { chainId }: CheckTypedDataOptions,
  to: ReportProblem,
): NormalTypedData | undefined {
  const [report, isSound] = trackProblems(to);
  const { [domainTypeName]: ofDomain, ...types } = parseObject(given, "types", report) ?? {};
  checkEqual(report, "typed_data", "types", primaryType, Object.keys(types).join());
  checkEqual(
    report,
    "typed_data",
    `types.${primaryType}`,
    fields,
    formatFieldList(types[primaryType]),
  );
  const [domain, domainFields] = parseDomain(givenDomain, ofDomain, report);
  const messageFields = parseFieldList(fields);
  const message = parseStruct(primaryType, messageFields, sent, "message", report);
  checkEqual(to, "typed_data", "domain.name", name, domain.name);
  // Without a chain id the signature would be valid on every chain.
  checkEqual(
    to,
    "chain",
    "domain.chainId",
    chainId ?? (domain.chainId as number | undefined) ?? "a chain id",
    domain.chainId,
  );
  // Neither wallets nor EntryPoints have one: it would make another domain of it, one that nobody here knows.
  if (domain.salt !== undefined) to("typed_data", "domain.salt", "none", domain.salt);
  if (!message || !isSound()) return undefined;
  return {
    domain,
    types: { [primaryType]: messageFields, [domainTypeName]: domainFields },
    primaryType,
    message,
  };
}
