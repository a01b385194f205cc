// Shows how to sign only what you requested: pick a quote, show it to the person, reject a tampered
// quote, sign the genuine one, execute, wait.
// Run it: npx -y tsx sign-a-swap.mts

import { createClient, defineRequest, factories, tokenAddresses, UnsafeToSignError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, type Signer, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

const { USDC, WETH } = tokenAddresses[137];
// Use your own names: any token can name itself USDC.
const names = new Map([
  [USDC.toLowerCase(), "USDC"],
  [WETH.toLowerCase(), "WETH"],
]);

const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "500" });

// Keep the request: signQuote compares the quote with it.
const request = defineRequest("swap.quote", {
  amountIn: "100",
  chainIdIn: 137,
  chainIdOut: 137,
  tokenIn: USDC,
  tokenOut: WETH,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  walletAddress,
  toAddress: walletAddress,
  slippage: 1,
});
const { quotes } = await client.swap.quote(request);

// The first quote may have reverted or expired. This one can be executed.
const quote = pickExecutable(quotes);

// Show this text in a confirm dialog.
const tokenName = (token: string) => names.get(token.toLowerCase());
console.log("What you are about to sign:\n");
console.log(describeQuote(quote, { expect: request, tokenName }).text);

// Any viem account, viem or wagmi wallet client, or embedded wallet can sign. This one counts.
let signatures = 0;
const signer: Signer = {
  ...account,
  signMessage(message) {
    signatures += 1;
    return account.signMessage(message);
  },
};
const terms = { expect: request, owner: account.address };

// An intermediary has replaced the receiver and the price.
const tampered = {
  ...quote,
  toAddress: "0x00000000000000000000000000000000000bad00",
  minAmountOut: "0.001",
} as const;
try {
  await signQuote(tampered, signer, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA tampered quote is rejected.\n${error.message}`);
  console.log(`signatures made: ${signatures}`);
}

// signQuote checks the genuine quote, signs it, and verifies that the signature is the owner's.
const signed = await signQuote(quote, signer, terms);
console.log(`\nThe genuine quote is signed. signatures made: ${signatures}`);

// A queued operation is not done yet, and it can fail.
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued);
console.log(`the swap is ${done.status}`);
