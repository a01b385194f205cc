import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { TimeoutError } from "../../errors/connection.js";
import { ConfigurationError } from "../../errors/data.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { nodeTimeout, untilAborted } from "../shared/abort.js";
import { formatValue } from "../shared/plain-text.js";
import { isEqual } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-options.js";
import {
  type ApprovalView,
  type ExecutedOperation,
  findOperation,
  listApprovals,
  listMovements,
  type Movement,
  noAccount,
} from "./logs.js";
import {
  askNode,
  nodeHint,
  readDecimals,
  readNativeCoins,
  readReceipt,
  readSenders,
  readView,
  type SettlementNode,
} from "./node.js";

/** How an account's balance of a token changed by an operation. */
export interface SettledChange {
  account: Address;
  /** In lower case. The native coin is `nativeToken`. */
  token: Address;
  /** In the token's smallest unit. Negative if it left the account. */
  amount: bigint;
  /** Of a token of ERC-721 or ERC-1155. */
  id?: bigint | undefined;
  /**
   * False if something else can have changed it. Of a token: the bundle has other operations of the
   * wallet, and the amount is without what was charged before them. Of the native coin: the block
   * has other transactions or operations, which can have paid the account.
   */
  exact: boolean;
}

/** An approval that the operation set or raised, and that stands afterwards. */
export interface SettledApproval {
  account: Address;
  /** In lower case. */
  token: Address;
  /** In lower case. */
  spender: Address;
  /** In the token's smallest unit. 1 for one token of ERC-721, 2^256 - 1 for all tokens. */
  amount: bigint;
}

/** What an operation did. */
export interface Settlement {
  chainId: number;
  /** `pending`: the node has no receipt yet. */
  status: "executed" | "reverted" | "pending";
  /** The accounts that were read. The first one is the wallet. */
  accounts: Address[];
  blockNumber?: bigint | undefined;
  /** What its gas cost in the native coin. The wallet or a paymaster paid it. */
  gas?: { paidBy: Address; wei: bigint } | undefined;
  /** Without gas. The native coin has an entry for each account of which it was measured. */
  changes: SettledChange[];
  approvals: SettledApproval[];
  /** By token in lower case, as the node states them. */
  decimals: Record<Address, number>;
  /**
   * What could not be read, in words. The native coin is not if the node has no state of the block
   * before, or if the account did something else in the block.
   */
  notMeasured: string[];
}

/** How `notMeasured` names it. */
export const nameNativeCoin = (account: Address) => `the native coin of ${account}`;

/** Which operation to read. */
export interface ReadSettlementOptions {
  chainId: number;
  /** The transaction that executed it, as the record of the operation names it. */
  transactionHash: Hex;
  userOperationHash: Hex;
  /** The smart wallet, then other accounts, such as the receiver. */
  accounts: readonly Address[];
  /** Aborts the wait for the node. */
  signal?: AbortSignal | undefined;
}

const optionFields: Fields<ReadSettlementOptions> = {
  chainId: "value!",
  transactionHash: "hash!",
  userOperationHash: "hash!",
  accounts: "addresses!",
  signal: "signal",
};

const subject = "readSettlement";

/**
 * Reads what an operation did, within 20 seconds: what left and what reached the accounts, its gas,
 * and the approvals that it set or raised and that stand afterwards. Tokens are read from its own
 * logs, between the events of the EntryPoint (v0.6, v0.7 or v0.8), with what a paymaster charges
 * the wallet before the execution. A token that emits no events is not seen. The native coin is the
 * difference of the balances at the block and at the block before, with the wallet's deposit at the
 * EntryPoint. A receiver that passes coins on has less of them.
 *
 * A receipt without the operation is an error and no status: nothing is known then.
 *
 * @throws ConfigurationError if an option is invalid, the node is of another chain, the
 * transaction does not contain the operation, or the operation is not of the first account.
 * @throws ConnectionError if the node fails. What only an archive node has is in `notMeasured`.
 * @throws TimeoutError if the node takes longer.
 * @throws AbortedError if you abort.
 * @example
 * ```ts
 * import { readSettlement } from "bursar/signing";
 *
 * // node: a viem public client, such as createPublicClient({ chain, transport: http(url) })
 * const { status, changes } = await readSettlement(node, {
 *   chainId: 137,
 *   transactionHash,
 *   userOperationHash,
 *   accounts: [walletAddress],
 * });
 * for (const { token, amount } of changes) console.log(status, token, amount);
 * ```
 */
export async function readSettlement(
  node: SettlementNode,
  options: ReadSettlementOptions,
): Promise<Settlement> {
  const given = readOptions(subject, options, optionFields);
  assertOption(given.accounts.length > 0, "accounts", "the wallet, and other accounts", []);
  const timeout = nodeTimeout;
  const onTimeout = () => {
    const message = `${subject}: the node did not respond within ${timeout} ms`;
    throw new TimeoutError(message, { timeout, scope: "total", hint: nodeHint });
  };
  return untilAborted(subject, given.signal, () => read(node, given), { timeout, onTimeout });
}

function assertOption(isValid: boolean, name: string, expected: string, actual: unknown): void {
  if (isValid) return;
  const message = `${subject}: ${name}: expected ${expected}, got ${formatValue(actual)}`;
  throw new ConfigurationError(message);
}

async function read(node: SettlementNode, given: ReadSettlementOptions): Promise<Settlement> {
  const { chainId, transactionHash } = given;
  const hash = given.userOperationHash.toLowerCase();
  const nodeChain = await askNode(() => node.getChainId());
  assertOption(nodeChain === chainId, "node", `a node of chain ${chainId}`, nodeChain);
  const accounts = given.accounts.filter(
    (account, i, all) => all.findIndex((each) => isEqual(each, account)) === i,
  );
  const none = { changes: [], approvals: [], decimals: {}, notMeasured: [] };
  const receipt = await readReceipt(node, transactionHash);
  if (!receipt) return { chainId, status: "pending", accounts, ...none };
  const { blockNumber, logs, isMalformed, isReverted } = receipt;
  const operation = findOperation(logs, hash);
  if (!operation) {
    const fact = isReverted ? "reverted as a whole" : "does not contain the operation";
    const hint = "Look up its record again. If the transaction is the same, nothing is known.";
    throw new ConfigurationError(`${subject}: the transaction ${fact}`, { hint });
  }
  const [wallet = noAccount] = accounts;
  assertOption(isEqual(wallet, operation.sender), "accounts", operation.sender, wallet);
  const reading: Reading = { node, chainId, accounts, wallet, operation, blockNumber };
  const [tokens, coins, approvals] = await Promise.all([
    readTokens(reading),
    readCoins(reading, hash),
    readApprovals(reading),
  ]);
  const notMeasured = [tokens, coins, approvals].flatMap((part) => part.notMeasured);
  return {
    chainId,
    status: operation.isSuccess ? "executed" : "reverted",
    accounts,
    blockNumber,
    gas: { paidBy: operation.paymaster ?? wallet, wei: operation.gasCost },
    changes: [...tokens.changes, ...coins.changes],
    approvals: approvals.approvals,
    decimals:
      coins.changes.length > 0 ? { ...tokens.decimals, [nativeToken]: 18 } : tokens.decimals,
    notMeasured: isMalformed ? [...notMeasured, "a malformed log"] : notMeasured,
  };
}

interface Reading {
  readonly node: SettlementNode;
  readonly chainId: number;
  readonly accounts: Address[];
  readonly wallet: Address;
  readonly operation: ExecutedOperation;
  readonly blockNumber: bigint;
}

type Change = SettledChange & { isCoin: boolean };

/** Sums the movements of each account, token and id. */
function sumMovements({ accounts, chainId, wallet, operation }: Reading) {
  const { movements, unreadable } = listMovements(operation.execution, chainId);
  // Before the execution, tokens can also reach the accounts by what others do.
  const charges = listMovements(operation.validation, chainId).movements.filter(({ from }) =>
    isEqual(from, wallet),
  );
  // A paymaster returns a part of its charge. Without the charge, this would hide a loss.
  const isRefund = ({ token, from, to }: Movement) =>
    isEqual(to, wallet) && charges.some((each) => each.token === token && each.to === from);
  const sums = new Map<string, Change>();
  for (const movement of [...movements, ...charges]) {
    const { token, id, from, to, amount } = movement;
    const isCounted = operation.isOnly || !(charges.includes(movement) || isRefund(movement));
    for (const account of accounts) {
      const sign = BigInt(isEqual(to, account)) - BigInt(isEqual(from, account));
      if (sign === 0n) continue;
      const key = [account, token, id].join();
      const empty = { account, token, ...(id !== undefined && { id }), amount: 0n };
      const sum = sums.get(key) ?? { ...empty, exact: true, isCoin: false };
      sums.set(key, sum);
      if (isCounted) sum.amount += sign * amount;
      else sum.exact = false;
      sum.isCoin ||= !movement.isWrap;
    }
  }
  const changes = [...sums.values()].filter(({ amount, exact }) => amount !== 0n || !exact);
  return { changes, unreadable };
}

async function readTokens(reading: Reading) {
  const { changes, unreadable } = sumMovements(reading);
  const decimals: Settlement["decimals"] = {};
  const tokens = new Set(changes.filter(({ id }) => id === undefined).map(({ token }) => token));
  const readToken = async (token: Address) => {
    const places = await readDecimals(reading.node, token);
    if (places !== undefined) decimals[token] = places;
  };
  await Promise.all([...tokens].map(readToken));
  // Also contracts that are no tokens emit `Withdrawal`.
  const isToken = ({ isCoin, token }: Change) => isCoin || token in decimals;
  const others = changes.filter((change) => !isToken(change));
  return {
    changes: changes.filter(isToken).map(({ isCoin: _, ...change }) => change),
    decimals,
    notMeasured: [
      ...others.map(({ token }) => `the coin ${token}`),
      ...unreadable.map((address) => `a log of ${address}`),
    ],
  };
}

async function readCoins(reading: Reading, hash: string) {
  const { node, accounts, wallet, operation, blockNumber } = reading;
  const senders = await readSenders(node, blockNumber, hash);
  const read = async (account: Address): Promise<SettledChange | undefined> => {
    if (!senders || senders.some((sender) => isEqual(sender, account))) return undefined;
    const isWallet = account === wallet;
    const entryPoint = isWallet ? operation.entryPoint : undefined;
    const [before, after] = await Promise.all([
      readNativeCoins(node, account, entryPoint, blockNumber - 1n),
      readNativeCoins(node, account, entryPoint, blockNumber),
    ]);
    if (before === undefined || after === undefined) return undefined;
    const gas = isWallet && !operation.paymaster ? operation.gasCost : 0n;
    const exact = senders.length === 1;
    return { account, token: nativeToken, amount: after - before + gas, exact };
  };
  const coins = await Promise.all(accounts.map(read));
  const changes = coins.filter((coin) => coin !== undefined);
  const notMeasured = accounts.filter((_, i) => !coins[i]).map(nameNativeCoin);
  return { changes, notMeasured };
}

async function readApprovals({ node, accounts, operation, blockNumber }: Reading) {
  const approvals: SettledApproval[] = [];
  const notMeasured: string[] = [];
  const views = listApprovals([...operation.validation, ...operation.execution], accounts);
  const readApproval = async ({ token, spender, functionName, args }: ApprovalView) => {
    const readAt = (block?: bigint) => readView(node, token, functionName, args, block);
    const [before, after] = await Promise.all([readAt(blockNumber - 1n), readAt(blockNumber)]);
    return [toAmount(before, spender) ?? 0n, toAmount(after ?? (await readAt()), spender)] as const;
  };
  const amounts = await Promise.all(views.map(readApproval));
  for (const [i, [before, amount]] of amounts.entries()) {
    const { account, token, spender } = views[i] as ApprovalView;
    if (amount === undefined) notMeasured.push(`the approval of ${token} for ${spender}`);
    // Some tokens log an approval again when it is used.
    else if (amount > before) approvals.push({ account, token, spender, amount });
  }
  return { approvals, notMeasured };
}

/** Of `allowance`, `isApprovedForAll` or `getApproved`. */
function toAmount(value: unknown, spender: Address): bigint | undefined {
  if (typeof value === "bigint") return value;
  // All tokens: 2^256 - 1.
  if (typeof value === "boolean") return value ? BigInt(`0x${"f".repeat(64)}`) : 0n;
  return typeof value === "string" ? BigInt(isEqual(value, spender)) : undefined;
}
