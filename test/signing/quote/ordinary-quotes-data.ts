import { TypedDataEncoder } from "ethers";
import type { Random } from "./random-numbers.js";

/** Data of a form that a market quote may carry, and its hash by ethers. */
export function createOtherData(random: Random, chainId: unknown) {
  const typedData = {
    domain: { name: "Notes", version: "1", chainId, verifyingContract: random.address() },
    types: { Note: [{ name: "text", type: "string" }] },
    primaryType: "Note",
    message: { text: random.hash() },
  };
  return { typedData, userOperationHash: hashData(typedData) };
}

/** Undefined if the typed data cannot be hashed. */
export function hashData(typedData: unknown): string | undefined {
  const { domain, types, primaryType, message } = Object(typedData);
  try {
    // ethers rejects types that nothing uses. They do not change the hash.
    return TypedDataEncoder.hash(domain, { [primaryType]: types[primaryType] }, message);
  } catch {
    return undefined;
  }
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
