export const title = "Register a smart wallet and fund it";

export async function code({ client, sandbox, account, console }) {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: account.address,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { walletAddress } = wallet;
  console.log("wallet", walletAddress, "since", wallet.registeredAt);

  // A sandbox can create money. With the real service, client.wallets.deposit builds the transfer.
  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1500000" });
  return { walletAddress, usdc };
}
