import { type BaseError, type Hex, parseEther } from "viem";
import {
  entryPoint08Address,
  getUserOperationTypedData,
  toPackedUserOperation,
  type UserOperation,
} from "viem/account-abstraction";
import { foundry } from "viem/chains";
import type { TypedData } from "../../../src/contract/shared/records.js";
import { type ChainClient, relayer } from "./evm-node.js";

const packed = {
  type: "tuple",
  components: [
    { name: "sender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "initCode", type: "bytes" },
    { name: "callData", type: "bytes" },
    { name: "accountGasLimits", type: "bytes32" },
    { name: "preVerificationGas", type: "uint256" },
    { name: "gasFees", type: "bytes32" },
    { name: "paymasterAndData", type: "bytes" },
    { name: "signature", type: "bytes" },
  ],
} as const;

const abi = [
  {
    type: "function",
    name: "getUserOpHash",
    stateMutability: "view",
    inputs: [{ name: "operation", ...packed }],
    outputs: [{ type: "bytes32" }],
  },
  {
    type: "function",
    name: "handleOps",
    stateMutability: "nonpayable",
    inputs: [
      { name: "operations", ...packed, type: "tuple[]" },
      { name: "beneficiary", type: "address" },
    ],
    outputs: [],
  },
  {
    type: "error",
    name: "FailedOp",
    inputs: [
      { name: "index", type: "uint256" },
      { name: "reason", type: "string" },
    ],
  },
  {
    type: "error",
    name: "FailedOpWithRevert",
    inputs: [
      { name: "index", type: "uint256" },
      { name: "reason", type: "string" },
      { name: "inner", type: "bytes" },
    ],
  },
] as const;

export const executeAbi = [
  {
    type: "function",
    name: "execute",
    stateMutability: "nonpayable",
    inputs: [
      { name: "target", type: "address" },
      { name: "value", type: "uint256" },
      { name: "data", type: "bytes" },
    ],
    outputs: [],
  },
] as const;

export const oneEther = parseEther("1");
/** The receiver of the payments. Its balance is zero at the start. */
export const payee = "0x00000000000000000000000000000000000beef1";

export type Operation = UserOperation<"0.8">;

/** Generous gas limits, so that only the signature decides. */
export const gas = {
  callGasLimit: 200_000n,
  verificationGasLimit: 1_000_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
};

/**
 * Formats an operation of v0.8 as a service sends it: JSON with integers as strings, and only
 * signed fields.
 */
export function typedDataOf(operation: Operation, chainId: number = foundry.id): TypedData {
  const typedData = getUserOperationTypedData({
    chainId,
    entryPointAddress: entryPoint08Address,
    userOperation: operation,
  });
  const asText = (key: string, value: unknown) =>
    key === "signature" ? undefined : typeof value === "bigint" ? value.toString() : value;
  return JSON.parse(JSON.stringify(typedData, asText));
}

/** Wraps an EntryPoint: reads a hash, submits an operation, or simulates one. */
export function entryPointAt(client: ChainClient, address: Hex) {
  const call = (operation: Operation) => ({
    address,
    abi,
    functionName: "handleOps" as const,
    args: [[toPackedUserOperation(operation)], relayer.address] as const,
  });
  return {
    hashOf: (operation: Operation) =>
      client.readContract({
        address,
        abi,
        functionName: "getUserOpHash",
        args: [toPackedUserOperation(operation)],
      }),

    /**
     * Submits an operation in its own block, also if it fails. `authorizationList` is part of the
     * transaction.
     */
    async send(
      operation: Operation,
      more: Pick<Parameters<typeof client.sendTransaction>[0], "authorizationList"> = {},
    ) {
      // Set the gas limit: an estimate would reject a bad operation before it reaches a block.
      const hash = await client.writeContract({
        ...call(operation),
        gas: 3_000_000n,
        ...more,
      } as never);
      return client.waitForTransactionReceipt({ hash });
    },

    /** Simulates an operation. Returns the chain's reason for a rejection, or null. */
    async refusal(operation: Operation): Promise<string | null> {
      try {
        await client.simulateContract(call(operation));
        return null;
      } catch (error) {
        const revert = (error as BaseError).walk((cause) => "data" in (cause as object)) as {
          data?: { args?: readonly unknown[] };
        } | null;
        if (!revert?.data?.args) throw error;
        return String(revert.data.args[1]);
      }
    },
  };
}

export type EntryPoint = ReturnType<typeof entryPointAt>;

/** Returns the bytes with one flipped bit. */
export function flip(bytes: Hex, bit: number): Hex {
  const at = 2 + Math.floor(bit / 4);
  const digit = Number.parseInt(bytes[at] ?? "", 16) ^ (1 << (bit % 4));
  return `${bytes.slice(0, at)}${digit.toString(16)}${bytes.slice(at + 1)}` as Hex;
}
