import { accountKey } from "./account-key.js";
import type { Booking, World } from "./world.js";

/** The accounts that are no wallet, and may go below zero: they stand for the rest of the world. */
export const outside = {
  /** Where funded tokens come from. */
  mint: "mint",
  /** The other side of swaps, bridges, pools and loans. */
  market: "market",
  /** Takes gas. */
  gas: "gas",
  /** The service's own fees. */
  service: "service",
  /** The other side of fiat orders. */
  bank: "bank",
} as const;

const unbounded: ReadonlySet<string> = new Set(Object.values(outside));

export function assetOf(chainId: number, token: string): string {
  return `${chainId}:${token.toLowerCase()}`;
}

export function balanceOf(world: World, account: string, asset: string): bigint {
  return world.ledger[accountKey(account)]?.[asset] ?? 0n;
}

/** The first account and asset that could not bear the bookings, or undefined when all can be made. */
export function shortfall(
  world: World,
  bookings: readonly Booking[],
): { account: string; asset: string; missing: bigint } | undefined {
  const changes = new Map<string, bigint>();
  for (const { from, to, asset, units } of bookings) {
    changes.set(
      `${accountKey(from)} ${asset}`,
      (changes.get(`${accountKey(from)} ${asset}`) ?? 0n) - units,
    );
    changes.set(
      `${accountKey(to)} ${asset}`,
      (changes.get(`${accountKey(to)} ${asset}`) ?? 0n) + units,
    );
  }
  for (const [key, change] of changes) {
    const [account, asset] = key.split(" ") as [string, string];
    const left = balanceOf(world, account, asset) + change;
    if (left < 0n && !unbounded.has(account)) return { account, asset, missing: -left };
  }
  return undefined;
}

/** Makes all bookings, or none. */
export function book(world: World, bookings: readonly Booking[]): boolean {
  if (shortfall(world, bookings)) return false;
  for (const { from, to, asset, units } of bookings) {
    add(world, from, asset, -units);
    add(world, to, asset, units);
  }
  return true;
}

function add(world: World, account: string, asset: string, units: bigint): void {
  const held = world.ledger[accountKey(account)] ?? {};
  world.ledger[accountKey(account)] = held;
  held[asset] = (held[asset] ?? 0n) + units;
  if (held[asset] === 0n) delete held[asset];
}
