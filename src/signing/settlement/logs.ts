import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { isObject } from "../../shared/guards.js";
import { type Address, evmAddressPattern, hashPattern } from "../../shared/patterns.js";
import { isEqual } from "../shared/problems.js";
import { normalizeToken } from "../shared/same-token.js";

/** The EntryPoints v0.6, v0.7 and v0.8. Any contract can emit their events. */
export const entryPoints: readonly Address[] = [
  "0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789",
  "0x0000000071727de22e5e9d8baf0edac6f37da032",
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
];

/** The first topic of each event. The words of an event are its parameters, indexed or not. */
const topics = {
  beforeExecution: "0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972",
  userOperation: "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f",
  transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  transferSingle: "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
  transferBatch: "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb",
  deposit: "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c",
  withdrawal: "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65",
  approval: "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
  approvalForAll: "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31",
} as const;

/** A log of a node, which is untrusted. */
export interface Log {
  readonly address: Address;
  /** Empty for a log without topics. */
  readonly topic: string;
  /** How many parameters are indexed. */
  readonly indexed: number;
  /** 64 hex digits each: first the indexed parameters, then the data. */
  readonly words: readonly string[];
}

/** Undefined for any other value than a log. */
export function parseLog(value: unknown): Log | undefined {
  if (!isObject(value)) return undefined;
  const { address, topics: given, data } = value;
  const isAddress = typeof address === "string" && evmAddressPattern.test(address);
  const areTopics = Array.isArray(given) && given.every((topic) => hashPattern.test(topic));
  if (!isAddress || !areTopics || typeof data !== "string" || !/^0x[\da-f]*$/i.test(data))
    return undefined;
  const [topic = "", ...rest] = given.map((each: string) => each.toLowerCase());
  const words = data.slice(2).toLowerCase().match(/.{64}/g) ?? [];
  return {
    address: address.toLowerCase() as Address,
    topic,
    indexed: rest.length,
    words: [...rest.map((each) => each.slice(2)), ...words],
  };
}

export const toAddress = (word: string): Address => `0x${word.slice(24)}`;
const toNumber = (word: string): bigint => BigInt(`0x${word}`);

/** An operation, as its EntryPoint reports it. */
export interface ExecutedOperation {
  readonly entryPoint: Address;
  readonly sender: Address;
  readonly paymaster: Address | undefined;
  readonly isSuccess: boolean;
  readonly gasCost: bigint;
  /** The logs from the end of the previous operation of the bundle. */
  readonly execution: readonly Log[];
  /** The logs before the first operation of the bundle, in which all operations are validated. */
  readonly validation: readonly Log[];
  /** Whether the bundle has no other operation of the sender. */
  readonly isOnly: boolean;
}

/** `hash`, `sender`, `paymaster`, `nonce`, `success`, `actualGasCost`, `actualGasUsed`. */
const eventWords = 7;

export const isOperation = ({ address, topic, words }: Log) =>
  topic === topics.userOperation && words.length >= eventWords && entryPoints.includes(address);

/** Undefined if the logs do not have the operation. */
export function findOperation(
  logs: readonly Log[],
  userOperationHash: string,
): ExecutedOperation | undefined {
  const hash = userOperationHash.slice(2).toLowerCase();
  const end = logs.findIndex((log) => isOperation(log) && log.words[0] === hash);
  const event = logs[end];
  if (!event) return undefined;
  let bundle = { from: 0, start: 0 };
  let previous = 0;
  let next = logs.length;
  let last = 0;
  for (const [i, log] of logs.entries()) {
    const isStart = log.topic === topics.beforeExecution && entryPoints.includes(log.address);
    if (!isStart && !isOperation(log)) continue;
    // Only of this EntryPoint: an operation can call another one, which executes others.
    if (log.address === event.address) {
      if (isStart && i < end) bundle = { from: last, start: i };
      else if (isStart) next = Math.min(next, i);
      else if (i < end) previous = i + 1;
    }
    last = i + 1;
  }
  const [, sender = "", paymaster = "", , success = "", gasCost = ""] = event.words;
  const isOfSender = (log: Log) =>
    log.address === event.address && isOperation(log) && log.words[1] === sender;
  return {
    entryPoint: event.address,
    sender: toAddress(sender),
    paymaster: toNumber(paymaster) === 0n ? undefined : toAddress(paymaster),
    isSuccess: toNumber(success) !== 0n,
    gasCost: toNumber(gasCost),
    execution: logs.slice(Math.max(bundle.start, previous), end),
    validation: logs.slice(bundle.from, bundle.start),
    isOnly: logs.slice(bundle.start, next).filter(isOfSender).length === 1,
  };
}

/** What a log moves. Creating a token and wrapping a coin are transfers from `noAccount`. */
export interface Movement {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly id?: bigint;
  /** It comes from `Deposit` or `Withdrawal`, which other contracts than coins emit, too. */
  readonly isWrap?: boolean;
}

export const noAccount: Address = "0x0000000000000000000000000000000000000000";

/** Empty for other logs. Undefined for one that is cut off. */
function readMovements({ address: token, topic, indexed, words }: Log): Movement[] | undefined {
  const [first, second, third, fourth, fifth] = words;
  if (topic === topics.transfer) {
    if (!first || !second || !third) return undefined;
    const accounts = { token, from: toAddress(first), to: toAddress(second) };
    const value = toNumber(third);
    // The third parameter of ERC-721 is an indexed id, that of ERC-20 an amount.
    return [
      indexed === 3 ? { ...accounts, amount: 1n, id: value } : { ...accounts, amount: value },
    ];
  }
  if (topic === topics.deposit || topic === topics.withdrawal) {
    if (!first || !second) return undefined;
    const account = toAddress(first);
    const amount = toNumber(second);
    return topic === topics.deposit
      ? [{ token, from: noAccount, to: account, amount, isWrap: true }]
      : [{ token, from: account, to: noAccount, amount, isWrap: true }];
  }
  if (topic !== topics.transferSingle && topic !== topics.transferBatch) return [];
  if (!second || !third || !fourth || !fifth) return undefined;
  const data = words.slice(indexed);
  const isSingle = topic === topics.transferSingle;
  const ids = isSingle ? [fourth] : readList(data, fourth);
  const amounts = isSingle ? [fifth] : readList(data, fifth);
  if (!ids || ids.length !== amounts?.length) return undefined;
  const accounts = { token, from: toAddress(second), to: toAddress(third) };
  return ids.map((id, i) => {
    return { ...accounts, id: toNumber(id), amount: toNumber(amounts[i] ?? "0") };
  });
}

/** A list at an offset in bytes. Undefined if the data does not have all of it. */
function readList(data: readonly string[], offset: string): readonly string[] | undefined {
  const at = Number(toNumber(offset)) / 32;
  const count = Number(toNumber(data[at] ?? "f".repeat(64)));
  return at + 1 + count <= data.length ? data.slice(at + 1, at + 1 + count) : undefined;
}

/**
 * All movements of logs, without those of the native coin, whose balances are read. `unreadable`
 * are contracts with a log that is cut off.
 */
export function listMovements(logs: readonly Log[], chainId: number) {
  const movements: Movement[] = [];
  const unreadable: Address[] = [];
  for (const log of logs) {
    if (normalizeToken(log.address, chainId) === nativeToken) continue;
    const read = readMovements(log);
    if (read) movements.push(...read);
    else unreadable.push(log.address);
  }
  return { movements: omitRepeated(movements), unreadable };
}

/** Some wrapped coins emit a transfer beside `Deposit` or `Withdrawal`. */
function omitRepeated(movements: readonly Movement[]): Movement[] {
  const transfers = movements.filter(({ isWrap }) => !isWrap);
  return movements.filter(({ isWrap, ...wrap }) => {
    if (!isWrap) return true;
    const at = transfers.findIndex((each) =>
      (["token", "from", "to", "amount", "id"] as const).every((name) => each[name] === wrap[name]),
    );
    if (at >= 0) transfers.splice(at, 1);
    return at < 0;
  });
}

/** An approval that a log sets. With an id, it is for one token of ERC-721. */
export interface LoggedApproval {
  readonly account: Address;
  readonly token: Address;
  readonly spender: Address;
  readonly kind: "allowance" | "getApproved" | "isApprovedForAll";
  readonly id?: bigint;
}

/** Each approval of the accounts once. */
export function listApprovals(
  logs: readonly Log[],
  accounts: readonly Address[],
): LoggedApproval[] {
  const approvals = new Map<string, LoggedApproval>();
  for (const { address: token, topic, indexed, words } of logs) {
    const [owner, operator, third] = words;
    const isForAll = topic === topics.approvalForAll;
    if ((!isForAll && topic !== topics.approval) || !owner || !operator || !third) continue;
    const account = accounts.find((each) => isEqual(each, toAddress(owner)));
    const spender = toAddress(operator);
    // ERC-721 clears an approval by one for no account.
    if (!account || spender === noAccount) continue;
    const isForId = !isForAll && indexed === 3;
    const kind = isForAll ? "isApprovedForAll" : isForId ? "getApproved" : "allowance";
    const approval = { account, token, spender, kind } as const;
    const key = [account, token, spender, kind, isForId && third].join();
    approvals.set(key, isForId ? { ...approval, id: toNumber(third) } : approval);
  }
  return [...approvals.values()];
}
