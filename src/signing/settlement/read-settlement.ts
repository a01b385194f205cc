import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { TimeoutError } from "../../errors/connection.js";
import { ConfigurationError } from "../../errors/data.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { assertNotAborted, nodeTimeout, untilAborted } from "../shared/abort.js";
import { formatValue } from "../shared/plain-text.js";
import { isEqual, isHash } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-options.js";
import {
  askNode,
  type Receipt,
  readBlock,
  readNativeCoins,
  readReceipt,
  readView,
  type SettlementNode,
} from "./node.js";
import { type ExecutedOperation, findOperation } from "./operation-logs.js";
import {
  nameNativeCoin,
  type SettledApproval,
  type SettledChange,
  type Settlement,
} from "./settlement.js";
import {
  type LoggedApproval,
  listApprovals,
  listMovements,
  type Movement,
  noAccount,
} from "./sum-logs.js";

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
  transactionHash: "value!",
  userOperationHash: "value!",
  accounts: "addresses!",
  signal: "signal",
};

const subject = "readSettlement";

/**
 * Reads what an operation did, within 20 seconds: what left and what reached the accounts, its gas,
 * and the approvals that it set and that stand afterwards. Only its own logs count, between the
 * events of the EntryPoint (v0.6, v0.7 or v0.8). Tokens are read from `Transfer`, `TransferSingle`,
 * `TransferBatch`, `Deposit` and `Withdrawal`. A token that emits no events is not seen. What a
 * paymaster charges the wallet in a token before the execution counts, too. The native coin is the
 * difference of the balances at the block and at the block before, with the wallet's deposit at the
 * EntryPoint, which pays its gas.
 *
 * The status is `pending` if the node has no receipt yet. A receipt without the operation is an
 * error and no status: nothing is known then. The transaction that the record names is wrong, or
 * it reverted as a whole.
 *
 * @throws {ConfigurationError} if an option is invalid, the node is of another chain, the
 * transaction does not contain the operation, or the operation is not of the first account.
 * @throws {ConnectionError} if the node fails. What only an archive node has is in `notMeasured`.
 * @throws {TimeoutError} if the node takes longer.
 * @throws {AbortedError} if you abort.
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
  assertNotAborted(subject, given.signal);
  for (const name of ["transactionHash", "userOperationHash"] as const)
    assertOption(isHash(given[name]), name, "a 32-byte hash", given[name]);
  assertOption(given.accounts.length > 0, "accounts", "the wallet, and other accounts", []);
  const onTimeout = () => {
    const message = `${subject}: the node did not answer within ${nodeTimeout} ms`;
    const hint = "Try again, or pass another node. It only reads.";
    throw new TimeoutError(message, { timeout: nodeTimeout, scope: "total", hint });
  };
  const limit = { timeout: nodeTimeout, onTimeout };
  return untilAborted(subject, given.signal, () => read(node, given), limit);
}

function assertOption(isValid: boolean, name: string, expected: string, actual: unknown): void {
  if (isValid) return;
  const message = `${subject}: ${name}: expected ${expected}, got ${formatValue(actual)}`;
  throw new ConfigurationError(message);
}

async function read(node: SettlementNode, given: ReadSettlementOptions): Promise<Settlement> {
  const { chainId, transactionHash, userOperationHash } = given;
  const nodeChain = await askNode(() => node.getChainId());
  assertOption(nodeChain === chainId, "node", `a node of chain ${chainId}`, nodeChain);
  const accounts = given.accounts.filter(
    (account, i, all) => all.findIndex((each) => isEqual(each, account)) === i,
  );
  const settlement: Settlement = {
    chainId,
    status: "pending",
    accounts,
    changes: [],
    approvals: [],
    decimals: {},
    notMeasured: [],
  };
  const receipt = await readReceipt(node, transactionHash);
  if (!receipt) return settlement;
  const operation = findOperation(receipt.logs, userOperationHash);
  if (!operation) throw createMissingError(receipt);
  const [wallet = noAccount] = accounts;
  assertOption(isEqual(wallet, operation.sender), "accounts", operation.sender, wallet);
  const paidBy = operation.paymaster === noAccount ? wallet : operation.paymaster;
  const reading: Reading = { node, settlement, operation, block: receipt.blockNumber };
  const gas = { paidBy, wei: operation.gasCost };
  const parts = await Promise.all([
    readTokens(reading),
    readCoins(reading, gas, userOperationHash),
    readApprovals(reading),
  ]);
  const notMeasured = parts.flatMap((part) => part.notMeasured);
  if (receipt.isMalformed) notMeasured.push("a malformed log");
  return {
    ...settlement,
    status: operation.isSuccess ? "executed" : "reverted",
    blockNumber: receipt.blockNumber,
    gas,
    changes: [...parts[0].changes, ...parts[1].changes],
    approvals: parts[2].approvals,
    decimals: { ...parts[0].decimals, ...parts[1].decimals },
    notMeasured,
  };
}

function createMissingError({ isReverted }: Receipt): ConfigurationError {
  const fact = isReverted
    ? "the transaction reverted, so it did not execute the operation"
    : "the transaction does not contain the operation";
  return new ConfigurationError(`${subject}: ${fact}`, {
    hint: "Look up the record of the operation again. If it still names this transaction, nothing is known about the operation.",
  });
}

interface Reading {
  readonly node: SettlementNode;
  readonly settlement: Settlement;
  readonly operation: ExecutedOperation;
  readonly block: bigint;
}

type Change = SettledChange & { isCoin: boolean };

/** Sums the movements of each account, token and id. */
function sumMovements({ settlement, operation }: Reading) {
  const { accounts, chainId } = settlement;
  const { movements, unreadable } = listMovements(operation.execution, chainId);
  // Before the execution, tokens can also reach the accounts by what others do.
  const charges = listMovements(operation.validation, chainId).movements.filter(({ from }) =>
    isEqual(from, accounts[0]),
  );
  const sums = new Map<string, Change>();
  const add = (party: Address, movement: Movement, amount: bigint, exact: boolean) => {
    const account = accounts.find((each) => isEqual(each, party));
    if (!account) return;
    const { token, id, isWrap } = movement;
    const key = [account, token, id].join();
    const sum = sums.get(key) ?? { amount: 0n, exact: true, isCoin: false };
    sums.set(key, {
      account,
      token,
      amount: sum.amount + amount,
      ...(id !== undefined && { id }),
      exact: sum.exact && exact,
      isCoin: sum.isCoin || !isWrap,
    });
  };
  const addBoth = (movement: Movement, isCounted: boolean) => {
    const amount = isCounted ? movement.amount : 0n;
    add(movement.from, movement, -amount, isCounted);
    add(movement.to, movement, amount, isCounted);
  };
  // A paymaster returns a part of its charge. Without the charge, this would hide a loss.
  const isRefund = ({ token, from, to }: Movement) =>
    !operation.isOnly &&
    isEqual(to, accounts[0]) &&
    charges.some((charge) => charge.token === token && charge.to === from);
  for (const movement of movements) addBoth(movement, !isRefund(movement));
  for (const charge of charges) addBoth(charge, operation.isOnly);
  const changes = [...sums.values()].filter(({ amount, exact }) => amount !== 0n || !exact);
  return { changes, unreadable: [...new Set(unreadable)] };
}

async function readTokens(reading: Reading) {
  const { changes, unreadable } = sumMovements(reading);
  const tokens = changes.filter(({ id }) => id === undefined).map(({ token }) => token);
  const places = await Promise.all(
    [...new Set(tokens)].map(async (token) => {
      return [token, await readView(reading.node, token, "decimals", [])] as const;
    }),
  );
  const decimals = Object.fromEntries(
    places.flatMap(([token, value]) => (isPlaces(value) ? [[token, Number(value)]] : [])),
  );
  // Also contracts that are no tokens emit `Withdrawal`.
  const isToken = ({ isCoin, token }: Change) => isCoin || token in decimals;
  return {
    changes: changes.filter(isToken).map(({ isCoin: _, ...change }): SettledChange => change),
    decimals,
    notMeasured: [
      ...changes.filter((change) => !isToken(change)).map(({ token }) => `the coin ${token}`),
      ...unreadable.map((address) => `a log of ${address}`),
    ],
  };
}

const isPlaces = (value: unknown) =>
  (typeof value === "number" || typeof value === "bigint") &&
  Number.isInteger(Number(value)) &&
  value >= 0 &&
  value <= 255;

async function readCoins(
  { node, settlement, operation, block }: Reading,
  gas: NonNullable<Settlement["gas"]>,
  userOperationHash: Hex,
) {
  const contents = await readBlock(node, block, userOperationHash);
  const read = async (account: Address): Promise<SettledChange | undefined> => {
    if (!contents || block === 0n) return undefined;
    if (contents.senders.some((sender) => isEqual(sender, account))) return undefined;
    const entryPoint = account === settlement.accounts[0] ? operation.entryPoint : undefined;
    const [before, after] = await Promise.all([
      readNativeCoins(node, account, entryPoint, block - 1n),
      readNativeCoins(node, account, entryPoint, block),
    ]);
    if (before === undefined || after === undefined) return undefined;
    const paid = gas.paidBy === account ? gas.wei : 0n;
    const amount = after - before + paid;
    return { account, token: nativeToken, amount, exact: contents.isAlone };
  };
  const coins = await Promise.all(settlement.accounts.map(read));
  const changes = coins.filter((coin) => coin !== undefined);
  return {
    changes,
    decimals: changes.length > 0 ? { [nativeToken]: 18 } : {},
    notMeasured: settlement.accounts.filter((_, i) => !coins[i]).map(nameNativeCoin),
  };
}

async function readApprovals({ node, settlement, operation, block }: Reading) {
  const approvals: SettledApproval[] = [];
  const notMeasured: string[] = [];
  const logged = listApprovals([...operation.validation, ...operation.execution]);
  const amounts = await Promise.all(logged.map((each) => readApproval(node, each, block)));
  for (const [i, { token, spender, ...approval }] of logged.entries()) {
    const account = settlement.accounts.find((each) => isEqual(each, approval.account));
    const amount = amounts[i];
    if (!account) continue;
    if (amount === undefined) notMeasured.push(`the approval of ${token} for ${spender}`);
    else if (amount > 0n) approvals.push({ account, token, spender, amount });
  }
  return { approvals, notMeasured };
}

const allTokens = 2n ** 256n - 1n;

async function readApproval(
  node: SettlementNode,
  { account, token, spender, kind, id }: LoggedApproval,
  block: bigint,
): Promise<bigint | undefined> {
  const args = kind === "getApproved" ? [id] : [account, spender];
  const value =
    (await readView(node, token, kind, args, block)) ?? (await readView(node, token, kind, args));
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? allTokens : 0n;
  return typeof value === "string" ? BigInt(isEqual(value, spender)) : undefined;
}
