// Shows a limit order from the quote to the cancellation. Placing it takes two signatures,
// cancelling it takes one. Each is checked before it is made.
// Run it (after `npm run build`): node examples/limit-order-and-cancel.mjs

import { createClient, isApiError, UnsafeToSignError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import {
  cancelLimitOrder,
  describeTypedData,
  pickExecutable,
  signCancellation,
  signQuote,
} from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

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
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1500" });

// minAmountOut makes this a limit order. The market pays about 0.4 WETH, so the order stays open.
const request = {
  amountIn: "1000",
  minAmountOut: "0.5",
  expiration: 24 * 3600,
  chainIdIn: 137,
  chainIdOut: 137,
  tokenIn: usdc,
  tokenOut: weth,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  walletAddress,
  toAddress: walletAddress,
};
const { quotes } = await client.swap.quote(request);

// An order needs two signatures: one for the operation's hash, one for the order's typed data.
// signQuote makes both.
const signed = await signQuote(pickExecutable(quotes), account, {
  expect: request,
  owner: account.address,
});
console.log("signed:", Object.keys(signed).join(", "));

// Find the order by its hash. Cancel it by its id.
const { userOperationHash } = await client.operations.execute(signed);
const { items } = await client.wallets.history(walletAddress, { userOperationHash }).firstPage();
const [order] = items;
console.log(
  `the order is ${order.status}: at least ${request.minAmountOut} WETH for ${request.amountIn} USDC`,
);

// What you sign to cancel it. Show this text in a confirm dialog.
const prepared = await client.swap.prepareCancellation(order.id);
const [{ typedData }] = prepared.signData;
console.log(`\n${describeTypedData(typedData).text}`);

// A cancellation for the wallet of another owner is rejected. Pass the wallet and the chain, so
// that signCancellation can compare them.
const terms = { owner: account.address, walletAddress, chainId: 137 };
const domain = {
  ...typedData.domain,
  verifyingContract: "0x00000000000000000000000000000000000bad00",
};
const foreign = {
  ...prepared,
  signData: [{ type: "LIMIT_ORDER", typedData: { ...typedData, domain } }],
};
try {
  await signCancellation(foreign, account, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nA cancellation for another wallet is rejected.\n${error.message}`);
}

// One call does it all: prepare, check, sign, execute.
const { success } = await cancelLimitOrder(client, order.id, account, terms);
console.log(`\ncancelled: ${success}`);

// The order may have been filled or cancelled while the user read the dialog.
try {
  await cancelLimitOrder(client, order.id, account, terms);
} catch (error) {
  if (!isApiError(error, "CANCEL_LIMIT_ORDER_NOT_ALLOWED")) throw error;
  console.log(`cancelled again: ${error.id}`);
}
