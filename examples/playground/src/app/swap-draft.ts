import type { GasFeePaymentMethod, RouteProfile, SwapQuoteRequest } from "bursar";
import { type KnownToken, knownTokens } from "./tokens";

/** The values of the swap form. */
export interface SwapDraft {
  amountIn: string;
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  /** Empty for the wallet itself. */
  receiver: string;
  slippage: string;
  routeProfile: RouteProfile;
  gasMethod: GasFeePaymentMethod;
  gasToken: KnownToken | undefined;
}

export const firstDraft: SwapDraft = {
  amountIn: "100",
  tokenIn: knownTokens[0] as KnownToken,
  tokenOut: knownTokens[1] as KnownToken,
  receiver: "",
  slippage: "0.5",
  routeProfile: "BEST_OUTPUT",
  gasMethod: "DEDUCT_FROM_AMOUNT",
  gasToken: undefined,
};

/** Builds the request of a draft, or undefined without an amount. */
export function requestOf(draft: SwapDraft, walletAddress: string): SwapQuoteRequest | undefined {
  const amountIn = draft.amountIn.trim();
  if (amountIn === "" || /^0*\.?0*$/.test(amountIn)) return undefined;
  const { tokenIn, tokenOut, gasToken, slippage } = draft;
  return {
    amountIn,
    chainIdIn: tokenIn.chainId,
    chainIdOut: tokenOut.chainId,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    payGasFeeToken: (gasToken?.chainId === tokenIn.chainId ? gasToken : tokenIn).address,
    gasFeePaymentMethod: draft.gasMethod,
    routeProfile: draft.routeProfile,
    walletAddress,
    toAddress: draft.receiver.trim() || walletAddress,
    ...(slippage.trim() !== "" && { slippage: Number(slippage) }),
  };
}
