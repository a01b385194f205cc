import type { Hex } from "../../contract/shared/primitives.js";
import type { Transaction } from "../../contract/wallets/types.js";
import { explorerLink } from "../operations/settle-operations.js";
import { find, isoTime } from "../shared/operation-handler.js";
import { accountKey } from "../world/account-key.js";
import { chainRecord, evmChains, findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf, book, outside } from "../world/ledger.js";
import { createRandom, type Random, seedState } from "../world/random.js";
import type { World } from "../world/world.js";
import { depositRecord } from "./deposit-records.js";

/** A wallet of every new sandbox with two years of history: 10,000 transactions of every known type and status. */
export const veteranWallet: Hex = "0x2f6a3b3da8b9b72eea792540bfce0aabf66f4043";
/** Who owns the veteran wallet. Nobody has its key. */
export const veteranOwner: Hex = "0x000000000000000000000000000000000000c0de";

const count = 10_000;
const years = 2 * 365 * 86_400_000;
/** Only the newest can still be under way. */
const underWay = 40;

/** Every known type, the frequent ones more than once. Added liquidity has no known word: this is the sandbox's own. */
const types = [
  ...["SWAP", "SWAP", "SWAP", "CROSS_SWAP", "CROSS_SWAP", "CRYPTO_DEPOSIT", "ADD_LIQUIDITY"],
  ...["LENDING_SUPPLY", "LENDING_SUPPLY_BORROW", "LENDING_BORROW", "LENDING_WITHDRAW"],
  ...["LENDING_REPAY", "LENDING_REPAY_WITHDRAW", "LENDING_LIQUIDATION"],
];

const deposited = [
  [137, "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359"],
  [137, "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619"],
  [8453, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
] as const;

/** Registers the veteran in a new world, as of two years before it begins, with something to show for it. */
export function addVeteran(world: World, projectId: string): void {
  world.wallets[veteranWallet] = {
    address: veteranWallet,
    owner: veteranOwner,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    salt: "0",
    eip7702: false,
    projectId,
    metadata: { name: "veteran" },
    registeredAt: isoTime(world.time - years),
    deployed: [...evmChains],
    lastTransactionAt: isoTime(world.time - 1),
  };
  const gift = { from: outside.mint, to: veteranWallet, units: 5_000_000_000n };
  book(
    world,
    deposited.map(([chainId, address]) => ({ ...gift, asset: assetOf(chainId, address) })),
  );
}

/** A wallet's records, oldest first. The veteran's are made when somebody first looks, so that no snapshot carries them for nothing. */
export function historyOf(world: World, address: string): readonly Transaction[] {
  const key = accountKey(address);
  const records = find(world.history, key) ?? [];
  const veteran = key === veteranWallet ? find(world.wallets, key) : undefined;
  if (!veteran || records[0]?.id === idOf(0)) return records;
  const made = makeHistory(world.seed, Date.parse(veteran.registeredAt));
  world.history[veteranWallet] = [...made, ...records];
  return world.history[veteranWallet];
}

function makeHistory(seed: string, start: number): Transaction[] {
  const random = createRandom({ random: seedState(`veteran ${seed}`) });
  const step = years / (count + 1);
  return Array.from({ length: count }, (_, i) => {
    const time = Math.round(start + step * (i + 1) + (random.next() - 0.5) * step);
    return makeRecord(random, i, time);
  });
}

function idOf(i: number): string {
  return `tx_v${String(i).padStart(5, "0")}`;
}

function makeRecord(random: Random, i: number, time: number): Transaction {
  const type = i < types.length ? (types[i] as string) : random.pick(types);
  const hash: Hex = `0x${random.hex(32)}`;
  if (type === "CRYPTO_DEPOSIT") {
    const [chainId, address] = random.pick(deposited);
    const token = findToken(chainId, address) as KnownToken;
    const from = `0x${random.hex(20)}`;
    const units =
      BigInt(1 + random.below(1_000_000)) * 10n ** BigInt(Math.max(0, token.decimals - 4));
    return depositRecord(idOf(i), time, hash, {
      wallet: veteranWallet,
      from,
      token,
      units,
      price: token.price,
    });
  }
  const chain = random.pick(evmChains);
  const status = statusOf(random, type, i);
  const done = status !== "PROCESSING" && status !== "ON_BRIDGE";
  const token = String(100_000 + Math.floor(i / 50));
  return {
    metadata:
      type === "ADD_LIQUIDITY"
        ? { positionId: token }
        : i % 5 === 0
          ? { invoice: `invoice-${i}` }
          : null,
    id: idOf(i),
    createdAt: isoTime(time),
    updatedAt: isoTime(done ? time + 6_000 : time),
    executedAt: done ? isoTime(time + 6_000) : null,
    status,
    transactionHash: done ? explorerLink(chain, hash) : null,
    chain: chainRecord(chain),
    type,
    // Nobody signs a liquidation.
    userOperationHash: type === "LENDING_LIQUIDATION" ? null : `0x${random.hex(32)}`,
    ...(type === "CROSS_SWAP" && {
      chainIn: chainRecord(chain),
      chainOut: chainRecord(random.pick([0, ...evmChains])),
    }),
    ...(type === "ADD_LIQUIDITY" && { nftNumber: token }),
  };
}

function statusOf(random: Random, type: string, i: number): string {
  if (i >= count - underWay) return type === "CROSS_SWAP" ? "ON_BRIDGE" : "PROCESSING";
  const luck = random.below(100);
  if (luck < 5) return "FAILED";
  return luck < 10 && type.endsWith("SWAP") ? "PARTIALLY_COMPLETED" : "COMPLETED";
}
