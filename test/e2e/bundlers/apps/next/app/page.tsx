import type { SwapQuoteRequest } from "bursar";
import { Quote } from "./quote";

export const dynamic = "force-dynamic";

export default function Page() {
  const walletAddress = process.env["WALLET"] as `0x${string}`;
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const request: SwapQuoteRequest = {
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  return <Quote request={request} />;
}
