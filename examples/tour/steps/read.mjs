import { describeQuote } from "bursar/signing";

export const title = "Read what you are about to sign";

export async function code({ request, quote, console }) {
  // Use your own token names: any token can be named USDC.
  const names = { [request.tokenIn]: "USDC", [request.tokenOut]: "USDC" };
  const { text } = describeQuote(quote, { tokenName: (token) => names[token.toLowerCase()] });
  console.log(text);
}
