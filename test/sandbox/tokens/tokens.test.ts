import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { openSandbox, usdc } from "../open-sandbox.js";

describe("the token list", () => {
  test("lists every token once on all pages", async () => {
    const { client } = openSandbox();
    const seen = new Set<string>();
    let count = 0;
    for await (const token of client.tokens.list({ filterWhitelist: false, perPage: 100 })) {
      seen.add(`${token.chain?.id}:${token.address}`);
      count++;
    }
    expect(count).toBeGreaterThanOrEqual(2_000);
    expect(seen.size).toBe(count);
  });

  test.each([
    ["marketCap", "desc"],
    ["marketCap", "asc"],
    ["chainId", "desc"],
    ["chainId", "asc"],
  ] as const)("is sorted by %s, %s", async (orderBy, orderDir) => {
    const { client } = openSandbox();
    const tokens = await client.tokens
      .list({ filterWhitelist: false, perPage: 100, orderBy, orderDir })
      .toArray({ limit: 3_000 });
    expect(tokens.length).toBeGreaterThanOrEqual(2_000);
    const ranks = tokens.map(
      (token) => (orderBy === "chainId" ? token.chain?.id : token.marketCap) ?? 0,
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => (orderDir === "asc" ? a - b : b - a)));
  });

  test("contains only the whitelisted tokens by default", async () => {
    const { sandbox, client } = openSandbox();
    const first = await client.tokens.list().firstPage();
    expect(first.items.every(({ isWhitelistedInProject }) => isWhitelistedInProject)).toBe(true);
    expect(first.total).toBeGreaterThan(10);
    sandbox.configure({ whitelist: [`137:${usdc}`] });
    expect((await client.tokens.list().firstPage()).items.map(({ address }) => address)).toEqual([
      usdc,
    ]);
    sandbox.configure({ whitelist: [] });
    expect(await client.tokens.list().firstPage()).toMatchObject({ items: [], total: 0 });
  });

  test("can be searched by address, name and symbol, and filtered by chain", async () => {
    const { client } = openSandbox();
    const find = async (search: string) =>
      (await client.tokens.list({ search, filterByChainId: 137 }).firstPage()).items;
    expect((await find("usdc")).map(({ address }) => address)).toEqual([usdc]);
    expect((await find("uSd cOiN")).map(({ address }) => address)).toEqual([usdc]);
    expect(
      (await find(usdc.toUpperCase().replace("0X", "0x"))).map(({ symbol }) => symbol),
    ).toEqual(["USDC"]);
    expect((await find(nativeToken)).map(({ symbol }) => symbol)).toEqual(["POL"]);
    const bitcoin = await client.tokens.list({ filterByChainId: 0 }).firstPage();
    expect(bitcoin.items.map(({ symbol }) => symbol)).toEqual(["BTC"]);
  });

  test("uses the whitelist of the requested project", async () => {
    const { client } = openSandbox();
    expect(
      (await client.tokens.list({ projectId: "project_1" }).firstPage()).total,
    ).toBeGreaterThan(0);
    expect((await client.tokens.list({ projectId: "unknown-project" }).firstPage()).total).toBe(0);
  });

  test("rejects an empty project id and a too large page with their field", async () => {
    const { sandbox } = openSandbox();
    for (const [query, field] of [
      ["projectId=", "projectId"],
      ["perPage=200", "perPage"],
    ] as const) {
      const url = `${sandbox.baseUrl}/api/v1/crypto/tokens?${query}`;
      const response = await sandbox.fetch(
        new Request(url, { headers: { "x-api-key": sandbox.apiKey } }),
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        id: "BAD_REQUEST",
        errors: [{ path: [field] }],
      });
    }
  });
});
