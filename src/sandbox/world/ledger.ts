import { addBlocks, type BookingTransaction } from "./blocks.js";
import { externalAccounts } from "./external-accounts.js";
import type { Booking, World } from "./world.js";

const unlimitedAccounts: ReadonlySet<string> = new Set(Object.values(externalAccounts));

export function toAssetKey(chainId: number, token: string): string {
  return `${chainId}:${token.toLowerCase()}`;
}

export function getBalance(world: World, account: string, asset: string): bigint {
  return world.ledger[toAccountKey(account)]?.[asset] ?? 0n;
}

export function findShortfall(
  world: World,
  bookings: readonly Booking[],
): { account: string; asset: string } | undefined {
  const changes = new Map<string, bigint>();
  const add = (account: string, asset: string, units: bigint) => {
    const key = `${toAccountKey(account)} ${asset}`;
    changes.set(key, (changes.get(key) ?? 0n) + units);
  };
  for (const { from, to, asset, units } of bookings) {
    add(from, asset, -units);
    add(to, asset, units);
  }
  for (const [key, change] of changes) {
    const [account, asset] = key.split(" ") as [string, string];
    const left = getBalance(world, account, asset) + change;
    if (left < 0n && !unlimitedAccounts.has(account)) return { account, asset };
  }
  return undefined;
}

export function omitEmpty<T extends Booking>(bookings: readonly T[]): T[] {
  return bookings.filter(({ units }) => units > 0n);
}

/**
 * Applies all bookings, or none. Returns whether they were applied. They are a transaction of their
 * own unless a cause is given.
 */
export function applyBookings(
  world: World,
  bookings: readonly Booking[],
  cause?: BookingTransaction,
): boolean {
  if (findShortfall(world, bookings)) return false;
  for (const { from, to, asset, units } of bookings) {
    changeBalance(world, from, asset, -units);
    changeBalance(world, to, asset, units);
  }
  addBlocks(world, bookings, cause);
  return true;
}

function changeBalance(world: World, account: string, asset: string, units: bigint): void {
  const held = world.ledger[toAccountKey(account)] ?? {};
  world.ledger[toAccountKey(account)] = held;
  held[asset] = (held[asset] ?? 0n) + units;
  if (held[asset] === 0n) delete held[asset];
}

/** The ledger key of an account. EVM addresses ignore letter case, Bitcoin addresses do not. */
export function toAccountKey(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}
