import { hashTypedData, parseUnits } from "viem";

export const title = "Read what would be signed";

export async function code({ sandbox, walletAddress, quote, console }) {
  const { userOperationHash, typedData } = quote;
  if (hashTypedData(typedData) !== userOperationHash) throw new Error("the hash is not that of the operation");
  if (typedData.message.sender !== walletAddress) throw new Error("not an operation of this wallet");
  if (quote.toAddress !== walletAddress) throw new Error("somebody else would receive it");
  if (parseUnits(quote.minAmountOut, 6) < parseUnits("1190000", 6)) throw new Error("too little would come out");

  console.log("spends    ", quote.amountIn, quote.tokenIn, "on chain", quote.chainIn);
  console.log("guarantees", quote.minAmountOut, quote.tokenOut, "on chain", quote.chainOut);
  console.log("fees      ", quote.fees.map(({ type, amount }) => `${type} ${amount}`).join(", "));
  console.log("signs     ", typedData.primaryType, userOperationHash);
  console.log("expires in", (quote.expiresAt - sandbox.now()) / 1000, "seconds");
}
