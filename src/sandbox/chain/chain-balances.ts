import type { Hex } from "../../shared/patterns.js";
import { toChainAddress } from "../world/external-accounts.js";
import type { ChainView } from "./chain-view.js";

/**
 * All balances of an asset after a block, by address: those of the ledger, less what later blocks
 * have booked.
 */
function getBalancesAt(view: ChainView, asset: string, number: number): Map<Hex, bigint> {
  const balances = new Map<Hex, bigint>();
  const add = (account: string, units: bigint) => {
    const address = toChainAddress(account);
    balances.set(address, (balances.get(address) ?? 0n) + units);
  };
  for (const [account, held] of Object.entries(view.world.ledger)) {
    const units = held[asset];
    if (units !== undefined) add(account, units);
  }
  for (const { bookings } of view.blocks.slice(number)) {
    for (const booking of bookings) {
      if (booking.asset !== asset) continue;
      add(booking.from, booking.units);
      add(booking.to, -booking.units);
    }
  }
  return balances;
}

/** External accounts may be negative in the ledger. A chain shows zero. */
function toShown(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

export function getBalanceAt(
  view: ChainView,
  asset: string,
  address: string,
  number: number,
): bigint {
  return toShown(getBalancesAt(view, asset, number).get(toChainAddress(address)) ?? 0n);
}

/** All that accounts hold, so that it is the sum of their balances. */
export function getSupplyAt(view: ChainView, asset: string, number: number): bigint {
  let supply = 0n;
  for (const units of getBalancesAt(view, asset, number).values()) supply += toShown(units);
  return supply;
}
