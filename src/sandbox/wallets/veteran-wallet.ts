import type { KnownWord } from "../../contract/records/schema.js";
import type { Transaction, TransactionStatus } from "../../contract/wallets/history-records.js";
import type { Hex } from "../../shared/patterns.js";
import { createExplorerLink } from "../operations/settle-operations.js";
import { describeChain, evmChains, findToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { applyBookings, toAccountKey, toAssetKey } from "../world/ledger.js";
import { createRandom, hashSeed, type Random } from "../world/random.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { SentTransactionType } from "../world/words.js";
import type { World } from "../world/world.js";
import { createDepositRecord } from "./fund-account.js";

/**
 * A wallet with two years of history in every new sandbox: 10,000 transactions of every known type
 * and status.
 */
export const veteranWallet: Hex = "0x2f6a3b3da8b9b72eea792540bfce0aabf66f4043";
/** The owner of the veteran wallet. Its private key is unknown. */
export const veteranOwner: Hex = "0x000000000000000000000000000000000000c0de";

const transactionCount = 10_000;
const historyDuration = 2 * 365 * 86_400_000;
/** The newest transactions are still pending. */
const pendingCount = 40;

/** Every known type, frequent ones repeated. ADD_LIQUIDITY is the sandbox's own value. */
const transactionTypes: readonly SentTransactionType[] = [
  ...(["SWAP", "SWAP", "SWAP", "CROSS_SWAP", "CROSS_SWAP", "CRYPTO_DEPOSIT"] as const),
  ...(["ADD_LIQUIDITY", "LENDING_SUPPLY", "LENDING_SUPPLY_BORROW", "LENDING_BORROW"] as const),
  ...(["LENDING_WITHDRAW", "LENDING_REPAY", "LENDING_REPAY_WITHDRAW"] as const),
  "LENDING_LIQUIDATION",
];

/** The tokens of its deposits, and how much of each it has: not only stablecoins. */
const depositedTokens = [
  [137, "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", 5_000_000_000n],
  [137, "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619", 2_500_000_000_000_000_000n],
  [8453, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", 5_000_000_000n],
] as const;

export function addVeteranWallet(world: World, projectId: string): void {
  world.wallets[veteranWallet] = {
    address: veteranWallet,
    owner: veteranOwner,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    salt: "0",
    eip7702: false,
    projectId,
    metadata: { name: "veteran" },
    registeredAt: toIsoTime(world.time - historyDuration),
    deployed: [...evmChains],
    lastTransactionAt: toIsoTime(world.time - 1),
  };
  const gift = { from: externalAccounts.mint, to: veteranWallet };
  const gifts = depositedTokens.map(([chainId, address, units]) => {
    return { ...gift, asset: toAssetKey(chainId, address), units };
  });
  applyBookings(world, gifts);
}

/**
 * A wallet's records, oldest first. The veteran's are created on first use, to keep snapshots
 * small.
 */
export function getHistory(world: World, address: string): readonly Transaction[] {
  const key = toAccountKey(address);
  const records = findEntry(world.history, key) ?? [];
  const veteran = key === veteranWallet ? findEntry(world.wallets, key) : undefined;
  if (!veteran || records[0]?.id === toTransactionId(0)) return records;
  const made = createHistory(world.seed, Date.parse(veteran.registeredAt));
  world.history[veteranWallet] = [...made, ...records];
  return world.history[veteranWallet];
}

function createHistory(seed: string, start: number): Transaction[] {
  const random = createRandom({ random: hashSeed(`veteran ${seed}`) });
  const step = historyDuration / (transactionCount + 1);
  return Array.from({ length: transactionCount }, (_, i) => {
    const time = Math.round(start + step * (i + 1) + (random.next() - 0.5) * step);
    return createRecord(random, i, time);
  });
}

function toTransactionId(i: number): string {
  return `tx_v${String(i).padStart(5, "0")}`;
}

/** Whether an id may be that of one of the veteran's created records. */
export const isVeteranTransaction = (id: string): boolean => id.startsWith("tx_v");

function createRecord(random: Random, i: number, time: number): Transaction {
  const type = transactionTypes[i] ?? random.pick(transactionTypes);
  const hash: Hex = `0x${random.hex(32)}`;
  if (type === "CRYPTO_DEPOSIT") {
    const [chainId, address] = random.pick(depositedTokens);
    const token = findToken(chainId, address) as KnownToken;
    const from = `0x${random.hex(20)}`;
    const units =
      BigInt(1 + random.below(1_000_000)) * 10n ** BigInt(Math.max(0, token.decimals - 4));
    return createDepositRecord(toTransactionId(i), time, hash, {
      wallet: veteranWallet,
      from,
      token,
      units,
      price: token.price,
    });
  }
  const chain = random.pick(evmChains);
  const status = pickStatus(random, type, i);
  const done = status !== "PROCESSING" && status !== "ON_BRIDGE";
  const token = String(100_000 + Math.floor(i / 50));
  return {
    metadata:
      type === "ADD_LIQUIDITY"
        ? { positionId: token }
        : i % 5 === 0
          ? { invoice: `invoice-${i}` }
          : null,
    id: toTransactionId(i),
    createdAt: toIsoTime(time),
    updatedAt: toIsoTime(done ? time + 6_000 : time),
    executedAt: done ? toIsoTime(time + 6_000) : null,
    status,
    transactionHash: done ? createExplorerLink(chain, hash) : null,
    chain: describeChain(chain),
    type,
    // A liquidation has no user operation.
    userOperationHash: type === "LENDING_LIQUIDATION" ? null : `0x${random.hex(32)}`,
    ...(type === "CROSS_SWAP" && {
      chainIn: describeChain(chain),
      chainOut: describeChain(random.pick([0, ...evmChains])),
    }),
    ...(type === "ADD_LIQUIDITY" && { nftNumber: token }),
  };
}

function pickStatus(random: Random, type: string, i: number): KnownWord<TransactionStatus> {
  if (i >= transactionCount - pendingCount)
    return type === "CROSS_SWAP" ? "ON_BRIDGE" : "PROCESSING";
  const luck = random.below(100);
  if (luck < 5) return "FAILED";
  return luck < 10 && type.endsWith("SWAP") ? "PARTIALLY_COMPLETED" : "COMPLETED";
}
