import { ConnectionError } from "../../errors/connection.js";
import { isObject } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { decimalPlaces } from "../shared/decimal.js";
import { readFailure } from "../signer/to-signing-error.js";
import { entryPoints, isOperation, parseLog, toAddress } from "./logs.js";

/** A viem public client. */
export interface SettlementNode {
  getChainId(): Promise<number>;
  getTransactionReceipt(parameters: never): Promise<unknown>;
  getBlock(parameters: never): Promise<unknown>;
  getLogs(parameters: never): Promise<unknown>;
  getBalance(parameters: never): Promise<unknown>;
  readContract(parameters: never): Promise<unknown>;
}

/** Errors of the node are converted: their text can have an URL with a key. */
export async function askNode<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw createNodeError(readFailure(error).message ?? "no reason given");
  }
}

export const nodeHint = "Try again, or pass another node. It only reads.";

function createNodeError(reason: string): ConnectionError {
  const message = `readSettlement: the node failed: ${reason}`;
  return new ConnectionError(message, { phase: "exchange", hint: nodeHint });
}

/** Undefined if the node does not return it. Many nodes have no state of old blocks. */
export async function tryNode(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

/** Undefined if the transaction is not in a block, as far as the node knows. */
export async function readReceipt(node: SettlementNode, hash: Hex) {
  const ignoreMissing = (error: unknown) => {
    if (Object(error).name !== "TransactionReceiptNotFoundError") throw error;
  };
  const receipt = await askNode(() =>
    node.getTransactionReceipt({ hash } as never).catch(ignoreMissing),
  );
  if (!isObject(receipt) || receipt.blockNumber === null) return undefined;
  const { blockNumber, logs: given, status } = receipt;
  if (typeof blockNumber !== "bigint" || !Array.isArray(given))
    throw createNodeError("it returned a malformed receipt");
  const logs = parseLogs(given);
  // Whether it lists another value than a log.
  const isMalformed = logs.length < given.length;
  return { blockNumber, logs, isMalformed, isReverted: status === "reverted" };
}

const parseLogs = (logs: readonly unknown[]) =>
  Array.from(logs, parseLog).filter((log) => log !== undefined);

/**
 * The senders of all transactions of a block, and of its operations but this one. Undefined if the
 * node does not return all of it.
 */
export async function readSenders(
  node: SettlementNode,
  blockNumber: bigint,
  hash: string,
): Promise<readonly string[] | undefined> {
  const filter = { address: entryPoints, fromBlock: blockNumber, toBlock: blockNumber };
  const [block, logs] = await Promise.all([
    tryNode(() => node.getBlock({ blockNumber, includeTransactions: true } as never)),
    tryNode(() => node.getLogs(filter as never)),
  ]);
  const { transactions } = Object(block) as Record<string, unknown>;
  if (!Array.isArray(transactions) || !Array.isArray(logs)) return undefined;
  const others = parseLogs(logs).filter((log) => isOperation(log) && `0x${log.words[0]}` !== hash);
  const senders: unknown[] = [
    ...transactions.map((each) => Object(each).from),
    ...others.map(({ words: [, sender = ""] }) => toAddress(sender)),
  ];
  return senders.every((sender) => typeof sender === "string") ? senders : undefined;
}

/** The parameters of each function that is read, and its result. */
const views = {
  decimals: [[], "uint8"],
  balanceOf: [["address"], "uint256"],
  allowance: [["address", "address"], "uint256"],
  isApprovedForAll: [["address", "address"], "bool"],
  getApproved: [["uint256"], "address"],
} as const;

/** Of the newest block without a number. Undefined if the node does not return it. */
export function readView(
  node: Pick<SettlementNode, "readContract">,
  address: Address,
  name: keyof typeof views,
  args: readonly unknown[],
  blockNumber?: bigint,
): Promise<unknown> {
  const [types, result] = views[name];
  const inputs = types.map((type: string) => ({ type }));
  const outputs = [{ type: result }];
  const abi = [{ type: "function", name, inputs, outputs, stateMutability: "view" }];
  const call = { address, abi, functionName: name, args, blockNumber };
  return tryNode(() => node.readContract(call as never));
}

export const isPlaces = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= decimalPlaces;

/** Undefined unless the node states 0 to 255. */
export async function readDecimals(node: Pick<SettlementNode, "readContract">, token: Address) {
  const value = await readView(node, token, "decimals", []);
  const decimals = typeof value === "bigint" ? Number(value) : value;
  return isPlaces(decimals) ? decimals : undefined;
}

/** The native coins of an account, with its deposit at an EntryPoint, which is its own too. */
export async function readNativeCoins(
  node: SettlementNode,
  address: Address,
  entryPoint: Address | undefined,
  blockNumber: bigint,
) {
  const [balance, deposit] = await Promise.all([
    tryNode(() => node.getBalance({ address, blockNumber } as never)),
    entryPoint ? readView(node, entryPoint, "balanceOf", [address], blockNumber) : 0n,
  ]);
  return typeof balance === "bigint" && typeof deposit === "bigint" ? balance + deposit : undefined;
}
