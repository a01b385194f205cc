// The code under test: your app. It does not know about the sandbox.

import { isExecutable, WalletNotRegisteredError } from "bursar";

/** The text for the user's question "how much do I get?". */
export async function offer(client, walletAddress, { amount, from, to }) {
  try {
    const { quotes } = await client.swap.quote({
      amountIn: amount,
      chainIdIn: from.chainId,
      chainIdOut: to.chainId,
      tokenIn: from.address,
      tokenOut: to.address,
      payGasFeeToken: from.address,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress,
      toAddress: walletAddress,
    });
    const best = quotes.find(isExecutable);
    return best ? `You get at least ${best.minAmountOut}.` : "You cannot make this swap now.";
  } catch (error) {
    if (error instanceof WalletNotRegisteredError) return "Set up your wallet first.";
    throw error;
  }
}
