import { expect, test } from "vitest";
import { demoWallet } from "../../../src/sandbox/index.js";
import { openSandbox, usdc, weth } from "../open-sandbox.js";
import { bitcoinAddress } from "../swap/swap-requests.js";

const stranger = "0x00000000000000000000000000000000000000ee";

test("funds an account named by one object", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.fund({ account: stranger, chainId: 137, token: usdc, amount: "12.5" });
  expect((await client.wallets.portfolio(stranger)).tokens).toMatchObject([
    { address: usdc, balanceFormatted: "12.5" },
  ]);
});

test("sets a price named by one object", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.setPrice({ chainId: 137, token: usdc, price: "2" });
  expect((await client.wallets.portfolio(demoWallet)).tokens).toMatchObject([{ priceUsd: "2" }]);
});

test("adds an NFT named by one object, which is not broken by default", async () => {
  const { sandbox, client } = openSandbox();
  const nft = { chainId: 137, token: weth, tokenId: "7", name: "Seven" };
  sandbox.fundNft({ account: demoWallet, ...nft });
  const { nfts } = await client.wallets.portfolio(demoWallet, { includeNFTs: true });
  expect(nfts).toMatchObject([{ name: "Seven" }]);
  sandbox.fundNft({ account: demoWallet, ...nft, broken: true });
  await expect(client.wallets.portfolio(demoWallet, { includeNFTs: true })).rejects.toMatchObject({
    id: "NFT_METADATA_DECODE_FAILED",
  });
});

test("registers a Bitcoin wallet named by one object", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.registerBitcoinWallet({ account: bitcoinAddress });
  expect((await client.wallets.history(bitcoinAddress).firstPage()).items).toEqual([]);
});
