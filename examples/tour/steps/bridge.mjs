import { pickExecutable, signQuote } from "bursar/signing";

export const title = "Swap from Polygon to Base: several providers, and a bridge";

export async function code({ client, account, walletAddress, usdc, console, progress }) {
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
  for (const { swapProvider, minAmountOut, revertReason } of quotes)
    console.log(swapProvider, revertReason?.decoded ?? `pays at least ${minAmountOut}`);

  const signed = await signQuote(pickExecutable(quotes), account, { owner: account.address });
  const queued = await client.operations.execute(signed);
  console.log("queued, not done");
  const done = await client.wallets.waitForTransaction(walletAddress, queued, {
    interval: 400,
    maxInterval: 400,
    onProgress: ({ status }) => progress(`… ${status ?? "not in the history yet"}`),
  });

  // The swap can fail.
  if (done.status !== "COMPLETED") throw new Error(`not completed: ${done.status}`);
  console.log(done.type, done.transactionHash.explorerURL);
}
