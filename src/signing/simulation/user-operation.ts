import { encodeFunctionData, getContractAddress } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { isEqual } from "../shared/problems.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { NotSimulated } from "./simulation-problems.js";

/** The fields that are signed. */
interface PackedUserOperation {
  sender: Address;
  nonce: bigint;
  initCode: Hex;
  callData: Hex;
  accountGasLimits: Hex;
  preVerificationGas: bigint;
  gasFees: Hex;
  paymasterAndData: Hex;
}

/** A user operation and the EntryPoint that executes it. */
export interface UserOperation extends PackedUserOperation {
  entryPoint: Address;
  hash: Hex;
  paymaster: Address | undefined;
}

/** A call that the EntryPoint, or the contract that it creates wallets with, makes. */
export interface OperationCall {
  from: Address;
  to: Address;
  data: Hex;
}

export function readUserOperation({ domain, message }: NormalTypedData, hash: Hex): UserOperation {
  const operation = message as unknown as PackedUserOperation;
  const paymaster = readAddress(operation.paymasterAndData);
  return { ...operation, entryPoint: domain.verifyingContract as Address, hash, paymaster };
}

/** The first 20 bytes, or undefined if there are fewer. */
function readAddress(bytes: Hex): Address | undefined {
  return bytes.length >= 42 ? (bytes.slice(0, 42) as Address) : undefined;
}

/**
 * The most that the EntryPoint charges the wallet, in wei. It is not part of the simulated calls.
 * Each field of 32 bytes contains two integers of 16 bytes.
 */
export function getMaxGasCost(operation: UserOperation): bigint {
  // With a paymaster, the EntryPoint charges the paymaster.
  if (operation.paymaster) return 0n;
  const { accountGasLimits, preVerificationGas, gasFees } = operation;
  const [verificationGas, callGas] = [readHalf(accountGasLimits, 0), readHalf(accountGasLimits, 1)];
  return (verificationGas + callGas + preVerificationGas) * readHalf(gasFees, 1);
}

function readHalf(bytes: Hex, index: 0 | 1): bigint {
  return BigInt(`0x${bytes.slice(2 + 32 * index, 34 + 32 * index)}`);
}

const delegationPrefix = "0xef0100";
const executeUserOpSelector = "0x8dd7712f";

const executeUserOpAbi = [
  {
    type: "function",
    name: "executeUserOp",
    stateMutability: "nonpayable",
    inputs: [
      {
        name: "operation",
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
      },
      { name: "hash", type: "bytes32" },
    ],
    outputs: [],
  },
] as const;

/**
 * Returns the calls that the EntryPoint makes for an operation, in order, and the code of a wallet
 * that the authorization delegates. `code` is the wallet's code on the chain, `delegate` the
 * contract of the quote's EIP-7702 authorization.
 */
export function listCalls(
  operation: UserOperation,
  code: Hex | undefined,
  delegate: Address | undefined,
): { calls: OperationCall[]; walletCode: Hex | undefined } {
  const walletCode: Hex | undefined = delegate && `${delegationPrefix}${delegate.slice(2)}`;
  const currentCode = walletCode ?? code ?? "0x";
  const setup = getSetupCall(operation, currentCode);
  if (currentCode === "0x" && !setup)
    throw new NotSimulated("walletAddress", "a wallet with code, or its deployment", "no code");
  const { entryPoint, sender } = operation;
  const data = getCallData(operation);
  // The EntryPoint makes no call without call data.
  const calls = data === "0x" ? [] : [{ from: entryPoint, to: sender, data }];
  return { calls: setup ? [setup, ...calls] : calls, walletCode };
}

/** The EntryPoint replaces the call data of a wallet that asks for the whole operation. */
function getCallData(operation: UserOperation): Hex {
  const { callData, hash } = operation;
  if (!callData.toLowerCase().startsWith(executeUserOpSelector)) return callData;
  const signed = { ...operation, signature: "0x" } as const;
  return encodeFunctionData({ abi: executeUserOpAbi, args: [signed, hash] });
}

/** The call that deploys the wallet, or initialises a delegated one. */
function getSetupCall(
  { entryPoint, initCode, sender }: UserOperation,
  currentCode: Hex,
): OperationCall | undefined {
  const factory = readAddress(initCode);
  if (!factory) return undefined;
  // The EntryPoint's constructor creates this contract first, so its nonce was 1.
  const from = getContractAddress({ from: entryPoint, nonce: 1n });
  const data: Hex = `0x${initCode.slice(42)}`;
  if (currentCode === "0x") return { from, to: factory, data };
  // In the typed data of an EIP-7702 wallet, the delegate is in the place of the factory.
  const isDelegate = isEqual(currentCode, `${delegationPrefix}${factory.slice(2)}`);
  return isDelegate && data !== "0x" ? { from, to: sender, data } : undefined;
}
