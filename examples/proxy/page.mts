// Shows the code of the page: a client without a key, whose baseUrl is your own server.

import { type ClientOptions, createClient, isApiError, isExecutable, tokenAddresses } from "bursar";

const { USDC, WETH } = tokenAddresses[137];

/** In a page, `createClient({ baseUrl: "/api/bursar" })` is enough. */
export async function visit(options: ClientOptions, walletAddress: `0x${string}`): Promise<void> {
  const client = createClient({ ...options, apiKey: null, retry: false });

  const { items } = await client.tokens.list({ search: "USDC" });
  console.log(`  tokens found: ${items.length}`);

  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  console.log(`  tokens in the wallet: ${tokens?.length ?? 0}`);

  const { quotes } = await client.swap.quote({
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: USDC,
    tokenOut: WETH,
    payGasFeeToken: USDC,
    walletAddress,
    toAddress: walletAddress,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  });
  const quote = quotes.find(isExecutable);
  if (quote) console.log(`  10 USDC buy at least ${quote.minAmountOut} WETH`);

  const other = "0x2222222222222222222222222222222222222222";
  console.log(`  another user's wallet: ${await outcomeOf(client.wallets.portfolio(other))}`);
  console.log(`  not on the allow list: ${await outcomeOf(client.kyc.financialLimits("ind_1"))}`);
  const reads = Array.from({ length: 12 }, () => outcomeOf(client.tokens.list()));
  console.log(`  too many requests: ${(await Promise.all(reads)).at(-1)}`);
}

async function outcomeOf(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call;
    return "allowed";
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { status, id, retryAfter } = error;
    const wait = retryAfter ? `, retry in ${Math.ceil(retryAfter / 1_000)} s` : "";
    return `${status} ${id}${wait}`;
  }
}
