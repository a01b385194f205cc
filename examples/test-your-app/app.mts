// Shows the code under test: your app. It does not know about the sandbox.

import { type Client, defineRequest, isExecutable, WalletNotRegisteredError } from "bursar";

/** What the user wants to swap. */
interface Swap {
  amountIn: string;
  tokenIn: `0x${string}`;
  tokenOut: `0x${string}`;
}

/** The text for the user's question "how much do I get?". */
export async function offer(client: Client, walletAddress: `0x${string}`, swap: Swap) {
  const request = defineRequest("swap.quote", {
    ...swap,
    chainIdIn: 137,
    chainIdOut: 137,
    payGasFeeToken: swap.tokenIn,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  try {
    const { quotes } = await client.swap.quote(request);
    const best = quotes.find(isExecutable);
    return best ? `You get at least ${best.minAmountOut}.` : "You cannot make this swap now.";
  } catch (error) {
    if (error instanceof WalletNotRegisteredError) return "Set up your wallet first.";
    throw error;
  }
}
