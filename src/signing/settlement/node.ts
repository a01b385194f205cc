import { ConnectionError } from "../../errors/connection.js";
import { isObject } from "../../shared/guards.js";
import type { Address } from "../../shared/patterns.js";
import { decimalPlaces } from "../shared/decimal.js";
import { readFailure } from "../signer/to-signing-error.js";
import { entryPoints, isOperation, type Log, parseLog, toAddress } from "./logs.js";

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

function createNodeError(reason: string): ConnectionError {
  return new ConnectionError(`readSettlement: the node failed: ${reason}`, {
    phase: "exchange",
    hint: "Try again, or pass another node. It only reads.",
  });
}

/** Undefined if the node does not return it. Many nodes have no state of old blocks. */
async function tryNode<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

export interface Receipt {
  readonly blockNumber: bigint;
  readonly logs: readonly Log[];
  /** Whether it lists another value than a log. */
  readonly isMalformed: boolean;
  readonly isReverted: boolean;
}

/** Undefined if the transaction is not in a block, as far as the node knows. */
export async function readReceipt(
  node: SettlementNode,
  hash: string,
): Promise<Receipt | undefined> {
  const receipt = await askNode(async () => {
    try {
      return await node.getTransactionReceipt({ hash } as never);
    } catch (error) {
      if (Object(error).name === "TransactionReceiptNotFoundError") return undefined;
      throw error;
    }
  });
  if (!isObject(receipt) || receipt.blockNumber === null) return undefined;
  const { blockNumber, logs, status } = receipt;
  if (typeof blockNumber !== "bigint" || !Array.isArray(logs))
    throw createNodeError("it returned a malformed receipt");
  const parsed = parseLogs(logs);
  const isMalformed = parsed.length < logs.length;
  return { blockNumber, logs: parsed, isMalformed, isReverted: status === "reverted" };
}

const parseLogs = (logs: readonly unknown[]) =>
  Array.from(logs, parseLog).filter((log) => log !== undefined);

/** The senders of all transactions of a block, and of its operations but this one. */
export interface BlockContents {
  readonly transactions: readonly string[];
  readonly operations: readonly string[];
}

/** Undefined if the node does not return all of it. */
export async function readBlock(
  node: SettlementNode,
  blockNumber: bigint,
  userOperationHash: string,
): Promise<BlockContents | undefined> {
  const range = { fromBlock: blockNumber, toBlock: blockNumber };
  const inputs = [
    ...["bytes32", "address", "address"].map((type) => ({ type, indexed: true })),
    ...["uint256", "bool", "uint256", "uint256"].map((type) => ({ type })),
  ];
  const event = { type: "event", name: "UserOperationEvent", inputs };
  const filter = { address: entryPoints, event, ...range };
  const [block, logs] = await Promise.all([
    tryNode(() => node.getBlock({ blockNumber, includeTransactions: true } as never)),
    tryNode(() => node.getLogs(filter as never)),
  ]);
  const transactions: unknown = Object(block).transactions;
  if (!Array.isArray(transactions) || !Array.isArray(logs)) return undefined;
  const senders = Array.from(transactions, (each) => Object(each).from as unknown);
  if (!senders.every((sender) => typeof sender === "string")) return undefined;
  const hash = userOperationHash.slice(2).toLowerCase();
  const others = parseLogs(logs).filter((log) => isOperation(log) && log.words[0] !== hash);
  return {
    transactions: senders,
    operations: others.map(({ words }) => toAddress(words[1] ?? "")),
  };
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
  node: SettlementNode,
  address: Address,
  functionName: keyof typeof views,
  args: readonly unknown[],
  blockNumber?: bigint,
): Promise<unknown> {
  const [types, result] = views[functionName];
  const inputs = types.map((type: string) => ({ type }));
  const outputs = [{ type: result }];
  const stateMutability = "view";
  const abi = [{ type: "function", name: functionName, inputs, outputs, stateMutability }];
  const at = blockNumber === undefined ? {} : { blockNumber };
  return tryNode(() => node.readContract({ address, abi, functionName, args, ...at } as never));
}

export const isPlaces = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= decimalPlaces;

/** Undefined unless the node states 0 to 255. */
export async function readDecimals(
  node: SettlementNode,
  token: Address,
): Promise<number | undefined> {
  const value = await readView(node, token, "decimals", []);
  const decimals = typeof value === "bigint" ? Number(value) : value;
  return isPlaces(decimals) ? decimals : undefined;
}

/** The native coins of an account, with its deposit at an EntryPoint, which is its own too. */
export async function readNativeCoins(
  node: SettlementNode,
  account: Address,
  entryPoint: Address | undefined,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  const [balance, deposit] = await Promise.all([
    tryNode(() => node.getBalance({ address: account, blockNumber } as never)),
    entryPoint ? readView(node, entryPoint, "balanceOf", [account], blockNumber) : 0n,
  ]);
  return typeof balance === "bigint" && typeof deposit === "bigint" ? balance + deposit : undefined;
}
