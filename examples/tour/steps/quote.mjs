import { isExecutable } from "bursar";

export const title = "Quote a swap, from Polygon to Base, at several providers";

export async function code({ client, walletAddress, usdc, console }) {
  const { quotes } = await client.swap.quote({
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
  });
  for (const { swapProvider, minAmountOut, revertReason } of quotes) {
    console.log(swapProvider, revertReason ? `cannot: ${revertReason.decoded}` : `yields at least ${minAmountOut}`);
  }

  const quote = quotes.find(isExecutable);
  return { quote };
}
