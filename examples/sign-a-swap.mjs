// Shows how to sign what you asked for and nothing else: pick a quote, read it, have it checked against the request, sign, execute, wait.
// Run it (after `npm run build`): node examples/sign-a-swap.mjs

import { createClient, UnsafeToSignError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const names = { [usdc]: "USDC", [weth]: "WETH" };

// It begins now, because what has expired is not signed: left alone, a sandbox begins in January 2026.
const sandbox = createSandbox({ now: new Date() });
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
sandbox.fund(walletAddress, { chainId: 137, address: usdc }, "500");

// Keep the request: the quote is held against it before anything is signed.
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

// Never quotes[0] unseen: this one can be executed and still has time.
const quote = pickExecutable(quotes);

// For a confirm dialog. Tokens go by your names, since anybody can call a token USDC.
console.log("What you are about to sign:\n");
console.log(describeQuote(quote, { tokenName: (address) => names[address.toLowerCase()] }).text);

// Any viem account, viem or wagmi wallet client, or embedded wallet can sign. This one counts, to show when it is asked.
let asked = 0;
const signMessage = (message) => {
  asked += 1;
  return account.signMessage(message);
};
const signer = { ...account, signMessage };
const terms = { expect: request, owner: account.address };

// On its way to you somebody has put in another receiver, and a worse price.
const tampered = {
  ...quote,
  toAddress: "0x00000000000000000000000000000000000bad00",
  minAmountOut: "0.001",
};
try {
  await signQuote(tampered, signer, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA tampered quote is refused.\n${error.message}`);
  console.log(`signatures made: ${asked}`);
}

// The true one: checked, signed as 32 raw bytes, and the signature held to be the owner's.
const signed = await signQuote(quote, signer, terms);
console.log(`\nThe true quote is signed. signatures made: ${asked}`);

// Queued is not done, and not every end is a success.
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 200 });
console.log(`the swap is ${done.status}`);
