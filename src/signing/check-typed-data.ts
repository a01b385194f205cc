import type { TypedData, TypedDataField } from "../contract/types/common.js";
import { UnsafeToSignError } from "../errors/signing.js";
import { hashNormal, type NormalTypedData, normaliseTypedData } from "./normalise-typed-data.js";
import { isHash, type Report, sameAddress, sameText } from "./report.js";

/** What typed data is held against. */
export interface TypedDataTerms {
  /** Where it is not known, the wallet is not compared. */
  walletAddress: string | undefined;
  /** Where it is not known, the chain is not compared. */
  chainId: number | undefined;
}

/** EntryPoint v0.8 and v0.9, whose user operation hashes are EIP-712 hashes. */
const entryPoints = ["0x4337084d9e255ff0702461cf8895ce9e3b5ff108", "0x433709009b8330fda32311df1c2afa402ed8d009"];

const packedUserOperation: readonly TypedDataField[] = [
  { name: "sender", type: "address" },
  { name: "nonce", type: "uint256" },
  { name: "initCode", type: "bytes" },
  { name: "callData", type: "bytes" },
  { name: "accountGasLimits", type: "bytes32" },
  { name: "preVerificationGas", type: "uint256" },
  { name: "gasFees", type: "bytes32" },
  { name: "paymasterAndData", type: "bytes" },
];

/** The forms in which the smart wallets take an order (ERC-1271), by primary type: the one field, which holds the hash of the order. */
const wrappers: Readonly<Record<string, { account: string; field: TypedDataField }>> = {
  LightAccountMessage: { account: "LightAccount", field: { name: "message", type: "bytes" } },
  Kernel: { account: "Kernel", field: { name: "hash", type: "bytes32" } },
};

export function isPackedUserOperation({ primaryType }: TypedData): boolean {
  return primaryType === "PackedUserOperation";
}

/** A packed user operation: its hash is the one that is signed, its sender the wallet, its chain the quote's. */
export function checkUserOperation(given: TypedData, hash: unknown, terms: TypedDataTerms, report: Report): void {
  const path = "typedData";
  const typedData = normal(given, report, path);
  if (!typedData) return;
  checkShape(typedData, packedUserOperation, report, path);
  const { name, version, verifyingContract } = typedData.domain;
  if (name !== "ERC4337" || version !== "1") {
    report("typed_data", `${path}.domain`, "ERC4337 version 1", `${name} version ${version}`, "not the domain of user operations");
  }
  if (!entryPoints.some((entryPoint) => sameText(entryPoint, verifyingContract))) {
    report("typed_data", `${path}.domain.verifyingContract`, entryPoints.join(" or "), verifyingContract, "not an EntryPoint");
  }
  checkChain(typedData, terms, report, path);
  const { sender } = typedData.message;
  if (terms.walletAddress !== undefined && !sameAddress(sender, terms.walletAddress)) {
    report("wallet", `${path}.message.sender`, terms.walletAddress, sender, "the operation of another wallet");
  }
  const actual = hashNormal(typedData);
  if (!sameText(hash, actual)) report("hash", "userOperationHash", actual, hash, "not the hash of the typed data beside it");
}

/** An order or a cancellation, wrapped for the account that signs it. What stands behind the hash inside cannot be known. */
export function checkOrder(given: TypedData, terms: TypedDataTerms, report: Report, path = "typedData") {
  const typedData = normal(given, report, path);
  if (!typedData) return;
  const { primaryType } = typedData;
  const wrapper = Object.hasOwn(wrappers, primaryType) ? wrappers[primaryType] : undefined;
  if (!wrapper) {
    const known = Object.keys(wrappers).join(" or ");
    return report("typed_data", `${path}.primaryType`, known, primaryType, "not an order wrapped for a smart wallet");
  }
  checkShape(typedData, [wrapper.field], report, path);
  const { name, verifyingContract } = typedData.domain;
  if (name !== wrapper.account) report("typed_data", `${path}.domain.name`, wrapper.account, name, "not the wallet's own domain");
  if (verifyingContract === undefined || (terms.walletAddress !== undefined && !sameAddress(verifyingContract, terms.walletAddress))) {
    report(
      "wallet",
      `${path}.domain.verifyingContract`,
      terms.walletAddress ?? "a wallet",
      verifyingContract,
      "wrapped for another wallet",
    );
  }
  checkChain(typedData, terms, report, path);
  const order = typedData.message[wrapper.field.name];
  if (!isHash(order)) {
    report("typed_data", `${path}.message.${wrapper.field.name}`, "a 32-byte hash", order, "not the hash of an order");
  }
}

/** Exactly the one type that it claims to be: with others the words on the screen could be other words. */
function checkShape({ types, primaryType }: NormalTypedData, fields: readonly TypedDataField[], report: Report, path: string): void {
  const names = Object.keys(types).filter((name) => name !== "EIP712Domain");
  if (names.join() !== primaryType) {
    report("typed_data", `${path}.types`, primaryType, names.join(", "), "not the types of what it claims to be");
  }
  const listed = (list: readonly TypedDataField[]) => list.map(({ name, type }) => `${type} ${name}`).join(", ");
  const [wanted, given] = [listed(fields), listed(types[primaryType] ?? [])];
  if (wanted !== given) report("typed_data", `${path}.types.${primaryType}`, wanted, given, "not the fields of what it claims to be");
}

function checkChain({ domain }: NormalTypedData, { chainId }: TypedDataTerms, report: Report, path: string): void {
  // Without a chain id the signature would be valid on every chain.
  if (domain.chainId === undefined || (chainId !== undefined && domain.chainId !== chainId)) {
    report("chain", `${path}.domain.chainId`, chainId ?? "a chain id", domain.chainId, "signed for another chain");
  }
}

/** Undefined where it has no single right form: then what is wrong has been reported. */
function normal(typedData: TypedData, report: Report, path: string): NormalTypedData | undefined {
  try {
    return normaliseTypedData(typedData);
  } catch (error) {
    if (!(error instanceof UnsafeToSignError)) throw error;
    for (const problem of error.problems)
      report(problem.code, `${path}.${problem.path}`, problem.expected, problem.actual, "not to be signed");
    return undefined;
  }
}
