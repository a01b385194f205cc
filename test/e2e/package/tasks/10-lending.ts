// Shows lending: supply USDC and borrow WETH against it in one operation, then read the positions.

import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
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

  const quote = await client.lending.quote({
    walletAddress,
    provider: "LENDER_A",
    supply: { tokenAddress: usdc, chainId: 137, amount: "1000" },
    borrow: { tokenAddress: weth, chainId: 137, amount: "0.1" },
    gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
  });
  console.log(`${quote.type} by ${quote.provider.name}`);

  const terms = { owner: owner.address, walletAddress, chainId: 137 };
  const signed = await signOperation(quote, owner, terms);
  if (!signed) return console.log("nothing to sign, nothing executed");
  for (const operation of [signed].flat()) {
    const queued = await client.operations.execute(operation);
    const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 100 });
    console.log(`the operation is ${done.status}`);
  }

  const { lendingPositions } = await client.wallets.portfolio(walletAddress, {
    includeLendingPositions: true,
  });
  for (const { positionType, token } of lendingPositions ?? []) {
    console.log(`${positionType} ${token.amount} ${token.symbol}`);
  }
}

main();
