// Shows an EIP-7702 wallet. Its first operation delegates the account to a contract, so check which
// contract that is.
// Run it: npx -y tsx eip-7702.mts

import {
  type Address,
  createClient,
  defineRequest,
  factories,
  tokenAddresses,
  UnsafeToSignError,
  UnsupportedSignerError,
} from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const { USDC, WETH } = tokenAddresses[137];

// With EIP-7702 the wallet is the account itself: it has no second address. The service does not
// document which factory it takes. The sandbox accepts every factory: ask the service for yours.
const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
  eip7702: true,
});
const { walletAddress } = wallet;
console.log(`one address for wallet and owner: ${walletAddress === account.address.toLowerCase()}`);
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
const quote = pickExecutable((await client.swap.quote(request)).quotes);

// Show this line in the confirm dialog: it concerns the whole account, not only 100 USDC.
for (const permission of describeQuote(quote).permissions)
  console.log(`\nPermission: ${permission}`);

// The contracts that you trust. Take them from your own configuration, never from the response.
const delegates: Address[] = ["0xd6cedde84be40893d153be9d467cd6ad37875b28"];
const terms = { expect: request, owner: account.address, delegates };

// signQuote rejects a contract that is not on your list.
try {
  const others: Address[] = ["0x00000000000000000000000000000000000000aa"];
  await signQuote(quote, account, { ...terms, delegates: others });
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA contract that is not on the list is rejected.\n${error.message}`);
}

// Most browser wallets cannot sign an authorization. signQuote throws before the first signature.
const { address, signMessage, signTypedData } = account;
try {
  await signQuote(quote, { address, signMessage, signTypedData }, terms);
} catch (error) {
  if (!(error instanceof UnsupportedSignerError)) throw error;
  console.log(`\n${error.message}\n${error.hint}`);
}

// The first operation takes two signatures: for the operation and for the delegation.
const signed = await signQuote(quote, account, terms);
console.log("\nsigned:", Object.keys(signed).join(", "));
const queued = await client.operations.execute(signed);
const done = await client.wallets.waitForTransaction(walletAddress, queued);
console.log(`the first swap is ${done.status}`);

// Later operations need no delegation: the account has its code now.
const next = pickExecutable((await client.swap.quote(request)).quotes);
console.log("signed:", Object.keys(await signQuote(next, account, terms)).join(", "));
