// Shows lending: supply USDC and borrow WETH against it in one operation, then read the positions.
// Run it: npx -y tsx lending.mts

import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
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

// Any combination of supply, borrow, repay and withdraw that the provider supports.
const quote = await client.lending.quote({
  walletAddress,
  provider: "LENDER_A",
  supply: { tokenAddress: USDC, chainId: 137, amount: "1000" },
  borrow: { tokenAddress: WETH, chainId: 137, amount: "0.1" },
  gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: USDC },
});
console.log(quote.type);

const terms = { owner: account.address, walletAddress, chainId: 137 };
const signed = await signOperation(quote, account, terms);
if (!signed) throw new Error("The quote has nothing to sign, so nothing was executed.");
// Of a quote with several operations, a list in their order.
for (const operation of [signed].flat()) {
  const queued = await client.operations.execute(operation);
  const done = await client.wallets.waitForTransaction(walletAddress, queued);
  console.log(`the operation is ${done.status}`);
}

const query = { includeLendingPositions: true };
const { lendingPositions } = await client.wallets.portfolio(walletAddress, query);
for (const { positionType, token, valueUsd } of lendingPositions ?? [])
  console.log(`${positionType} ${token.amount} ${token.symbol}, worth ${valueUsd} USD`);
