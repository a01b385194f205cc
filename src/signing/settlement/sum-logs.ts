import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { normalizeToken } from "../shared/same-token.js";
import { type Log, toAddress, toNumber, topics } from "./operation-logs.js";

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

export const noAccount: Address = `0x${"0".repeat(40)}`;

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

/** Each approval once. */
export function listApprovals(logs: readonly Log[]): LoggedApproval[] {
  const approvals = new Map<string, LoggedApproval>();
  for (const { address: token, topic, indexed, words } of logs) {
    const [account, spender, third] = words;
    const isForAll = topic === topics.approvalForAll;
    if ((!isForAll && topic !== topics.approval) || !account || !spender || !third) continue;
    const isForId = !isForAll && indexed === 3;
    const accounts = { account: toAddress(account), token, spender: toAddress(spender) };
    // ERC-721 clears an approval by one for no account.
    if (accounts.spender === noAccount) continue;
    const kind = isForAll ? "isApprovedForAll" : isForId ? "getApproved" : "allowance";
    const id = isForId ? third : "";
    const approval = { ...accounts, kind, ...(isForId && { id: toNumber(third) }) } as const;
    approvals.set([token, account, spender, kind, id].join(), approval);
  }
  return [...approvals.values()];
}
