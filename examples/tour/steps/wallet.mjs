import { createClient, factories } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export const title = "A smart wallet with money";

export async function code({ console }) {
  // The sandbox is the whole service in memory. The client is the one of production.
  const sandbox = createSandbox();
  const { baseUrl, apiKey, fetch } = sandbox;
  const client = createClient({ baseUrl, apiKey, fetch, logLevel: "off" });

  const account = privateKeyToAccount(generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: account.address,
    factory: factories.lightAccount["2.0.0"],
  });
  const { walletAddress } = wallet;
  console.log("wallet", walletAddress, "of", account.address);

  // A sandbox can create money. With the real service, client.wallets.deposit builds the transfer.
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1500000" });

  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  for (const { symbol, chain, balanceFormatted } of tokens)
    console.log(balanceFormatted, symbol, "on chain", chain.id);
  return { sandbox, client, account, walletAddress, usdc };
}
