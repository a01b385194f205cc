import { TypedDataEncoder } from "ethers";
import type { Random } from "./random-numbers.js";

const entryPoints = [
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x433709009b8330fda32311df1c2afa402ed8d009",
];

const operationTypes = {
  PackedUserOperation: [
    ["address", "sender"],
    ["uint256", "nonce"],
    ["bytes", "initCode"],
    ["bytes", "callData"],
    ["bytes32", "accountGasLimits"],
    ["uint256", "preVerificationGas"],
    ["bytes32", "gasFees"],
    ["bytes", "paymasterAndData"],
  ].map(([type = "", name = ""]) => ({ name, type })),
};

/** The typed data of an operation and its hash by ethers. */
export function createOperation(random: Random, sender: string, chainId: number) {
  const verifyingContract = random.pick(...entryPoints);
  const typedData = {
    domain: { name: "ERC4337", version: "1", chainId, verifyingContract },
    types: operationTypes,
    primaryType: "PackedUserOperation",
    message: {
      sender,
      nonce: String(random.integer(0, 1e6)),
      initCode: "0x",
      callData: `0x${random.digits(72)}`,
      accountGasLimits: random.hash(),
      preVerificationGas: "60000",
      gasFees: random.hash(),
      paymasterAndData: "0x",
    },
  };
  return { typedData, userOperationHash: hashOperation(typedData) };
}

/** Throws if the typed data cannot be hashed. */
export function hashOperation({ domain, types, message }: Record<string, unknown>): string {
  return TypedDataEncoder.hash(domain as never, types as never, message as never);
}

/** A limit order, wrapped for one of the wallets. */
export function createOrder(random: Random, wallet: string, chainId: number) {
  const isKernel = random.chance(0.5);
  const primaryType = isKernel ? "Kernel" : "LightAccountMessage";
  const name = isKernel ? "Kernel" : "LightAccount";
  const field = isKernel ? { name: "hash", type: "bytes32" } : { name: "message", type: "bytes" };
  return {
    domain: { name, version: random.pick("1", "2", "0.3.2"), chainId, verifyingContract: wallet },
    types: { [primaryType]: [field] },
    primaryType,
    message: { [field.name]: random.hash() },
  };
}
