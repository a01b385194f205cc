import { evmAddressPattern, hashPattern } from "../../../contract/shared/patterns.js";
import type { Address, Hex } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import { NotSimulated } from "../simulation-problems.js";
import {
  approvalEvents,
  controlEvents,
  eventTopics,
  grantEvents,
  loanEvents,
  nftApprovalEvent,
} from "./event-topics.js";
import { createPositionMeasures, type Measure, type MeasureKind, toTokenKey } from "./measures.js";

export interface Log {
  address: string;
  topics: readonly string[];
  data: string;
}

/** Reading more blocks the thread. */
const maxLogs = 2_000;
const maxLogBytes = 1_000_000;

/** A client can return anything. Only addresses and hex cannot add lines to a text. */
export function assertReadableLogs(logs: readonly Log[]): void {
  if (logs.length > maxLogs) throw createUnmeasured(`${maxLogs} events`, logs.length);
  if (!logs.every(isLog)) throw new NotSimulated("simulate", "the events of contracts", "others");
  const bytes = logs.reduce((sum, { data }) => sum + data.length / 2 - 1, 0);
  if (bytes > maxLogBytes) throw createUnmeasured(`${maxLogBytes} bytes of events`, bytes);
}

const createUnmeasured = (most: string, received: number) =>
  new NotSimulated("simulate", `at most ${most}`, `${received}`, "simulated_unmeasured");

const hexPattern = /^0x[a-f0-9]*$/i;

function isLog(log: Log | null): boolean {
  const { address, topics, data } = Object(log) as Partial<Log>;
  return (
    typeof address === "string" &&
    evmAddressPattern.test(address) &&
    Array.isArray(topics) &&
    topics.every((topic) => typeof topic === "string" && hashPattern.test(topic)) &&
    typeof data === "string" &&
    hexPattern.test(data)
  );
}

const toAddress = (word: string): Address => `0x${word.slice(-40)}`;
const isAddressWord = (word: string) => /^(?:0x)?0{24}/.test(word);
const isAccount = (word: string | undefined, account: Address) =>
  word !== undefined && isAddressWord(word) && isEqual(toAddress(word), account);
/** A malformed word counts as zero: a contract can emit any topic and any data. */
const toNumber = (word: string | undefined) => (word ? BigInt(word) : 0n);

/** The arguments. Some contracts do not index those that the standard indexes. */
const readArguments = ({ topics, data }: Log) => [...topics.slice(1), ...splitWords(data)];

/**
 * Returns what to measure: everything that an event says about the wallet, transfers and approvals
 * of the other accounts, and the positions that events reduce. Events are no proof, because any
 * contract can emit any event. They only name what to read from the chain.
 */
export function listMeasures(
  logs: readonly Log[],
  wallet: Address,
  others: readonly Address[],
): Measure[] {
  return logs.flatMap((log) => {
    const words = new Set(readArguments(log).map((word) => toAddress(word).toLowerCase()));
    const named = others.filter((account) => words.has(account));
    return [
      ...listPositionMeasures(log, wallet),
      ...[wallet, ...others.slice(0, maxDebtors)].flatMap((account) =>
        listDebtMeasures(log, account),
      ),
      ...[wallet, ...named].flatMap((account) => listMeasuresOf(log, account, wallet)),
    ];
  });
}

/** The owner comes first. No event names the account of such a debt. */
const maxDebtors = 2;

function listMeasuresOf(log: Log, account: Address, wallet: Address): Measure[] {
  const { topics, data } = log;
  const token = log.address as Address;
  const words = readArguments(log);
  if (!words.some((word) => isAccount(word, account))) return [];
  const create = (kind: MeasureKind, id?: bigint): Measure => ({ kind, token, account, id });
  const ids: Readonly<Record<string, () => Measure[]>> = {
    [eventTopics.transfer]: () => (topics[3] ? [create("nftOwner", toNumber(topics[3]))] : []),
    [eventTopics.transferSingle]: () => [create("idBalance", toNumber(words[3]))],
    [eventTopics.transferBatch]: () =>
      readFirstList(splitWords(data)).map((id) => create("idBalance", id)),
    [eventTopics.idTransfer]: () => [create("idBalance", toNumber(words[2]))],
  };
  const listIds = ids[topics[0] ?? ""];
  // Any event that names the wallet can change a balance: WETH emits no transfer for a deposit.
  // Only the caller of a contract can do that, so that other accounts need a transfer.
  const isAsset = account === wallet || listIds;
  // The decimals have the same key for each account, so that they are read once.
  const decimals: Measure = { kind: "decimals", token, account: wallet };
  const assets = isAsset ? [create("balance"), decimals] : [];
  return [...assets, ...(listIds?.() ?? []), ...listApprovalMeasures(log, account)];
}

function listApprovalMeasures(log: Log, account: Address): Measure[] {
  const [topic = "", ...indexed] = log.topics;
  const isNft = topic === eventTopics.approval && indexed.length === 3;
  const event = isNft ? nftApprovalEvent : approvalEvents[topic];
  if (!event) return [];
  const words = readArguments(log);
  const [owner, spender] = [words[event.owner], words[event.spender]];
  // If only one account is indexed, it is the first word, and it can be either of the two.
  const isSwapped = indexed.length < 2 && !isAccount(owner, account) && isAccount(spender, account);
  if (!isSwapped && !isAccount(owner, account)) return [];
  const read = (index: number | undefined) => (index === undefined ? undefined : words[index]);
  const [id, asset, value] = [read(event.id), read(event.asset), read(event.value)];
  const measure: Measure = {
    kind: event.kind,
    token: log.address as Address,
    account,
    spender: toAddress((isSwapped ? owner : spender) ?? ""),
    id: id === undefined ? undefined : toNumber(id),
    asset: asset === undefined ? undefined : toAddress(asset),
    isStated: event.value === undefined || toNumber(value) > 0n,
  };
  return event.kind === "permit" ? [measure, { ...measure, kind: "permitExpiration" }] : [measure];
}

/** Compound v3 lends to an account that transfers too much. Only the receiver has an event. */
function listDebtMeasures(log: Log, account: Address): Measure[] {
  const [from] = readArguments(log);
  const isCreated = log.topics[0] === eventTopics.transfer && toNumber(from) === 0n;
  return isCreated ? [{ kind: "debt", token: log.address as Address, account }] : [];
}

const positionTopics: readonly string[] = [eventTopics.decreaseLiquidity, eventTopics.collect];

/** These events name the number of the position, but not its owner. */
function listPositionMeasures(log: Log, wallet: Address): Measure[] {
  const [topic = ""] = log.topics;
  const words = readArguments(log);
  const create = (contract: string | undefined, id: string | undefined) =>
    contract && id ? createPositionMeasures(toAddress(contract), toNumber(id), wallet) : [];
  if (positionTopics.includes(topic)) return create(log.address, words[0]);
  if (topic !== eventTopics.modifyLiquidity) return [];
  // The pools of Uniswap v4 have one contract. The caller is the contract of the positions.
  const [, contract, , , change, id] = words;
  const isAdded = toNumber(change) > 0n && toNumber(change) < 2n ** 255n;
  return isAdded ? [] : create(contract, id);
}

/** Tokens that were taken out of a position. */
export interface CollectedPosition {
  token: Address;
  id: bigint;
  recipient: Address;
  /** Of each of the two tokens, in the smallest units. It can be a few units more than was paid. */
  amounts: readonly [bigint, bigint];
}

/** The fees of a position are in its pool until they are collected: only the event shows them. */
export function listCollected(logs: readonly Log[]): CollectedPosition[] {
  return logs.flatMap((log) => {
    const [id, recipient, amount0, amount1] = readArguments(log);
    if (log.topics[0] !== eventTopics.collect || !recipient) return [];
    const amounts = [toNumber(amount0), toNumber(amount1)] as const;
    const position = { token: log.address as Address, id: toNumber(id) };
    const isCollected = amounts.some((amount) => amount > 0n);
    return isCollected ? [{ ...position, recipient: toAddress(recipient), amounts }] : [];
  });
}

/** A transfer of an ERC-20 token or of the native coin. */
export interface Transfer {
  token: Address;
  from: Address;
  to: Address;
  amount: bigint;
}

export function listTransfers(logs: readonly Log[]): Transfer[] {
  return logs.flatMap((log) => {
    const [from, to, amount] = readArguments(log);
    const isTransfer = log.topics[0] === eventTopics.transfer && log.topics.length < 4;
    if (!isTransfer || !from || !to) return [];
    const token = toTokenKey(log.address);
    return [{ token, from: toAddress(from), to: toAddress(to), amount: toNumber(amount) }];
  });
}

/** A right that only an event shows, such as a signed order. */
export interface Grant {
  contract: Address;
  spender: Address;
}

/** Returns the rights that the wallet gives by signed orders, and to operators. */
export function listGrants(logs: readonly Log[], wallet: Address): Grant[] {
  return logs.flatMap((log) => {
    const event = grantEvents[log.topics[0] ?? ""];
    if (!event) return [];
    const words = readArguments(log);
    const owner = words[event.owner] ?? "";
    const isPrefix = isEqual(owner.slice(0, 40), wallet.slice(0, 40));
    if (!(event.isPrefix ? isPrefix : isAccount(owner, wallet))) return [];
    if (event.value !== undefined && toNumber(words[event.value]) === 0n) return [];
    const contract = log.address as Address;
    const spender = event.spender === undefined ? contract : toAddress(words[event.spender] ?? "");
    return [{ contract, spender }];
  });
}

/** Returns the NFTs that the wallet gets, even if it does not keep them. */
export function listReceivedNfts(
  logs: readonly Log[],
  wallet: Address,
): { token: Address; id: bigint }[] {
  return logs.flatMap(({ address, topics: [topic, , to, id] }) =>
    topic === eventTopics.transfer && id !== undefined && isAccount(to, wallet)
      ? [{ token: address as Address, id: toNumber(id) }]
      : [],
  );
}

/** Returns the loans in the account's name, and what was withdrawn from lending, by contract. */
export function listLoans(
  logs: readonly Log[],
  account: Address,
): { contract: string; signature: string }[] {
  const loans = logs.flatMap((log) => {
    const event = loanEvents[log.topics[0] ?? ""];
    if (!event || !isAccount(readArguments(log)[event.wallet], account)) return [];
    return [{ contract: log.address, signature: event.signature }];
  });
  return [...new Map(loans.map((loan) => [Object.values(loan).join(), loan])).values()];
}

/**
 * Returns the events that change who controls the wallet: its own, and those of its validators.
 * Without those that register `registered` as the owner.
 */
export function listControlEvents(
  logs: readonly Log[],
  wallet: Address,
  registered?: Address | undefined,
): string[] {
  return logs.flatMap((log) => {
    const event = controlEvents[log.topics[0] ?? ""];
    if (!event) return [];
    const words = readArguments(log);
    const isNamed = event.wallet !== undefined && isAccount(words[event.wallet], wallet);
    if (registered && event.owner !== undefined && isAccount(words[event.owner], registered))
      return [];
    return isEqual(log.address, wallet) || isNamed ? [event.signature] : [];
  });
}

/** Whole words of 32 bytes as hex numbers. */
function splitWords(data: string): string[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`);
}

/** Reads the first array of ABI-encoded data. Data that is no array has no elements. */
function readFirstList(words: readonly string[]): bigint[] {
  const start = Number(BigInt(words[0] ?? 0)) / 32;
  const length = Number(BigInt(words[start] ?? 0));
  return words.slice(start + 1, start + 1 + length).map(BigInt);
}

/**
 * Returns the addresses among the arguments of the call data, at most `limit`. Some tokens emit no
 * events. Arguments start at multiples of 4 bytes: each nested call has a selector of 4 bytes.
 */
export function findAddresses(callData: Hex, limit: number): Address[] {
  const found = new Set<Address>();
  for (let at = 2; at + 40 <= callData.length && found.size < limit; at += 8) {
    const word = callData.slice(at, at + 64).toLowerCase();
    // 4 zero bytes at the start or 10 at the end look like numbers.
    if (/^0{24}(?!0{8})(?!.{20}0{20}).{40}/.test(word)) found.add(toAddress(word));
    // ERC-7579 packs the target of a single call: after the mode, the offset and the length.
    const target = callData.slice(at + 200, at + 240).toLowerCase();
    if (/^(?:e9ae5c53|d691c964)00/.test(word) && target.length === 40) found.add(toAddress(target));
  }
  return [...found];
}
