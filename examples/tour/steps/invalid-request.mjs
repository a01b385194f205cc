import { RequestValidationError } from "bursar";

export const title = "Error 1: an invalid request is not sent, and the error lists every issue";

export async function code({ client, walletAddress, usdc, console }) {
  try {
    await client.swap.quote({
      amountIn: "ten",
      chainIdIn: 138,
      chainIdOut: 137,
      tokenIn: usdc,
      tokenOut: usdc,
      payGasFeeToken: "USDC",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress,
      toAddress: walletAddress,
      slippage: 100,
    });
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    for (const { message } of error.issues) console.log(message);
  }
}
