import { describe, expect, test } from "vitest";
import { veteranWallet } from "../../../src/sandbox/index.js";
import { inWorld, openSandbox, openWallet, usdc } from "../open-sandbox.js";
import { baseUsdc } from "../swap/swap-requests.js";

const timeranges = ["1d", "7d", "1m", "1a", "all"] as const;
const nft = {
  chainId: 137,
  token: "0x00000000000000000000000000000000000000aA",
  tokenId: "7",
  name: "Seven",
  broken: false,
};

describe("the portfolio", () => {
  test("has three fields by default, and tokens in the form of the service", async () => {
    const { client, sandbox, address } = await openWallet();
    sandbox.fund({ account: address, chainId: 8453, token: baseUsdc, amount: "5" });
    inWorld(sandbox, ({ ledger }) => {
      for (const held of Object.values(ledger))
        for (const asset of Object.keys(held)) if (asset.startsWith("8453:")) held[asset] = 0n;
    });
    const portfolio = await client.wallets.portfolio(address);
    expect(portfolio.tokens).toHaveLength(2);
    expect(Object.keys(portfolio)).toEqual(["tokens", "nfts", "portfolio"]);
    expect(portfolio.portfolio).toEqual(portfolio.tokens);
    expect(portfolio.tokens?.[0]).toEqual({
      address: usdc,
      name: "USD Coin",
      symbol: "usdc",
      decimals: 6,
      logo: expect.any(String),
      chainId: 137,
      chain: { id: 137, name: "Polygon", logo: expect.any(String), symbol: "POL" },
      balance: "10000000000",
      balanceFormatted: "10000",
      balanceUsd: "10000",
      priceUsd: "1",
    });
    expect(portfolio.tokens?.[1]).toMatchObject({
      symbol: "weth",
      balanceFormatted: "4",
      balanceUsd: "10000",
    });
  });

  test("omits tokens with includeTokens: false", async () => {
    const { client, address } = await openWallet();
    const { pnl, ...others } = await client.wallets.portfolio(address, {
      includeTokens: false,
      includePnL: true,
      timerange: "1a",
    });
    expect(others).toEqual({ tokens: [], nfts: [], portfolio: [] });
    // Of all tokens, also of those that are omitted.
    expect(Number(pnl?.total?.totalUsd)).not.toBe(0);
  });

  test("includes NFTs on request, and fails for broken metadata", async () => {
    const { sandbox, client, address } = await openWallet();
    sandbox.fundNft({ account: address, ...nft });
    expect((await client.wallets.portfolio(address)).nfts).toEqual([]);
    const { nfts } = await client.wallets.portfolio(address, { includeNFTs: true });
    expect(nfts).toMatchObject([{ tokenId: "7", amount: "1", name: "Seven", chain: { id: 137 } }]);
    sandbox.fundNft({ account: address, ...nft, broken: true });
    await expect(client.wallets.portfolio(address, { includeNFTs: true })).rejects.toMatchObject({
      id: "NFT_METADATA_DECODE_FAILED",
    });
    await expect(client.wallets.portfolio(address)).resolves.toBeDefined();
  });

  test("includes profit and loss that add up", async () => {
    const { client, address } = await openWallet();
    const { tokens, pnl } = await client.wallets.portfolio(address, {
      includePnL: true,
      timerange: "1a",
    });
    expect(pnl?.timerange).toBe("1a");
    const sum = (tokens ?? []).reduce((total, token) => total + Number(token.pnl?.profitAbsUsd), 0);
    expect(Number(pnl?.total?.totalUsd)).toBeCloseTo(sum, 6);
    expect(tokens).toHaveLength(2);
    for (const { balanceUsd, pnl: own } of tokens ?? []) {
      expect(Number(balanceUsd) - Number(own?.inflowUsd)).toBeCloseTo(Number(own?.profitAbsUsd), 6);
      const percent = (100 * Number(own?.profitAbsUsd)) / Number(own?.inflowUsd);
      expect(Number(own?.roi)).toBeCloseTo(percent, 3);
      expect(own?.timerange).toBe("1a");
    }
    expect((await client.wallets.portfolio(address, { includePnL: true })).pnl?.timerange).toBe(
      "1d",
    );
  });

  test.each(timeranges)("of the veteran wallet has a profit or a loss in %s", async (timerange) => {
    const { client } = openSandbox();
    const { pnl } = await client.wallets.portfolio(veteranWallet, { includePnL: true, timerange });
    expect(Math.abs(Number(pnl?.total?.totalUsd))).toBeGreaterThan(1);
  });

  test("has logos that need no network, one for each symbol and chain", async () => {
    const { client } = openSandbox();
    const { tokens = [] } = await client.wallets.portfolio(veteranWallet);
    const logos = tokens?.flatMap(({ logo, chain }) => [logo, chain?.logo]) ?? [];
    // USDC and WETH, Polygon and Base.
    expect(new Set(logos).size).toBe(4);
    for (const logo of logos) {
      const [type, svg = ""] = logo?.split(",") ?? [];
      expect(type).toBe("data:image/svg+xml");
      expect(decodeURIComponent(svg)).toMatch(/^<svg .*<text .*>[A-Za-z]{1,4}<\/text><\/svg>$/);
      expect(URL.canParse(logo as string)).toBe(true);
    }
  });

  test("of an unregistered wallet lists its balances", async () => {
    const { sandbox, client } = openSandbox();
    const stranger = "0x00000000000000000000000000000000000000ee";
    expect(await client.wallets.portfolio(stranger)).toEqual({
      tokens: [],
      nfts: [],
      portfolio: [],
    });
    sandbox.fund({ account: stranger, chainId: 137, token: usdc, amount: "5" });
    expect((await client.wallets.portfolio(stranger)).tokens).toMatchObject([
      { address: usdc, balanceFormatted: "5" },
    ]);
  });
});
