// Shows a limit order: place it, find it in the history, cancel it.

import { createClient, defineRequest, isApiError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { cancelLimitOrder, pickExecutable, signQuote } from "bursar/signing";
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
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1500" });

  // minAmountOut makes this a limit order. The market pays about 0.4 WETH, so the order stays open.
  const request = defineRequest("swap.quote", {
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
  });
  const { quotes } = await client.swap.quote(request);
  const terms = { expect: request, owner: owner.address };
  const signed = await signQuote(pickExecutable(quotes), owner, terms);
  const { userOperationHash } = await client.operations.execute(signed);

  const { items } = await client.wallets.history(walletAddress, { userOperationHash });
  const [order] = items;
  if (!order) return console.log("the order is not in the history yet");
  console.log(`the order is ${order.status}`);

  const cancel = { owner: owner.address, walletAddress, chainId: 137 };
  const { success } = await cancelLimitOrder(client, order.id, owner, cancel);
  console.log(`cancelled: ${success}`);

  // The order may have been filled or cancelled while the person decided.
  try {
    await cancelLimitOrder(client, order.id, owner, cancel);
  } catch (error) {
    if (!isApiError(error, "CANCEL_LIMIT_ORDER_NOT_ALLOWED")) throw error;
    console.log(`cancelled again: ${error.id}`);
  }
}

main();
