import { keccak256, toBytes } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { type Address, evmAddressPattern } from "../../shared/patterns.js";
import { isEqual, isHash } from "../shared/problems.js";
import { normalizeToken } from "../shared/same-token.js";

/** The EntryPoints v0.6, v0.7 and v0.8. Any contract can emit their events. */
export const entryPoints: readonly Address[] = [
  "0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789",
  "0x0000000071727de22e5e9d8baf0edac6f37da032",
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
];

/** By its signature: what an event says, and the fewest words that it has. */
const events = {
  "BeforeExecution()": ["beforeExecution", 0],
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)": ["userOperation", 7],
  "Transfer(address,address,uint256)": ["transfer", 3],
  "TransferSingle(address,address,address,uint256,uint256)": ["transferSingle", 5],
  "TransferBatch(address,address,address,uint256[],uint256[])": ["transferBatch", 7],
  "Deposit(address,uint256)": ["deposit", 2],
  "Withdrawal(address,uint256)": ["withdrawal", 2],
  "Approval(address,address,uint256)": ["approval", 3],
  "ApprovalForAll(address,address,bool)": ["approvalForAll", 3],
} as const;
type Event = (typeof events)[keyof typeof events];

let eventsByTopic: ReadonlyMap<string, Event> | undefined;

function findEvent(topic: string): Event | undefined {
  eventsByTopic ??= new Map(
    Object.entries(events).map(([signature, event]) => [keccak256(toBytes(signature)), event]),
  );
  return eventsByTopic.get(topic);
}

/** A log of a node, which is untrusted. */
export interface Log {
  readonly address: Address;
  /** Undefined for any other event. */
  readonly event: Event[0] | undefined;
  readonly isCutOff: boolean;
  /** How many parameters are indexed. */
  readonly indexed: number;
  /** 64 hex digits each: first the indexed parameters, then the data. */
  readonly words: readonly string[];
}

/** Undefined for any other value than a log. */
export function parseLog(value: unknown): Log | undefined {
  const { address, topics, data } = Object(value) as Record<string, unknown>;
  const isAddress = typeof address === "string" && evmAddressPattern.test(address);
  if (!isAddress || !Array.isArray(topics) || !topics.every(isHash)) return undefined;
  if (typeof data !== "string" || !/^0x[\da-f]*$/i.test(data)) return undefined;
  const [topic = "", ...rest] = topics.map((each) => each.toLowerCase());
  const [event, fewest = 0] = findEvent(topic) ?? [];
  const dataWords = data.slice(2).toLowerCase().match(/.{64}/g) ?? [];
  const words = [...rest.map((each) => each.slice(2)), ...dataWords];
  const token = address.toLowerCase() as Address;
  return { address: token, event, isCutOff: words.length < fewest, indexed: rest.length, words };
}

export const toAddress = (word: string): Address => `0x${word.slice(-40)}`;
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

const isStart = ({ address, event }: Log) =>
  event === "beforeExecution" && entryPoints.includes(address);
export const isOperation = ({ address, event, isCutOff }: Log) =>
  event === "userOperation" && !isCutOff && entryPoints.includes(address);

/** Undefined if the logs do not have the operation. */
export function findOperation(logs: readonly Log[], hash: string): ExecutedOperation | undefined {
  const end = logs.findIndex((log) => isOperation(log) && `0x${log.words[0]}` === hash);
  const last = logs[end];
  if (!last) return undefined;
  const [, sender = "", paymaster = "", , success = "", gasCost = ""] = last.words;
  const isBorder = (log: Log) => isStart(log) || isOperation(log);
  // Only of this EntryPoint: an operation can call another one, which executes others.
  const isOwn = ({ address }: Log) => address === last.address;
  const isOwnStart = (log: Log) => isOwn(log) && isStart(log);
  const isOwnBorder = (log: Log) => isOwn(log) && isBorder(log);
  const first = findAfterLast(logs, end, isOwnStart);
  const next = logs.findIndex((log, i) => i > end && isOwnStart(log));
  const bundle = logs.slice(first, next < 0 ? logs.length : next);
  const isOfSender = (log: Log) => isOwn(log) && isOperation(log) && log.words[1] === sender;
  return {
    entryPoint: last.address,
    sender: toAddress(sender),
    paymaster: toNumber(paymaster) === 0n ? undefined : toAddress(paymaster),
    isSuccess: toNumber(success) !== 0n,
    gasCost: toNumber(gasCost),
    execution: logs.slice(findAfterLast(logs, end, isOwnBorder), end),
    validation: logs.slice(findAfterLast(logs, first - 1, isBorder), Math.max(0, first - 1)),
    isOnly: bundle.filter(isOfSender).length === 1,
  };
}

/** The index after the last log before `end` that matches. 0 if none does. */
function findAfterLast(logs: readonly Log[], end: number, matches: (log: Log) => boolean): number {
  return logs.reduce((found, log, i) => (i < end && matches(log) ? i + 1 : found), 0);
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

/** Empty for other events. Undefined for a log that is cut off. */
function readMovements({ address: token, event, isCutOff, indexed, words }: Log) {
  if (isCutOff) return undefined;
  const [first = "", second = "", third = ""] = words;
  const move = (from: string, to: string, amount: string): Movement => {
    return { token, from: toAddress(from), to: toAddress(to), amount: toNumber(amount) };
  };
  if (event === "deposit") return [{ ...move(noAccount, first, second), isWrap: true }];
  if (event === "withdrawal") return [{ ...move(first, noAccount, second), isWrap: true }];
  // The third parameter of ERC-721 is an indexed id, that of ERC-20 an amount.
  if (event === "transfer" && indexed === 3)
    return [{ ...move(first, second, "1"), id: toNumber(third) }];
  if (event === "transfer") return [move(first, second, third)];
  if (event !== "transferSingle" && event !== "transferBatch") return [];
  const [ids, amounts] = event === "transferSingle" ? [[words[3]], [words[4]]] : readLists(words);
  return ids?.map((id = "", i) => {
    return { ...move(second, third, amounts[i] ?? ""), id: toNumber(id) };
  });
}

/** After two offsets, each list with its length, as compilers write it. */
function readLists(words: readonly string[]) {
  const count = Number(toNumber(words[5] ?? ""));
  const [ids, amounts] = [words.slice(6, 6 + count), words.slice(7 + count)];
  return amounts.length === count ? ([ids, amounts] as const) : [];
}

/**
 * All movements of logs, without those of the native coin, whose balances are read. `unreadable`
 * are contracts with a log that is cut off.
 */
export function listMovements(logs: readonly Log[], chainId: number) {
  const movements: Movement[] = [];
  const unreadable = new Set<Address>();
  for (const log of logs) {
    if (normalizeToken(log.address, chainId) === nativeToken) continue;
    const read = readMovements(log);
    if (read) movements.push(...read);
    else unreadable.add(log.address);
  }
  return { movements: omitRepeated(movements), unreadable: [...unreadable] };
}

/** Some wrapped coins emit a transfer beside `Deposit` or `Withdrawal`. */
function omitRepeated(movements: readonly Movement[]): Movement[] {
  const toKey = ({ token, from, to, amount, id }: Movement) => [token, from, to, amount, id].join();
  const transfers = movements.filter(({ isWrap }) => !isWrap).map(toKey);
  return movements.filter((movement) => {
    const at = movement.isWrap ? transfers.indexOf(toKey(movement)) : -1;
    if (at >= 0) transfers.splice(at, 1);
    return at < 0;
  });
}

/** The call that reads an approval. */
export interface ApprovalView {
  readonly account: Address;
  readonly token: Address;
  readonly spender: Address;
  readonly functionName: "allowance" | "getApproved" | "isApprovedForAll";
  readonly args: readonly unknown[];
}

/** Each approval that the logs set for an account, once. */
export function listApprovals(logs: readonly Log[], accounts: readonly Address[]): ApprovalView[] {
  const approvals = new Map<string, ApprovalView>();
  for (const { address: token, event, isCutOff, indexed, words } of logs) {
    if (isCutOff || (event !== "approval" && event !== "approvalForAll")) continue;
    const [owner = "", operator = "", third = ""] = words;
    const account = accounts.find((each) => isEqual(each, toAddress(owner)));
    const spender = toAddress(operator);
    // ERC-721 clears an approval by one for no account.
    if (!account || spender === noAccount) continue;
    const isForId = event === "approval" && indexed === 3;
    const ofOwner = event === "approval" ? "allowance" : "isApprovedForAll";
    const functionName = isForId ? "getApproved" : ofOwner;
    const args = isForId ? [toNumber(third)] : [account, spender];
    const key = [account, token, spender, functionName, ...args].join();
    approvals.set(key, { account, token, spender, functionName, args });
  }
  return [...approvals.values()];
}
