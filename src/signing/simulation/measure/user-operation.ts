import { keccak256 } from "viem/utils";
import type { Address, Hex } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import type { NormalTypedData } from "../../typed-data/parse-struct.js";
import { NotSimulated } from "../simulation-problems.js";
import { toWord } from "./measures.js";

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
  /** Of the transaction, so that the call gets what the operation states. */
  gas: bigint;
}

/** Twice what a transaction may use on most chains. Nodes reject calls with more. */
const maxCallGas = 30_000_000n;
/** The size of the largest transaction that nodes forward. Reading more blocks the thread. */
const maxBytes = 131_072;

export function readUserOperation({ domain, message }: NormalTypedData, hash: Hex): UserOperation {
  // viem takes upper-case digits of an address for its checksum. The typed data can have them.
  const operation = toLowerCase(message) as unknown as PackedUserOperation;
  assertReadableSize(operation);
  const paymaster = readAddress(operation.paymasterAndData);
  const entryPoint = domain.verifyingContract?.toLowerCase() as Address;
  return { ...operation, entryPoint, hash, paymaster };
}

function toLowerCase(message: object): object {
  const entries = Object.entries(message).map(([name, value]) =>
    typeof value === "string" ? [name, value.toLowerCase()] : [name, value],
  );
  return Object.fromEntries(entries);
}

function assertReadableSize(operation: PackedUserOperation): void {
  for (const field of ["initCode", "callData", "paymasterAndData"] as const) {
    const bytes = operation[field].length / 2 - 1;
    if (bytes <= maxBytes) continue;
    const path = `typedData.message.${field}`;
    throw new NotSimulated(path, `at most ${maxBytes} bytes`, `${bytes}`, "simulated_unmeasured");
  }
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
  const { preVerificationGas, gasFees } = operation;
  const [verificationGas, callGas] = readGasLimits(operation);
  return (verificationGas + callGas + preVerificationGas) * readHalf(gasFees, 1);
}

function readGasLimits({ accountGasLimits }: UserOperation): [verification: bigint, call: bigint] {
  return [readHalf(accountGasLimits, 0), readHalf(accountGasLimits, 1)];
}

function readHalf(bytes: Hex, index: 0 | 1): bigint {
  return BigInt(`0x${bytes.slice(2 + 32 * index, 34 + 32 * index)}`);
}

/** The call before the operation: it deploys the wallet, or initialises a delegated one. */
export type WalletSetup = "deployment" | "initialisation" | undefined;

const delegationPrefix = "0xef0100";
const executeUserOpSelector: Hex = "0x8dd7712f";

/**
 * Returns the calls that the EntryPoint makes for an operation, in order, and the code of a wallet
 * that the authorization delegates. `code` is the wallet's code on the chain, `delegate` the
 * contract of the quote's EIP-7702 authorization.
 */
export function listCalls(
  operation: UserOperation,
  code: Hex | undefined,
  delegate: Address | undefined,
): { calls: OperationCall[]; walletCode: Hex | undefined; setup: WalletSetup } {
  const walletCode: Hex | undefined = delegate && `${delegationPrefix}${delegate.slice(2)}`;
  const currentCode = walletCode ?? code ?? "0x";
  const setupCall = getSetupCall(operation, currentCode);
  const isDeployed = currentCode !== "0x";
  if (!isDeployed && !setupCall)
    throw new NotSimulated(
      "walletAddress",
      "a wallet with code, or its deployment",
      "no code",
      "simulated_revert",
    );
  const { entryPoint, sender } = operation;
  const data = getCallData(operation);
  // The EntryPoint makes no call without call data.
  const [, callGas] = readGasLimits(operation);
  const gas = getTransactionGas(data, callGas);
  const calls = data === "0x" ? [] : [{ from: entryPoint, to: sender, data, gas }];
  if (!setupCall) return { calls, walletCode, setup: undefined };
  const setup = isDeployed ? "initialisation" : "deployment";
  return { calls: [setupCall, ...calls], walletCode, setup };
}

/**
 * The gas of a transaction whose call gets `callGas`. With another gas, a contract could behave
 * differently in the simulation.
 */
function getTransactionGas(data: Hex, callGas: bigint): bigint {
  if (callGas > maxCallGas) {
    const expected = `a call with at most ${maxCallGas} gas`;
    const path = "typedData.message.accountGasLimits";
    throw new NotSimulated(path, expected, `${callGas}`, "simulated_unmeasured");
  }
  const bytes = data.slice(2).match(/../g) ?? [];
  const zeros = bytes.filter((byte) => byte === "00").length;
  // The prices of EIP-2028 and of EIP-7623, which sets a minimum.
  const tokens = BigInt(zeros + 4 * (bytes.length - zeros));
  const [gas, minimum] = [21_000n + 4n * tokens + callGas, 21_000n + 10n * tokens];
  return gas < minimum ? minimum : gas;
}

/** The EntryPoint replaces the call data of a wallet that asks for the whole operation. */
function getCallData(operation: UserOperation): Hex {
  const isWholeOperation = operation.callData.toLowerCase().startsWith(executeUserOpSelector);
  return isWholeOperation ? encodeExecuteUserOp(operation) : operation.callData;
}

/**
 * Encodes a call of `executeUserOp(PackedUserOperation,bytes32)` with an empty signature. By hand,
 * because a bundler would add viem's encoder to every page that imports this package's chunk.
 */
function encodeExecuteUserOp(operation: UserOperation): Hex {
  const { sender, nonce, initCode, callData, paymasterAndData, hash } = operation;
  const tails: string[] = [];
  const addBytes = (bytes: Hex) => {
    // 9 fields of one word each, then the bytes of the fields before this one.
    const offset = 9 * 32 + tails.join("").length / 2;
    const words = Math.ceil((bytes.length - 2) / 64);
    tails.push(toWord(BigInt((bytes.length - 2) / 2)) + bytes.slice(2).padEnd(words * 64, "0"));
    return toWord(BigInt(offset));
  };
  const fields = [
    ...[toWord(sender), toWord(nonce), addBytes(initCode), addBytes(callData)],
    ...[operation.accountGasLimits.slice(2), toWord(operation.preVerificationGas)],
    ...[operation.gasFees.slice(2), addBytes(paymasterAndData), addBytes("0x")],
  ];
  const parameters = [toWord(64n), hash.slice(2), ...fields, ...tails];
  return `${executeUserOpSelector}${parameters.join("")}`;
}

/** The address of the first contract that another contract creates. */
export function getFirstCreated(creator: Address): Address {
  // RLP: a list of 22 bytes with an address of 20 bytes and the nonce 1.
  return `0x${keccak256(`0xd694${creator.slice(2)}01`).slice(-40)}`;
}

/** The call that deploys the wallet, or initialises a delegated one. */
function getSetupCall(operation: UserOperation, currentCode: Hex): OperationCall | undefined {
  const { entryPoint, initCode, sender } = operation;
  const factory = readAddress(initCode);
  if (!factory) return undefined;
  // The EntryPoint creates wallets by a contract that its constructor created.
  const from = getFirstCreated(entryPoint);
  const data: Hex = `0x${initCode.slice(42)}`;
  const gas = getTransactionGas(data, readGasLimits(operation)[0]);
  if (currentCode === "0x") return { from, to: factory, data, gas };
  // In the typed data of an EIP-7702 wallet, the delegate is in the place of the factory.
  const isDelegate = isEqual(currentCode, `${delegationPrefix}${factory.slice(2)}`);
  return isDelegate && data !== "0x" ? { from, to: sender, data, gas } : undefined;
}
