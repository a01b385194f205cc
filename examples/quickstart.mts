// Shows one swap from end to end: register, fund, quote, sign, execute, wait.
// Run it: npx -y tsx quickstart.mts

import { createClient, defineRequest, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

// The whole service in memory: no account, no money, no network.
const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const { USDC, WETH } = tokenAddresses[137]; // Polygon

// The smart wallet belongs to this key. Store the key of a real wallet.
const owner = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: owner.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;

// Only a sandbox can create money.
sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "500" });

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
});
const { quotes } = await client.swap.quote(request);
const quote = pickExecutable(quotes);
console.log(`100 USDC buy at least ${quote.minAmountOut} WETH`);

// Signs only if the quote matches the request. A queued swap can still fail: wait for its status.
const signed = await signQuote(quote, owner, { expect: request, owner: owner.address });
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued);
console.log(`the swap is ${done.status}`);
