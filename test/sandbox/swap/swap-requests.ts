import type { Hex } from "viem";
import type {
  LimitOrderRequest,
  MarketSwapRequest,
  SwapQuote,
  SwapRequestBase,
} from "../../../src/index.js";
import { isExecutable } from "../../../src/index.js";
import { usdc, weth } from "../open-sandbox.js";

export const bitcoinAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const baseUsdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

type Changes = Partial<Omit<MarketSwapRequest, "minAmountOut">>;

/** Swaps 100 USDC to WETH on Polygon. */
export function createSwapRequest(walletAddress: Hex, changes: Changes = {}): MarketSwapRequest {
  return {
    walletAddress,
    toAddress: walletAddress,
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    ...changes,
  };
}

export function createOrderRequest(
  walletAddress: Hex,
  minAmountOut: string,
  changes: Partial<LimitOrderRequest> = {},
): LimitOrderRequest {
  return { ...(createSwapRequest(walletAddress) as SwapRequestBase), ...changes, minAmountOut };
}

export function findExecutable(quotes: readonly SwapQuote[]) {
  const best = quotes.find(isExecutable);
  if (!best)
    throw new TypeError(
      `nothing to sign: ${quotes.map((quote) => quote.revertReason?.decoded).join("; ")}`,
    );
  return best;
}
