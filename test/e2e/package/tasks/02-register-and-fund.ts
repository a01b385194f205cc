// Shows how to register a smart wallet, fund it, and read its balances.

import { createClient, defineRequest } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

async function main() {
  // The key that owns the wallet. Store the key of a real wallet: it cannot be restored.
  const owner = privateKeyToAccount(generatePrivateKey());
  const registration = defineRequest("wallets.register", {
    externallyOwnedAccount: owner.address,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { wallet, newlyRegistered } = await client.wallets.ensure(registration);
  console.log(newlyRegistered ? "registered a new wallet" : "found the wallet");
  const again = await client.wallets.ensure(registration);
  console.log(again.newlyRegistered ? "registered a new wallet" : "found the wallet");

  // Only a sandbox can create money. The owner's own wallet app sends this transfer.
  sandbox.fund({ account: owner.address, chainId: 137, token: usdc, amount: "500" });
  const { transfer } = await client.wallets.deposit(wallet.walletAddress, {
    amount: "25",
    chainId: 137,
    token: usdc,
    fromAddress: owner.address,
  });
  console.log(`the owner calls ${transfer.to}`);

  // In the sandbox, you can also fund the wallet directly.
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "500" });
  const { tokens } = await client.wallets.portfolio(wallet.walletAddress, { includeTokens: true });
  for (const { symbol, balanceFormatted, chain } of tokens ?? []) {
    console.log(`${balanceFormatted} ${symbol} on chain ${chain.id}`);
  }
}

main();
