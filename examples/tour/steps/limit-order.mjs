import { pickExecutable, signQuote } from "bursar/signing";

export const title = "Place a limit order above the market price";

export async function code({ client, account, walletAddress, usdc, console }) {
  const request = {
    amountIn: "1000",
    minAmountOut: "0.5",
    expiration: 24 * 3600,
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  const { quotes } = await client.swap.quote(request);

  // An order needs two signatures: the operation's hash and the order's typed data.
  const signed = await signQuote(pickExecutable(quotes), account, {
    expect: request,
    owner: account.address,
  });
  const queued = await client.operations.execute(signed);

  const { userOperationHash } = queued;
  const { items } = await client.wallets.history(walletAddress, { userOperationHash }).firstPage();
  const [order] = items;
  console.log("order", order.id, order.status);
  return { order };
}
