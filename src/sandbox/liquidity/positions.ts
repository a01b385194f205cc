import type { CompletionHandlers } from "../operations/settle-operations.js";
import { takePercent } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { applyBookings, getBalance, omitEmpty } from "../world/ledger.js";
import { getPrice, getUsdValue, quoteMarket } from "../world/prices.js";
import { findEntry } from "../world/state.js";
import type { Booking, Position, Range, World } from "../world/world.js";

/** The contract of the position tokens, the same on every chain. */
export const positionContract = "0x00000000000000000000000000000000000b0b0a";

/** The yield of a position in its range, in percent per year. */
export const yearlyPercent = 12;
const yearDuration = 365n * 86_400_000n;

export interface Amounts {
  units0: bigint;
  units1: bigint;
}

/**
 * The ledger accounts of a position. They start with `0x`, so that they cannot become negative:
 * withdrawing the same liquidity twice fails, as it does on a chain.
 */
export function toVaultAccount(tokenId: string): string {
  return `0xvault:${tokenId}`;
}

export function toFeesAccount(tokenId: string): string {
  return `0xfees:${tokenId}`;
}

export function getHoldings(world: World, account: string, { token0, token1 }: Range): Amounts {
  const get = ({ asset }: KnownToken) => getBalance(world, account, asset);
  return { units0: get(token0), units1: get(token1) };
}

export function createTransfers(
  from: string,
  to: string,
  { token0, token1 }: Range,
  { units0, units1 }: Amounts,
): Booking[] {
  return omitEmpty([
    { from, to, asset: token0.asset, units: units0 },
    { from, to, asset: token1.asset, units: units1 },
  ]);
}

export function getCurrentPrice(world: World, { token0, token1 }: Range): number {
  return Number(getPrice(world, token0)) / Number(getPrice(world, token1));
}

export function isInRange(world: World, range: Range): boolean {
  const price = getCurrentPrice(world, range);
  return price > range.minPrice && price < range.maxPrice;
}

const whole = 1_000_000n;

/** The share of token0 in a position's value, in parts per million. */
export function computeToken0Share(world: World, range: Range): bigint {
  const ratio = computeAmountRatio(world, range);
  if (ratio === Number.POSITIVE_INFINITY) return 0n;
  const price = getCurrentPrice(world, range);
  return ratio === 0 ? whole : BigInt(Math.round((price / (price + ratio)) * Number(whole)));
}

/**
 * The amount of token1 per token0 that a position holds, in whole tokens: 0 below its price range
 * and infinite above.
 */
export function computeAmountRatio(world: World, range: Range): number {
  const price = getCurrentPrice(world, range);
  if (price <= range.minPrice) return 0;
  if (!(price < range.maxPrice)) return Number.POSITIVE_INFINITY;
  const amount0 = 1 / Math.sqrt(price) - 1 / Math.sqrt(range.maxPrice);
  return (Math.sqrt(price) - Math.sqrt(range.minPrice)) / amount0;
}

/** The cost of a swap in the pool, in parts per million. */
export function getSpread({ poolFeePercent }: Range): bigint {
  return BigInt(Math.round(poolFeePercent * 10_000));
}

export function balanceAmounts(world: World, range: Range, { units0, units1 }: Amounts): Amounts {
  const { token0, token1 } = range;
  const spread = getSpread(range);
  const value0 = getUsdValue(world, token0, units0);
  const value1 = getUsdValue(world, token1, units1);
  const target0 = ((value0 + value1) * computeToken0Share(world, range)) / whole;
  if (target0 <= value0) {
    const sold = value0 === 0n ? 0n : (units0 * (value0 - target0)) / value0;
    return {
      units0: units0 - sold,
      units1:
        units1 + quoteMarket(world, { tokenIn: token0, tokenOut: token1, netIn: sold, spread }),
    };
  }
  const sold = value1 === 0n ? 0n : (units1 * (target0 - value0)) / value1;
  return {
    units0: units0 + quoteMarket(world, { tokenIn: token1, tokenOut: token0, netIn: sold, spread }),
    units1: units1 - sold,
  };
}

/** Books the fees earned since the last call. A position out of its range earns nothing. */
export function accrueFees(world: World, position: Position): void {
  const elapsed = BigInt(Math.max(0, Math.floor(world.time - position.feesUntil)));
  position.feesUntil = world.time;
  const { range } = position;
  if (!isInRange(world, range)) return;
  const { units0, units1 } = getHoldings(world, toVaultAccount(position.tokenId), range);
  const earn = (units: bigint) => (takePercent(units, yearlyPercent) * elapsed) / yearDuration;
  const earned = { units0: earn(units0), units1: earn(units1) };
  const account = toFeesAccount(position.tokenId);
  applyBookings(world, createTransfers(externalAccounts.market, account, range, earned));
}

function openPosition(world: World, position: Position): void {
  const { tokenId, wallet } = position;
  world.positions[tokenId] = { ...position, feesUntil: world.time };
  const { token0, token1 } = position.range;
  const name = `${token0.symbol}/${token1.symbol} #${tokenId}`;
  world.nfts[wallet] = [
    ...(findEntry(world.nfts, wallet) ?? []),
    { chainId: token0.chainId, address: positionContract, tokenId, name, broken: false },
  ];
}

function closePosition(world: World, position: Position): void {
  position.open = false;
  const held = world.nfts[position.wallet];
  if (held)
    world.nfts[position.wallet] = held.filter(
      ({ address, tokenId }) => address !== positionContract || tokenId !== position.tokenId,
    );
}

export const positionCompletions: CompletionHandlers = {
  "position.open": (world, { position }) => openPosition(world, position),
  "position.move": (world, { from, position: next }) => {
    const old = findEntry(world.positions, from);
    if (!old) return;
    // Include fees and tokens that arrived after the operation was prepared.
    accrueFees(world, old);
    const { range } = old;
    for (const account of [toVaultAccount(old.tokenId), toFeesAccount(old.tokenId)]) {
      const held = getHoldings(world, account, range);
      applyBookings(world, createTransfers(account, toVaultAccount(next.tokenId), range, held));
    }
    closePosition(world, old);
    openPosition(world, next);
  },
  "position.change": (world, { tokenId }) => {
    const position = findEntry(world.positions, tokenId);
    if (!position) return;
    const held = getHoldings(world, toVaultAccount(tokenId), position.range);
    if (held.units0 === 0n && held.units1 === 0n) closePosition(world, position);
  },
};
