// Shows an EIP-7702 wallet. Its first operation delegates the account to a contract, so check which
// contract that is.
// Run it (after `npm run build`): node examples/eip-7702-wallet.mjs

import { createClient, UnsafeToSignError, UnsupportedSignerError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

const sandbox = createSandbox();
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

// With EIP-7702 the wallet is the account itself: it has no second address, and the factory deploys
// no contract.
const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  eip7702: true,
});
const { walletAddress } = wallet;
console.log(`one address for wallet and owner: ${walletAddress === account.address.toLowerCase()}`);
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
const quote = pickExecutable(quotes);

// Show this line in the confirm dialog: it concerns the whole account, not only 100 USDC.
for (const permission of describeQuote(quote).permissions)
  console.log(`\nPermission: ${permission}`);

// The contracts that you trust. Take them from your own configuration, never from the response.
const delegates = ["0xd6cedde84be40893d153be9d467cd6ad37875b28"];
const terms = { expect: request, owner: account.address, delegates };

// signQuote rejects a contract that is not on your list.
try {
  await signQuote(quote, account, {
    ...terms,
    delegates: ["0x00000000000000000000000000000000000000aa"],
  });
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA contract that is not on the list is rejected.\n${error.message}`);
}

// Browser wallets cannot sign a raw digest. signQuote throws before it requests the first
// signature.
const { address, signMessage, signTypedData } = account;
try {
  await signQuote(quote, { address, signMessage, signTypedData }, terms);
} catch (error) {
  if (!(error instanceof UnsupportedSignerError)) throw error;
  console.log(`\n${error.message}\n${error.hint}`);
}

// The first operation: two signatures, for the operation and for the delegation.
const signed = await signQuote(quote, account, terms);
console.log("\nsigned:", Object.keys(signed).join(", "));
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 200 });
console.log(`the first swap is ${done.status}`);

// Later operations need no delegation: the account has its code now.
const next = pickExecutable((await client.swap.quote(request)).quotes);
console.log("signed:", Object.keys(await signQuote(next, account, terms)).join(", "));
