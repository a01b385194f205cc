// Shows a limit order from the quote to the cancellation. Placing it takes two signatures,
// cancelling it takes one. Each is checked before it is made.
// Run it: npx -y tsx limit-order-and-cancel.mts

import { createClient, defineRequest, factories, isApiError, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { cancelLimitOrder, describeTypedData, pickExecutable, signQuote } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const { USDC, WETH } = tokenAddresses[137];

const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "1500" });

// minAmountOut makes this a limit order. The market pays about 0.4 WETH, so the order stays open.
const request = defineRequest("swap.quote", {
  amountIn: "1000",
  minAmountOut: "0.5",
  expiration: 24 * 3600,
  chainIdIn: 137,
  chainIdOut: 137,
  tokenIn: USDC,
  tokenOut: WETH,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  walletAddress,
  toAddress: walletAddress,
});
const { quotes } = await client.swap.quote(request);

// An order takes two signatures: one for the operation's hash, one for the order's typed data.
const terms = { expect: request, owner: account.address };
const signed = await signQuote(pickExecutable(quotes), account, terms);
console.log("signed:", Object.keys(signed).join(", "));

// Find the order by its hash. Cancel it by its id.
const { userOperationHash } = await client.operations.execute(signed);
const { items } = await client.wallets.history(walletAddress, { userOperationHash });
const [order] = items;
if (!order) throw new Error("The order is not in the history yet. Read it again later.");
console.log(`the order is ${order.status}: at least 0.5 WETH for 1000 USDC`);

// What the owner signs to cancel it. Show this text in a confirm dialog.
const { signData } = await client.swap.prepareCancellation(order.id);
for (const { typedData } of signData) console.log(`\n${describeTypedData(typedData).text}`);

// One call: prepare, check, sign, execute. It rejects a cancellation for another wallet or chain.
const cancel = { owner: account.address, walletAddress, chainId: 137 };
const { success } = await cancelLimitOrder(client, order.id, account, cancel);
console.log(`\ncancelled: ${success}`);

// The order may have been filled or cancelled while the person read the dialog.
try {
  await cancelLimitOrder(client, order.id, account, cancel);
} catch (error) {
  if (!isApiError(error, "CANCEL_LIMIT_ORDER_NOT_ALLOWED")) throw error;
  console.log(`cancelled again: ${error.id}`);
}
