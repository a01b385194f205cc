import { find } from "../shared/operation-handler.js";
import { priceUnits } from "./amounts.js";
import { type KnownToken, tokens } from "./catalogue.js";
import { assetOf } from "./ledger.js";
import type { MarketTerms, World } from "./world.js";

/** What a token costs now, in US dollars. */
export function priceOf(world: World, token: KnownToken): string {
  return find(world.prices, assetOf(token.chainId, token.address)) ?? token.price;
}

/** Spreads are counted in parts of a million. */
export const million = 1_000_000n;

/** What the market gives for an amount, after a spread in parts of a million. Rounded down: dust stays with the market. */
export function marketOut(
  world: World,
  tokenIn: KnownToken,
  tokenOut: KnownToken,
  units: bigint,
  spread: bigint,
): bigint {
  const priceOut = priceUnits(priceOf(world, tokenOut));
  if (priceOut === 0n || units <= 0n) return 0n;
  const worth =
    units *
    priceUnits(priceOf(world, tokenIn)) *
    10n ** BigInt(tokenOut.decimals) *
    (million - spread);
  return worth / (priceOut * 10n ** BigInt(tokenIn.decimals) * million);
}

/** Whether the market still gives what was asked. */
export function priceHolds(
  world: World,
  { assetIn, assetOut, netIn, minOut, spread }: MarketTerms,
): boolean {
  const tokenIn = tokens().get(assetIn);
  const tokenOut = tokens().get(assetOut);
  return (
    tokenIn !== undefined &&
    tokenOut !== undefined &&
    marketOut(world, tokenIn, tokenOut, netIn, spread) >= minOut
  );
}
