import type { TypedData } from "../contract/types/common.js";
import { hashNormal, listed, type NormalTypedData, readTypedData } from "./normalise-typed-data.js";
import { hold, holdHash, type Report, same, under } from "./report.js";

/** What typed data is held against. */
export interface TypedDataTerms {
  /** Where it is not known, the wallet is not compared. */
  walletAddress: string | undefined;
  /** Where it is not known, the chain is not compared. */
  chainId: number | undefined;
}

/** EntryPoint v0.8 and v0.9, whose user operation hashes are EIP-712 hashes. */
const entryPoints = ["0x4337084d9e255ff0702461cf8895ce9e3b5ff108", "0x433709009b8330fda32311df1c2afa402ed8d009"];

const packedUserOperation =
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData";

/** The forms in which the smart wallets take an order (ERC-1271), by primary type: the one field, which holds the hash of the order. */
const wrappers: Readonly<Record<string, { account: string; type: string; name: string }>> = {
  LightAccountMessage: { account: "LightAccount", type: "bytes", name: "message" },
  Kernel: { account: "Kernel", type: "bytes32", name: "hash" },
};

export function isPackedUserOperation({ primaryType }: TypedData): boolean {
  return primaryType === "PackedUserOperation";
}

/** A packed user operation: its hash is the one that is signed, its sender the wallet, its chain the quote's. */
export function checkUserOperation(given: TypedData, hash: unknown, terms: TypedDataTerms, report: Report): void {
  const inside = under(report, "typedData");
  const typedData = readTypedData(given, inside);
  if (!typedData) return;
  const { domain, message } = typedData;
  checkShape(typedData, packedUserOperation, inside);
  hold(inside, "typed_data", "domain.name", "ERC4337", domain.name);
  hold(inside, "typed_data", "domain.version", "1", domain.version);
  if (!entryPoints.some((entryPoint) => same(entryPoint, domain.verifyingContract))) {
    inside("typed_data", "domain.verifyingContract", `an EntryPoint: ${entryPoints.join(" or ")}`, domain.verifyingContract);
  }
  checkChain(typedData, terms, inside);
  checkSalt(typedData, inside);
  if (terms.walletAddress !== undefined) hold(inside, "wallet", "message.sender", terms.walletAddress, message.sender);
  hold(report, "hash", "userOperationHash", hashNormal(typedData), hash);
}

/** An order or a cancellation, wrapped for the account that signs it. What stands behind the hash inside cannot be known. Answers with its one right form. */
export function checkOrder(given: TypedData, terms: TypedDataTerms, to: Report, path = "typedData"): NormalTypedData | undefined {
  const report = under(to, path);
  const typedData = readTypedData(given, report);
  if (!typedData) return undefined;
  const { primaryType, domain, message } = typedData;
  const wrapper = Object.hasOwn(wrappers, primaryType) ? wrappers[primaryType] : undefined;
  if (!wrapper) return report("typed_data", "primaryType", Object.keys(wrappers).join(" or "), primaryType);
  const { account, name } = wrapper;
  checkShape(typedData, listed([wrapper]), report);
  hold(report, "typed_data", "domain.name", account, domain.name);
  const { verifyingContract } = domain;
  hold(report, "wallet", "domain.verifyingContract", terms.walletAddress ?? verifyingContract ?? "a wallet", verifyingContract);
  checkChain(typedData, terms, report);
  checkSalt(typedData, report);
  holdHash(report, "typed_data", `message.${name}`, message[name]);
  return typedData;
}

/** Exactly the one type that it claims to be: with others the words on the screen could be other words. */
function checkShape({ types, primaryType }: NormalTypedData, fields: string, report: Report): void {
  const names = Object.keys(types).filter((name) => name !== "EIP712Domain");
  hold(report, "typed_data", "types", primaryType, names.join());
  hold(report, "typed_data", `types.${primaryType}`, fields, listed(types[primaryType] ?? []));
}

/** Neither wallets nor EntryPoints have one: it would make another domain of it, one that nobody here knows. */
function checkSalt({ domain: { salt } }: NormalTypedData, report: Report): void {
  if (salt !== undefined) report("typed_data", "domain.salt", "none", salt);
}

/** Without a chain id the signature would be valid on every chain. */
function checkChain({ domain }: NormalTypedData, { chainId }: TypedDataTerms, report: Report): void {
  hold(report, "chain", "domain.chainId", chainId ?? (domain.chainId as number | undefined) ?? "a chain id", domain.chainId);
}
