// Shows a swap from end to end: quote, check and sign with a local account, execute, wait.

import { createClient, defineRequest, UnsafeToSignError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

async function main() {
  const owner = privateKeyToAccount(generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });

  // The request is used twice: to get the quote, and to check it before it is signed.
  const request = defineRequest("swap.quote", {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  const { quotes } = await client.swap.quote(request);
  const quote = pickExecutable(quotes);
  console.log(`100 USDC buy at least ${quote.minAmountOut} WETH`);

  try {
    const signed = await signQuote(quote, owner, { expect: request, owner: owner.address });
    const queued = await client.operations.execute(signed);
    // A queued operation is not done yet, and it can fail.
    const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 100 });
    console.log(`the swap is ${done.status}`);
  } catch (error) {
    if (!(error instanceof UnsafeToSignError)) throw error;
    console.error(error.problems.map(({ message }) => message));
  }

  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  for (const { symbol, balanceFormatted } of tokens ?? []) {
    console.log(`${symbol}: ${balanceFormatted}`);
  }
}

main();
