import { findEntry } from "../shared/operation-handler.js";
import { parsePrice } from "./amounts.js";
import { getCatalogue, type KnownToken } from "./catalogue.js";
import { toAssetKey } from "./ledger.js";
import type { MarketTerms, World } from "./world.js";

/** What a token costs now, in US dollars. */
export function getPrice(world: World, token: KnownToken): string {
  return findEntry(world.prices, toAssetKey(token.chainId, token.address)) ?? token.price;
}

/** Spreads are counted in parts of a million. */
export const million = 1_000_000n;

/** What the market gives for an amount, after a spread in parts of a million. Rounded down: dust stays with the market. */
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

/** Whether the market still gives what was asked. */
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
