// Shows the first call: a quote for a swap, and the amount that it guarantees.

import { createClient, isExecutable } from "bursar";
import { createSandbox, demoWallet } from "bursar/sandbox";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

// For the real service, omit the sandbox: createClient() reads BURSAR_BASE_URL and BURSAR_API_KEY
// from the environment.
const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

async function main() {
  const { quotes } = await client.swap.quote({
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress: demoWallet,
    toAddress: demoWallet,
  });

  // Not every quote can be executed.
  const quote = quotes.find(isExecutable);
  if (quote) console.log(`100 USDC buy at least ${quote.minAmountOut} WETH`);
  else console.log("no quote:", quotes[0]?.revertReason?.decoded);
}

main();
