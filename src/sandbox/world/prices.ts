import { parsePrice } from "./amounts.js";
import { getCatalogue, type KnownToken } from "./catalogue.js";
import { findEntry } from "./state.js";
import type { MarketTerms, World } from "./world.js";

/** The current price of a token in US dollars. */
export function getPrice(world: World, token: KnownToken): string {
  return findEntry(world.prices, token.asset) ?? token.price;
}

/** The value of an amount, in units of 10^-12 US dollars. */
export function getUsdValue(world: World, token: KnownToken, units: bigint): bigint {
  return (units * parsePrice(getPrice(world, token))) / 10n ** BigInt(token.decimals);
}

/** The units of a token that are worth an amount in 10^-12 US dollars, rounded up. */
export function getUnitsForUsd(world: World, token: KnownToken, usd: bigint): bigint {
  const price = parsePrice(getPrice(world, token));
  return price === 0n ? 0n : (usd * 10n ** BigInt(token.decimals) + price - 1n) / price;
}

/** Spreads are in parts per million. */
export const million = 1_000_000n;

/** The market's output for an amount after the spread, rounded down. */
export function quoteMarket(
  world: World,
  tokenIn: KnownToken,
  tokenOut: KnownToken,
  units: bigint,
  spread: bigint,
): bigint {
  const priceOut = parsePrice(getPrice(world, tokenOut));
  if (priceOut === 0n || units <= 0n) return 0n;
  const worth =
    units *
    parsePrice(getPrice(world, tokenIn)) *
    10n ** BigInt(tokenOut.decimals) *
    (million - spread);
  return worth / (priceOut * 10n ** BigInt(tokenIn.decimals) * million);
}

/** Whether the market still offers the required output. */
export function areMarketTermsMet(
  world: World,
  { assetIn, assetOut, netIn, minOut, spread }: MarketTerms,
): boolean {
  const tokenIn = getCatalogue().get(assetIn);
  const tokenOut = getCatalogue().get(assetOut);
  return (
    tokenIn !== undefined &&
    tokenOut !== undefined &&
    quoteMarket(world, tokenIn, tokenOut, netIn, spread) >= minOut
  );
}
