import {
  hashAuthorization,
  hashTypedData,
  keccak256,
  recoverAddress,
  recoverMessageAddress,
  stringToHex,
  toHex,
} from "viem/utils";
import type { Authorization, TypedData } from "../../contract/shared/records.js";
import type { Hex } from "../../shared/patterns.js";

/** EntryPoint v0.8, whose user operation hash is an EIP-712 hash. */
export const entryPoint = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";
export const entryPointVersion = "0.8";
/** The contract that EIP-7702 wallets delegate to. */
export const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";

const packedUserOperation = [
  { name: "sender", type: "address" },
  { name: "nonce", type: "uint256" },
  { name: "initCode", type: "bytes" },
  { name: "callData", type: "bytes" },
  { name: "accountGasLimits", type: "bytes32" },
  { name: "preVerificationGas", type: "uint256" },
  { name: "gasFees", type: "bytes32" },
  { name: "paymasterAndData", type: "bytes" },
];

export function createUserOperation(
  chainId: number,
  wallet: string,
  nonce: bigint,
  effects: unknown,
): { typedData: TypedData; hash: Hex } {
  const typedData: TypedData = {
    domain: { name: "ERC4337", version: "1", chainId, verifyingContract: entryPoint },
    types: { PackedUserOperation: packedUserOperation },
    primaryType: "PackedUserOperation",
    message: {
      sender: wallet,
      nonce: nonce.toString(),
      initCode: "0x",
      callData: createCallData(effects),
      accountGasLimits: toHex(0x0007a1200000000000000000000000000007a120n, { size: 32 }),
      preVerificationGas: "60000",
      gasFees: toHex(0x3b9aca00000000000000000000000077359400n, { size: 32 }),
      paymasterAndData: "0x",
    },
  };
  return { typedData, hash: hashTypedMessage(typedData) };
}

/** Covers the effects of an operation. The sandbox has no contracts that could run calls. */
function createCallData(effects: unknown): Hex {
  const text = JSON.stringify(effects, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  // The selector of execute(address,uint256,bytes).
  return `0xb61d27f6${keccak256(stringToHex(text)).slice(2)}`;
}

/** Wraps an order or its cancellation for the account that signs it (ERC-1271). */
export function wrapForAccount(chainId: number, wallet: string, inner: string): TypedData {
  return {
    domain: { name: "LightAccount", version: "1", chainId, verifyingContract: wallet },
    types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "LightAccountMessage",
    message: { message: keccak256(stringToHex(inner)) },
  };
}

export function hashTypedMessage(typedData: TypedData): Hex {
  return hashTypedData(typedData as never);
}

export function createAuthorization(chainId: number, nonce: number): Authorization {
  const hash = hashAuthorization({ chainId, address: delegate, nonce });
  return { chainId, address: delegate, nonce, hash };
}

/** Whether the owner signed the 32 bytes of the hash (EIP-191), not its text. */
export async function isHashSignedBy(hash: Hex, signature: Hex, owner: string): Promise<boolean> {
  return isRecoveredFrom(() => recoverMessageAddress({ message: { raw: hash }, signature }), owner);
}

export async function isTypedDataSignedBy(
  typedData: TypedData,
  signature: Hex,
  owner: string,
): Promise<boolean> {
  return isRecoveredFrom(
    () => recoverAddress({ hash: hashTypedMessage(typedData), signature }),
    owner,
  );
}

export async function isDigestSignedBy(hash: Hex, signature: Hex, owner: string): Promise<boolean> {
  return isRecoveredFrom(() => recoverAddress({ hash, signature }), owner);
}

async function isRecoveredFrom(recover: () => Promise<string>, owner: string): Promise<boolean> {
  try {
    return (await recover()).toLowerCase() === owner.toLowerCase();
  } catch {
    // Treat malformed bytes as an invalid signature.
    return false;
  }
}
