import { pickExecutable } from "bursar/signing";

export const title = "Quote a swap from Polygon to Base with several providers";

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
      revertReason ? `fails: ${revertReason.decoded}` : `pays at least ${minAmountOut}`,
    );
  }

  // The best quote that can be executed and has not expired. quotes[0] may be neither.
  const quote = pickExecutable(quotes);
  return { request, quote };
}
