import { defaultSlippage } from "../../contract/shared/slippage.js";
import { takePercent } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { quoteMarket } from "../world/prices.js";
import type { MarketTerms, World } from "../world/world.js";

/** In percent. Null and undefined select the default. */
export type Slippage = number | null | undefined;

/** The minimum output after slippage in percent. A positive amount never becomes zero. */
export function applySlippage(units: bigint, slippage: Slippage): bigint {
  const least = takePercent(units, 100 - (slippage ?? defaultSlippage));
  return least === 0n && units > 0n ? 1n : least;
}

/** The terms of a swap whose output, less slippage, must still hold at execution. */
export function createSwapTerms(
  world: World,
  swap: Omit<MarketTerms, "minOut">,
  slippage: Slippage,
): MarketTerms {
  return { ...swap, minOut: applySlippage(quoteMarket(world, swap), slippage) };
}

/** Limits the pool's price movement in both directions to the slippage. */
export function createPoolTerms(
  world: World,
  { token0, token1 }: { token0: KnownToken; token1: KnownToken },
  slippage: Slippage,
): MarketTerms[] {
  const terms = (tokenIn: KnownToken, tokenOut: KnownToken) =>
    // A large amount, so that rounding to smallest units does not hide a price change.
    createSwapTerms(
      world,
      { tokenIn, tokenOut, netIn: 10n ** BigInt(tokenIn.decimals + 18), spread: 0n },
      slippage,
    );
  return [terms(token0, token1), terms(token1, token0)];
}
