// Shows one swap from end to end: register a wallet, quote, sign, execute, wait.
// It uses a sandbox in memory: no key, no money, no network.
// Run it (after `npm run build`): node examples/quickstart.mjs

import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

// For the real service, omit the sandbox: createClient() reads BURSAR_BASE_URL and BURSAR_API_KEY
// from the environment.
const sandbox = createSandbox();
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

// The key that owns the wallet. Store the key of a real wallet: it cannot be restored.
const owner = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: owner.address,
  factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });

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

// Quotes are sorted best first, but not every quote can be executed.
const quote = pickExecutable(quotes);
console.log(`100 USDC buy at least ${quote.minAmountOut} WETH`);

// Compares the quote with the request, signs it, and verifies that the signature is the owner's.
const signed = await signQuote(quote, owner, { expect: request, owner: owner.address });

// A queued operation is not done yet, and it can fail.
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 200 });
console.log(`the swap is ${done.status}`);

const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
for (const { symbol, balanceFormatted } of tokens ?? [])
  console.log(`${symbol}: ${balanceFormatted}`);
