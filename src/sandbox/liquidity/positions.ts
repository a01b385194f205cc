import type { Completions } from "../operations/settle-operations.js";
import { find } from "../shared/operation-handler.js";
import { percentOf, priceUnits } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf, balanceOf, book, outside } from "../world/ledger.js";
import { marketOut, priceOf } from "../world/prices.js";
import type { Booking, Position, World } from "../world/world.js";

/** The contract of the position tokens, the same on every chain. */
export const positionContract = "0x00000000000000000000000000000000000b0b0a";

/** What a position in its range earns in a year, in percent. */
export const yearlyPercent = 12;
const year = 365n * 86_400_000n;

/** Amounts of the two tokens of a position. */
export interface Amounts {
  units0: bigint;
  units1: bigint;
}

/** A pair of tokens with a range. */
export interface Range {
  token0: KnownToken;
  token1: KnownToken;
  poolFeePercent: number;
  minPrice: number;
  maxPrice: number;
}

/**
 * Where a position's tokens and its fees lie. Both begin with `0x` as wallets do, because they may not go below zero either: of two
 * withdrawals of the same liquidity the second fails, as it would on the chain.
 */
export function vaultOf(tokenId: string): string {
  return `0xvault:${tokenId}`;
}

export function feesOf(tokenId: string): string {
  return `0xfees:${tokenId}`;
}

export function assetsOf({
  chainId,
  token0,
  token1,
}: Pick<Position, "chainId" | "token0" | "token1">): [string, string] {
  return [assetOf(chainId, token0), assetOf(chainId, token1)];
}

export function heldIn(
  world: World,
  account: string,
  [asset0, asset1]: readonly [string, string],
): Amounts {
  return { units0: balanceOf(world, account, asset0), units1: balanceOf(world, account, asset1) };
}

export function moved(
  from: string,
  to: string,
  [asset0, asset1]: readonly [string, string],
  { units0, units1 }: Amounts,
): Booking[] {
  return [
    { from, to, asset: asset0, units: units0 },
    { from, to, asset: asset1, units: units1 },
  ].filter(({ units }) => units > 0n);
}

export function rangeOf({
  chainId,
  token0,
  token1,
  poolFeePercent,
  minPrice,
  maxPrice,
}: Position): Range {
  // A position is only ever opened with tokens of the catalogue.
  const [first, second] = [findToken(chainId, token0), findToken(chainId, token1)] as [
    KnownToken,
    KnownToken,
  ];
  return { token0: first, token1: second, poolFeePercent, minPrice, maxPrice };
}

function currentPrice(world: World, { token0, token1 }: Range): number {
  return Number(priceOf(world, token0)) / Number(priceOf(world, token1));
}

export function inRange(world: World, range: Range): boolean {
  const price = currentPrice(world, range);
  return price > range.minPrice && price < range.maxPrice;
}

const whole = 1_000_000n;

/** Which share of its value a position holds in token0, in parts of a million: all of it below the range, nothing above. */
export function shareOfToken0(world: World, range: Range): bigint {
  const price = currentPrice(world, range);
  if (price <= range.minPrice) return whole;
  if (!(price < range.maxPrice)) return 0n;
  const value0 = price * (1 / Math.sqrt(price) - 1 / Math.sqrt(range.maxPrice));
  const value1 = Math.sqrt(price) - Math.sqrt(range.minPrice);
  return BigInt(Math.round((value0 / (value0 + value1)) * Number(whole)));
}

/** What a swap within the pool costs, in parts of a million. */
export function spreadOf({ poolFeePercent }: Range): bigint {
  return BigInt(Math.round(poolFeePercent * 10_000));
}

/** Swaps between the two tokens until they stand as the range wants them. */
export function balanced(world: World, range: Range, { units0, units1 }: Amounts): Amounts {
  const { token0, token1 } = range;
  const value0 = worthOf(world, token0, units0);
  const value1 = worthOf(world, token1, units1);
  const target0 = ((value0 + value1) * shareOfToken0(world, range)) / whole;
  if (target0 <= value0) {
    const sold = value0 === 0n ? 0n : (units0 * (value0 - target0)) / value0;
    return {
      units0: units0 - sold,
      units1: units1 + marketOut(world, token0, token1, sold, spreadOf(range)),
    };
  }
  const sold = value1 === 0n ? 0n : (units1 * (target0 - value0)) / value1;
  return {
    units0: units0 + marketOut(world, token1, token0, sold, spreadOf(range)),
    units1: units1 - sold,
  };
}

function worthOf(world: World, token: KnownToken, units: bigint): bigint {
  return (units * priceUnits(priceOf(world, token))) / 10n ** BigInt(token.decimals);
}

/** Books what a position has earned since somebody last looked. Out of its range it earns nothing. */
export function accrue(world: World, position: Position): void {
  const elapsed = BigInt(Math.max(0, Math.floor(world.time - position.feesUntil)));
  position.feesUntil = world.time;
  if (!inRange(world, rangeOf(position))) return;
  const assets = assetsOf(position);
  const { units0, units1 } = heldIn(world, vaultOf(position.tokenId), assets);
  const earned = (units: bigint) => (percentOf(units, yearlyPercent) * elapsed) / year;
  book(
    world,
    moved(outside.market, feesOf(position.tokenId), assets, {
      units0: earned(units0),
      units1: earned(units1),
    }),
  );
}

function open(world: World, position: Position): void {
  const { tokenId, chainId, wallet } = position;
  world.positions[tokenId] = { ...position, feesUntil: world.time };
  const { token0, token1 } = rangeOf(position);
  const name = `${token0.symbol}/${token1.symbol} #${tokenId}`;
  world.nfts[wallet] = [
    ...(find(world.nfts, wallet) ?? []),
    { chainId, address: positionContract, tokenId, name, broken: false },
  ];
}

function close(world: World, position: Position): void {
  position.open = false;
  const held = world.nfts[position.wallet];
  if (held)
    world.nfts[position.wallet] = held.filter(
      ({ address, tokenId }) => address !== positionContract || tokenId !== position.tokenId,
    );
}

/** What the execution of a liquidity operation brings about. */
export const positionCompletions: Completions = {
  "position.open": (world, _operation, _record, data) => open(world, data.position as Position),
  "position.move": (world, _operation, _record, data) => {
    const old = find(world.positions, data.from);
    const next = data.position as Position;
    if (!old) return;
    // What it earned, or was given, after the operation was prepared goes along.
    accrue(world, old);
    const assets = assetsOf(old);
    for (const account of [vaultOf(old.tokenId), feesOf(old.tokenId)]) {
      book(world, moved(account, vaultOf(next.tokenId), assets, heldIn(world, account, assets)));
    }
    close(world, old);
    open(world, next);
  },
  "position.change": (world, _operation, _record, data) => {
    const position = find(world.positions, data.tokenId);
    if (!position) return;
    const { units0, units1 } = heldIn(world, vaultOf(position.tokenId), assetsOf(position));
    if (units0 === 0n && units1 === 0n) close(world, position);
  },
};
