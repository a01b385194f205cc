import { pickExecutable } from "bursar/signing";

export const title = "Quote a swap, from Polygon to Base, at several providers";

export async function code({ client, walletAddress, usdc, console }) {
  const request = {
    amountIn: "1200000",
    chainIdIn: 137,
    chainIdOut: 8453,
    tokenIn: usdc,
    tokenOut: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    routeProfile: "BEST_OUTPUT",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  const { quotes } = await client.swap.quote(request);
  for (const { swapProvider, minAmountOut, revertReason } of quotes) {
    console.log(
      swapProvider,
      revertReason ? `cannot: ${revertReason.decoded}` : `yields at least ${minAmountOut}`,
    );
  }

  // The best that can be executed and has time left. Never quotes[0] unseen.
  const quote = pickExecutable(quotes);
  return { request, quote };
}
