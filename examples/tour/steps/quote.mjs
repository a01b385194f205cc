import { describeQuote, pickExecutable } from "bursar/signing";

export const title = "A quote, and what its signature does";

export async function code({ client, walletAddress, usdc, console }) {
  const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
  const request = {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  const { quotes } = await client.swap.quote(request);

  // The best quote that can be executed and has not expired. quotes[0] may be neither.
  const quote = pickExecutable(quotes);
  // Your own names of tokens: any token can be named USDC.
  const tokenName = { [usdc]: "USDC", [weth]: "WETH" };
  console.log(describeQuote(quote, { tokenName }).text);
  return { request, weth };
}
