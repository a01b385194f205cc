import { erc20Abi, type Log, parseEventLogs } from "viem";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { Opened } from "../prepare.js";
import { accountsOf } from "./kinds.js";

/** Amounts in smallest units, by account, chain and token. Without zeros. */
export type Amounts = Readonly<Record<string, bigint>>;
export type Heights = ReadonlyMap<number, bigint>;

/** The chains of the tests. */
export const chains = [137, 8453];

export async function readHeights(sandbox: Sandbox): Promise<Heights> {
  const read = async (chainId: number) =>
    [chainId, await sandbox.node(chainId).getBlockNumber()] as const;
  return new Map(await Promise.all(chains.map(read)));
}

/** The balances of all accounts by the service's own call. */
export async function readBalances(opened: Opened): Promise<Amounts> {
  const balances = new Map<string, bigint>();
  for (const account of accountsOf(opened)) {
    const { tokens } = await opened.client.wallets.portfolio(account);
    for (const { chainId, address, balance } of (tokens ?? []) as object[] as Held[])
      balances.set(`${account} ${chainId} ${address}`, BigInt(balance));
  }
  return withoutZeros(balances);
}

/** The sandbox sends the chain id, which the schema does not have. */
interface Held {
  chainId: number;
  address: string;
  balance: string;
}

export function subtract(after: Amounts, before: Amounts): Amounts {
  const all = Object.keys({ ...after, ...before });
  return withoutZeros(new Map(all.map((key) => [key, (after[key] ?? 0n) - (before[key] ?? 0n)])));
}

/** The net of the transfers in logs. */
export function sumTransfers(chainId: number, logs: readonly Log[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (account: string, token: string, units: bigint) => {
    const key = `${account.toLowerCase()} ${chainId} ${token}`;
    sums.set(key, (sums.get(key) ?? 0n) + units);
  };
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: [...logs] });
  for (const { address, args } of transfers) {
    add(args.from, address, -args.value);
    add(args.to, address, args.value);
  }
  return sums;
}

/** What moved after some blocks: the transfers in all receipts, and the balances of coins. */
export async function readMoves(opened: Opened, since: Heights): Promise<Amounts> {
  const accounts = accountsOf(opened);
  const moves = new Map<string, bigint>();
  const add = (key: string, units: bigint) => moves.set(key, (moves.get(key) ?? 0n) + units);
  for (const [chainId, height] of since) {
    const node = opened.sandbox.node(chainId);
    const newest = await node.getBlockNumber();
    for (let blockNumber = height + 1n; blockNumber <= newest; blockNumber++) {
      const { transactions } = await node.getBlock({ blockNumber });
      for (const hash of transactions) {
        const { logs } = await node.getTransactionReceipt({ hash });
        for (const [key, units] of sumTransfers(chainId, logs)) add(key, units);
      }
    }
    for (const address of accounts) {
      const [before, after] = [
        await node.getBalance({ address, blockNumber: height }),
        await node.getBalance({ address, blockNumber: newest }),
      ];
      add(`${address} ${chainId} ${nativeToken}`, after - before);
    }
  }
  return onlyOf(accounts, moves);
}

export function onlyOf(accounts: readonly string[], amounts: ReadonlyMap<string, bigint>): Amounts {
  const own = [...amounts].filter(([key]) => accounts.includes(key.split(" ")[0] as string));
  return withoutZeros(new Map(own));
}

/** All balances at old blocks, as a node reads them. */
export async function readBalancesAt(opened: Opened, heights: Heights): Promise<Amounts> {
  const known = await readBalances(opened);
  const tokens = new Set(Object.keys(known).map((key) => key.split(" ").slice(1).join(" ")));
  const balances = new Map<string, bigint>();
  for (const account of accountsOf(opened)) {
    for (const token of tokens) {
      const [chainId, address] = token.split(" ") as [string, `0x${string}`];
      const node = opened.sandbox.node(Number(chainId));
      const blockNumber = heights.get(Number(chainId)) as bigint;
      const units =
        address === nativeToken
          ? await node.getBalance({ address: account, blockNumber })
          : await node.readContract({
              abi: erc20Abi,
              address,
              functionName: "balanceOf",
              args: [account],
              blockNumber,
            });
      balances.set(`${account} ${token}`, units);
    }
  }
  return withoutZeros(balances);
}

function withoutZeros(amounts: ReadonlyMap<string, bigint>): Amounts {
  return Object.fromEntries([...amounts].filter(([, units]) => units !== 0n).sort());
}
