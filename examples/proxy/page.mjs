// Shows the page's half: a client without a key, whose baseUrl is your own server.

import { createClient, isApiError, isExecutable } from "bursar";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

/** In a page: createClient({ baseUrl: "/api/bursar" }), and nothing more. */
export async function visit(baseUrl, fetch, walletAddress) {
  const client = createClient({ baseUrl, fetch, apiKey: null, retry: false });

  const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
  console.log(`  tokens found: ${items.length}`);

  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  console.log(`  tokens held: ${tokens.length}`);

  const swap = {
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
  };
  const addresses = { walletAddress, toAddress: walletAddress };
  const { quotes } = await client.swap.quote({
    ...swap,
    ...addresses,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  });
  console.log(`  10 USDC buy at least ${quotes.find(isExecutable)?.minAmountOut} WETH`);

  console.log(
    `  another's wallet: ${await refusal(client.wallets.portfolio("0x2222222222222222222222222222222222222222"))}`,
  );
  console.log(`  off the list: ${await refusal(client.kyc.financialLimits("ind_1"))}`);
  const reads = Array.from({ length: 12 }, () => refusal(client.tokens.list().firstPage()));
  const last = (await Promise.all(reads)).at(-1);
  console.log(`  again and again: ${last}`);
}

async function refusal(call) {
  try {
    await call;
    return "it passed";
  } catch (error) {
    if (!isApiError(error)) throw error;
    return `${error.status} ${error.id}${error.retryAfter ? `, again in ${Math.ceil(error.retryAfter / 1_000)} s` : ""}`;
  }
}
