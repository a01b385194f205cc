import type { LimitOrderRequest } from "bursar";
import { serviceNow } from "./clock";
import { type KnownToken, knownTokens } from "./tokens";

/** The values of the limit order form. */
export interface OrderDraft {
  amountIn: string;
  minAmountOut: string;
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  /** Seconds. */
  expiration: string;
  partialFillable: boolean;
}

export const firstOrder: OrderDraft = {
  amountIn: "1000",
  minAmountOut: "0.5",
  tokenIn: knownTokens[0] as KnownToken,
  tokenOut: knownTokens[1] as KnownToken,
  expiration: "86400",
  partialFillable: true,
};

/**
 * The metadata that finds the orders in the history. It also stores their terms, which the history
 * lacks.
 */
export const orderMark = { metadataKey: "kind", metadataValue: "limit-order" } as const;

export function orderRequestOf(draft: OrderDraft, walletAddress: string): LimitOrderRequest {
  const { tokenIn, tokenOut, partialFillable } = draft;
  const amountIn = draft.amountIn.trim();
  const minAmountOut = draft.minAmountOut.trim();
  return {
    amountIn,
    minAmountOut,
    expiration: Number(draft.expiration),
    partialFillable,
    chainIdIn: tokenIn.chainId,
    chainIdOut: tokenOut.chainId,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    payGasFeeToken: tokenIn.address,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
    metadata: {
      [orderMark.metadataKey]: orderMark.metadataValue,
      give: `${amountIn} ${tokenIn.symbol}`,
      get: `${minAmountOut} ${tokenOut.symbol}`,
      // The response does not repeat it.
      until: new Date(serviceNow() + Number(draft.expiration) * 1_000).toISOString(),
    },
  };
}
