import { describeQuote } from "bursar/signing";

export const title = "Read what you are about to sign";

export async function code({ request, quote, console }) {
  // Use your own token names: any token can be named USDC.
  const tokenName = { [request.tokenIn]: "USDC", [request.tokenOut]: "USDC" };
  const { text } = describeQuote(quote, { expect: request, tokenName });
  console.log(text);
}
