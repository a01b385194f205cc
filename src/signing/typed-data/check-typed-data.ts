import type { TypedData } from "../../contract/shared/types.js";
import { hold, holdHash, type Report, same, under, watched } from "../shared/problems.js";
import { hashNormal } from "./sign-normalised.js";
import {
  domainType,
  fieldsOf,
  listed,
  type NormalTypedData,
  readDomain,
  readObject,
  readStruct,
  withoutSignature,
} from "./typed-struct.js";

/** What typed data is held against. */
export interface TypedDataTerms {
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
type Known = readonly [name: string, fields: string];

const packedUserOperation: Known = [
  "ERC4337",
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData",
];

/** The forms in which the smart wallets take an order (ERC-1271), by primary type: one field, which holds the hash of the order. */
const wrappers: ReadonlyMap<unknown, Known> = new Map([
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
  terms: TypedDataTerms,
  to: Report,
): void {
  const report = under(to, "typedData");
  const typedData = readKnown(
    { ...given, message: withoutSignature(given.message) },
    packedUserOperation,
    terms,
    report,
  );
  if (!typedData) return;
  const { domain, message } = typedData;
  hold(report, "typed_data", "domain.version", "1", domain.version);
  if (!entryPoints.some((entryPoint) => same(entryPoint, domain.verifyingContract))) {
    report(
      "typed_data",
      "domain.verifyingContract",
      `an EntryPoint: ${entryPoints.join(" or ")}`,
      domain.verifyingContract,
    );
  }
  if (terms.walletAddress !== undefined)
    hold(report, "wallet", "message.sender", terms.walletAddress, message.sender);
  hold(to, "hash", "userOperationHash", hashNormal(typedData), hash);
}

/** An order or a cancellation, wrapped for the account that signs it. What stands behind the hash inside cannot be known. Answers with its one right form. */
export function checkOrder(
  given: TypedData,
  terms: TypedDataTerms,
  to: Report,
  path = "typedData",
): NormalTypedData | undefined {
  const report = under(to, path);
  const { primaryType } = given;
  const wrapper = wrappers.get(primaryType);
  if (!wrapper)
    return report("typed_data", "primaryType", "LightAccountMessage or Kernel", primaryType);
  const typedData = readKnown(given, wrapper, terms, report);
  if (!typedData) return undefined;
  const { verifyingContract } = typedData.domain;
  hold(
    report,
    "wallet",
    "domain.verifyingContract",
    terms.walletAddress ?? verifyingContract ?? "a wallet",
    verifyingContract,
  );
  for (const [name, hash] of Object.entries(typedData.message))
    holdHash(report, "typed_data", `message.${name}`, hash);
  return typedData;
}

/**
 * Typed data of a type that is known, in its normal form; undefined where that cannot be told. Exactly the one type that it claims to be:
 * with others the words on the screen could be other words.
 */
function readKnown(
  {
    primaryType,
    types: given,
    domain: givenDomain,
    message: sent,
  }: Omit<TypedData, "message"> & { message: unknown },
  [name, fields]: Known,
  { chainId }: TypedDataTerms,
  to: Report,
): NormalTypedData | undefined {
  const [report, isSound] = watched(to);
  const { [domainType]: ofDomain, ...types } = readObject(given, "types", report) ?? {};
  hold(report, "typed_data", "types", primaryType, Object.keys(types).join());
  hold(report, "typed_data", `types.${primaryType}`, fields, listed(types[primaryType]));
  const [domain, domainFields] = readDomain(givenDomain, ofDomain, report);
  const messageFields = fieldsOf(fields);
  const message = readStruct(primaryType, messageFields, sent, "message", report);
  hold(to, "typed_data", "domain.name", name, domain.name);
  // Without a chain id the signature would be valid on every chain.
  hold(
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
    types: { [primaryType]: messageFields, [domainType]: domainFields },
    primaryType,
    message,
  };
}
