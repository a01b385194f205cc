// Shows how to sign only what you requested: pick a quote, describe it, compare it with the
// request, sign, execute, wait.
// Run it (after `npm run build`): node examples/sign-a-swap.mjs

import { createClient, UnsafeToSignError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const names = { [usdc]: "USDC", [weth]: "WETH" };

const sandbox = createSandbox();
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });

// Keep the request: signQuote compares the quote with it.
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
  slippage: 1,
};
const { quotes } = await client.swap.quote(request);

// Do not take quotes[0] without a check: pickExecutable returns a quote that can be executed and
// has not expired.
const quote = pickExecutable(quotes);

// Show this text in a confirm dialog. Use your own token names: any token can be named USDC.
console.log("What you are about to sign:\n");
console.log(describeQuote(quote, { tokenName: (address) => names[address.toLowerCase()] }).text);

// Any viem account, viem or wagmi wallet client, or embedded wallet can sign. This signer counts
// its signatures.
let signatures = 0;
const signMessage = (message) => {
  signatures += 1;
  return account.signMessage(message);
};
const signer = { ...account, signMessage };
const terms = { expect: request, owner: account.address };

// An intermediary has replaced the receiver and the price.
const tampered = {
  ...quote,
  toAddress: "0x00000000000000000000000000000000000bad00",
  minAmountOut: "0.001",
};
try {
  await signQuote(tampered, signer, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA tampered quote is rejected.\n${error.message}`);
  console.log(`signatures made: ${signatures}`);
}

// The genuine quote: signQuote checks it, signs 32 raw bytes, and verifies the owner's signature.
const signed = await signQuote(quote, signer, terms);
console.log(`\nThe genuine quote is signed. signatures made: ${signatures}`);

// A queued operation is not done yet, and it can fail.
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 200 });
console.log(`the swap is ${done.status}`);
