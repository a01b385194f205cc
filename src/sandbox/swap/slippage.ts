import { defaultSlippage } from "../../contract/shared/patterns.js";
import type { Range } from "../liquidity/positions.js";
import { takePercent } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import { quoteMarket } from "../world/prices.js";
import type { MarketTerms, World } from "../world/world.js";

/** The least of an amount that a slippage in percent leaves. Something never becomes nothing. */
export function applySlippage(units: bigint, slippage = defaultSlippage): bigint {
  const least = takePercent(units, 100 - slippage);
  return least === 0n && units > 0n ? 1n : least;
}

/** A swap that must still yield its amount, less the slippage, when it is executed. */
export interface PlannedSwap {
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  units: bigint;
  /** In parts of a million. */
  spread: bigint;
}

export function createSwapTerms(
  world: World,
  { tokenIn, tokenOut, units, spread }: PlannedSwap,
  slippage: number | undefined,
): MarketTerms {
  return {
    assetIn: toAssetKey(tokenIn.chainId, tokenIn.address),
    assetOut: toAssetKey(tokenOut.chainId, tokenOut.address),
    netIn: units,
    minOut: applySlippage(quoteMarket(world, tokenIn, tokenOut, units, spread), slippage),
    spread,
  };
}

/** The pool's price may move by no more than the slippage, either way: what goes in and what comes out both depend on it. */
export function createPoolTerms(
  world: World,
  { token0, token1 }: Range,
  slippage: number | undefined,
): MarketTerms[] {
  const terms = (tokenIn: KnownToken, tokenOut: KnownToken) =>
    // Far more than one token, so that the smallest units do not round the price away.
    createSwapTerms(
      world,
      { tokenIn, tokenOut, units: 10n ** BigInt(tokenIn.decimals + 18), spread: 0n },
      slippage,
    );
  return [terms(token0, token1), terms(token1, token0)];
}
