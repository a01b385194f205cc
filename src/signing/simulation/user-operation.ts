import { encodeFunctionData, getContractAddress, parseAbi, size, slice } from "viem/utils";
import type { Address, Hex } from "../../shared/patterns.js";
import type { NormalTypedData } from "../eip712/normal-typed-data.js";
import { createUnmeasured, NotSimulated } from "./not-simulated.js";

/** A user operation and the EntryPoint that executes it. All hex is in lower case. */
export interface UserOperation {
  sender: Address;
  nonce: bigint;
  initCode: Hex;
  callData: Hex;
  accountGasLimits: Hex;
  preVerificationGas: bigint;
  gasFees: Hex;
  paymasterAndData: Hex;
  entryPoint: Address;
  hash: Hex;
  paymaster: Address | undefined;
}

/** A call that the EntryPoint, or the contract that it creates wallets with, makes. */
interface EntryPointCall {
  from: Address;
  to: Address;
  data: Hex;
  /** Of the transaction, so that the call gets what the operation states. */
  gas: bigint;
}

/** The call before the operation: it deploys the wallet, or initialises a delegated one. */
export type WalletSetup = "deployment" | "initialisation" | undefined;

export interface Execution {
  /** The call of the setup comes first. */
  calls: EntryPointCall[];
  setup: WalletSetup;
  /** The code of a wallet that the authorization delegates. */
  walletCode: Hex | undefined;
}

/** Twice what a transaction may use on most chains. Nodes reject calls with more. */
const maxCallGas = 30_000_000n;
/** The size of the largest transaction that nodes forward. Reading more blocks the thread. */
const maxBytes = 131_072;
const messagePath = "typedData.message";

export function readUserOperation({ domain, message }: NormalTypedData, hash: Hex): UserOperation {
  // viem takes upper-case digits of an address for its checksum. The typed data can have them.
  const entries = Object.entries({ ...message, entryPoint: domain.verifyingContract, hash }).map(
    ([name, value]) => [name, typeof value === "string" ? value.toLowerCase() : value],
  );
  const operation = Object.fromEntries(entries) as UserOperation;
  for (const field of ["initCode", "callData", "paymasterAndData"] as const) {
    const bytes = size(operation[field]);
    if (bytes > maxBytes)
      throw createUnmeasured(`at most ${maxBytes} bytes`, bytes, `${messagePath}.${field}`);
  }
  return { ...operation, paymaster: readAddress(operation.paymasterAndData) };
}

const readAddress = (bytes: Hex) => (size(bytes) < 20 ? undefined : slice(bytes, 0, 20));

/** The most that the EntryPoint charges the wallet, in wei. The simulated calls do not have it. */
export function getMaxGasCost(operation: UserOperation): bigint {
  // With a paymaster, the EntryPoint charges the paymaster.
  if (operation.paymaster) return 0n;
  const [verificationGas, callGas] = readHalves(operation.accountGasLimits);
  const [, maxFeePerGas] = readHalves(operation.gasFees);
  return (verificationGas + callGas + operation.preVerificationGas) * maxFeePerGas;
}

function readHalves(bytes: Hex): [first: bigint, second: bigint] {
  return [BigInt(slice(bytes, 0, 16)), BigInt(slice(bytes, 16, 32))];
}

/**
 * Returns the calls that the EntryPoint makes for an operation, in order. `code` is the wallet's
 * code on the chain, `delegate` the contract of the EIP-7702 authorization.
 */
export function planExecution(
  operation: UserOperation,
  code: Hex | undefined,
  delegate: Address | undefined,
): Execution {
  const { entryPoint, sender, initCode } = operation;
  const walletCode = delegate && toDelegation(delegate);
  const currentCode = walletCode ?? code?.toLowerCase() ?? "0x";
  const [setupGas, callGas] = readHalves(operation.accountGasLimits);
  const data = getCallData(operation);
  const calls: EntryPointCall[] = [];
  // The EntryPoint makes no call without call data.
  if (data !== "0x")
    calls.push({ from: entryPoint, to: sender, data, gas: getTransactionGas(data, callGas) });
  const factory = readAddress(initCode);
  const addSetup = (to: Address, setup: WalletSetup): Execution => {
    // The EntryPoint creates wallets by a contract that its constructor created.
    const creator = getContractAddress({ from: entryPoint, nonce: 1n });
    const setupData: Hex = `0x${initCode.slice(42)}`;
    const gas = getTransactionGas(setupData, setupGas);
    calls.unshift({ from: creator.toLowerCase() as Address, to, data: setupData, gas });
    return { calls, setup, walletCode };
  };
  if (currentCode === "0x" && factory) return addSetup(factory, "deployment");
  if (currentCode === "0x") {
    const expected = "a wallet with code, or its deployment";
    throw new NotSimulated("simulated_revert", "walletAddress", expected, "no code");
  }
  // In the typed data of an EIP-7702 wallet, the delegate is in the place of the factory.
  const isDelegate = factory !== undefined && currentCode === toDelegation(factory);
  if (isDelegate && size(initCode) > 20) return addSetup(sender, "initialisation");
  return { calls, setup: undefined, walletCode };
}

const toDelegation = (contract: Address): Hex => `0xef0100${contract.slice(2).toLowerCase()}`;

const wholeOperation = [
  "struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
  "function executeUserOp(Operation operation, bytes32 hash)",
] as const;

/** The EntryPoint replaces the call data of a wallet that asks for the whole operation. */
function getCallData(operation: UserOperation): Hex {
  if (!operation.callData.startsWith("0x8dd7712f")) return operation.callData;
  const signed = { ...operation, signature: "0x" as const };
  return encodeFunctionData({ abi: parseAbi(wholeOperation), args: [signed, operation.hash] });
}

/**
 * The gas of a transaction whose call gets `callGas`. With another gas, a contract could behave
 * differently in the simulation.
 */
function getTransactionGas(data: Hex, callGas: bigint): bigint {
  if (callGas > maxCallGas) {
    const expected = `a call with at most ${maxCallGas} gas`;
    throw createUnmeasured(expected, callGas, `${messagePath}.accountGasLimits`);
  }
  const bytes = data.slice(2).match(/../g) ?? [];
  const zeros = bytes.filter((byte) => byte === "00").length;
  // The prices of EIP-2028 and of EIP-7623, which sets a minimum.
  const tokens = BigInt(zeros + 4 * (bytes.length - zeros));
  const [gas, minimum] = [21_000n + 4n * tokens + callGas, 21_000n + 10n * tokens];
  return gas < minimum ? minimum : gas;
}
