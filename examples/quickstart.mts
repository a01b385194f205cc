// Shows one swap from end to end: register, fund, quote, sign, execute, wait.
// Run it: npx -y tsx quickstart.mts

import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { runSwap } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

// The whole service in memory: no account, no money, no network.
const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const { USDC, WETH } = tokenAddresses[137]; // Polygon

// The smart wallet belongs to this key. Store the key of a real wallet.
const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;

sandbox.fund({
  account: walletAddress,
  chainId: 137,
  token: USDC,
  amount: "500",
});

// Signs only if the quote matches this request.
const { status } = await runSwap(
  client,
  {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: USDC,
    tokenOut: WETH,
    payGasFeeToken: USDC,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  },
  { signer: account, owner: account.address },
);
// A swap can fail on the chain.
console.log(`the swap is ${status}`);
