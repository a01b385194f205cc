// Shows the code of the page: a client without a key, whose baseUrl is your own server.

import { createClient, isApiError, isExecutable } from "bursar";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

/** In a page, createClient({ baseUrl: "/api/bursar" }) is enough. */
export async function visit(baseUrl, fetch, walletAddress) {
  const client = createClient({ baseUrl, fetch, apiKey: null, retry: false });

  const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
  console.log(`  tokens found: ${items.length}`);

  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  console.log(`  tokens in the wallet: ${tokens?.length}`);

  const { quotes } = await client.swap.quote({
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    walletAddress,
    toAddress: walletAddress,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  });
  console.log(`  10 USDC buy at least ${quotes.find(isExecutable)?.minAmountOut} WETH`);

  console.log(
    `  another user's wallet: ${await outcomeOf(client.wallets.portfolio("0x2222222222222222222222222222222222222222"))}`,
  );
  console.log(`  not on the allow list: ${await outcomeOf(client.kyc.financialLimits("ind_1"))}`);
  const reads = Array.from({ length: 12 }, () => outcomeOf(client.tokens.list().firstPage()));
  const last = (await Promise.all(reads)).at(-1);
  console.log(`  too many requests: ${last}`);
}

async function outcomeOf(call) {
  try {
    await call;
    return "allowed";
  } catch (error) {
    if (!isApiError(error)) throw error;
    return `${error.status} ${error.id}${error.retryAfter ? `, retry in ${Math.ceil(error.retryAfter / 1_000)} s` : ""}`;
  }
}
