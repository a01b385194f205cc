import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddress } from "viem";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Address,
  type ChainId,
  chainIds,
  chainNames,
  factories,
  isAddress,
  isChainId,
  tokenAddresses,
} from "../../src/index.js";

const checksummed = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";

describe("the data of the root entry", () => {
  test("names every chain of the contract", () => {
    expect(chainNames[137]).toBe("Polygon");
    expect(Object.keys(chainNames).map(Number).sort()).toEqual(Object.values(chainIds).sort());
    // The table of the service contract.
    expect(Object.values(chainNames).sort()).toEqual([
      "Arbitrum One",
      "Avalanche",
      "BNB Smart Chain",
      "Base",
      "Bitcoin",
      "Ethereum",
      "Gnosis",
      "OP Mainnet",
      "Polygon",
      "X Layer Mainnet",
    ]);
  });

  test("contains the known factories by version, with valid checksums", () => {
    expect(factories).toEqual({
      lightAccount: {
        "2.0.0": getAddress("0x0000000000400cdfef5e2714e63d8040b700bc24"),
        "1.1.0": getAddress("0x00004ec70002a32400f8ae005a26081065620d20"),
      },
      kernel: { "0.3.2": getAddress("0x7a1dbab750f12a90eb1b60d2ae3ad17d4d81effe") },
    });
  });

  const tokens = Object.entries(tokenAddresses).flatMap(([chainId, addresses]) =>
    Object.entries(addresses).map(([symbol, address]) => [symbol, chainId, address] as const),
  );

  test.each(tokens)("has a valid checksum and chain for %s on chain %s", (_, chainId, address) => {
    expect(isChainId(Number(chainId))).toBe(true);
    expect(getAddress(address)).toBe(address);
  });

  test("has no address twice on one chain, and the tokens of the examples", () => {
    const keys = tokens.map(([, chainId, address]) => `${chainId} ${address}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(20);
  });

  test("names as USDC the token of its issuer, and not the bridged one", () => {
    const issued = {
      1: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      10: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
      137: checksummed,
      8453: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      42161: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      43114: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E",
    };
    for (const [chainId, address] of Object.entries(issued))
      expect([chainId, tokenAddresses[Number(chainId) as 1].USDC]).toEqual([chainId, address]);
  });
});

test("the script prints only tokens on which both lists agree", () => {
  const folder = mkdtempSync(join(tmpdir(), "token-lists-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, tokens: object[]) => {
    writeFileSync(join(folder, name), JSON.stringify({ tokens }));
    return join(folder, name);
  };
  const [a, b, c] = ["a", "b", "c"].map((digit) => `0x${digit.repeat(40)}`);
  const usdc = { chainId: 1, symbol: "USDC", address: a, decimals: 6 };
  const dai = { chainId: 1, symbol: "DAI", address: b, decimals: 18 };
  const weth = { chainId: 1, symbol: "WETH", address: c, decimals: 18 };
  const first = write("first.json", [
    usdc,
    dai,
    weth,
    { chainId: 137, symbol: "USDt", address: a, decimals: 6 },
    { chainId: 5, symbol: "USDC", address: a, decimals: 6 },
  ]);
  const second = write("second.json", [
    { ...usdc, address: b },
    { ...usdc, address: a?.toUpperCase().replace("0X", "0x") },
    { ...dai, address: a },
    { ...weth, decimals: 8 },
    { chainId: 137, symbol: "USD₮", address: a, decimals: 6 },
    { chainId: 5, symbol: "USDC", address: a, decimals: 6 },
  ]);
  const script = `${import.meta.dirname}/../../scripts/token-addresses.mjs`;
  const printed = execFileSync(process.execPath, [script, first, second], { encoding: "utf8" });
  expect(printed).toBe(`  1: {\n    USDC: "${a}",\n  },\n  137: {\n    USDT: "${a}",\n  },\n`);
});

describe("isChainId", () => {
  test("accepts the ids of the contract and narrows the type", () => {
    for (const id of Object.values(chainIds)) expect(isChainId(id), String(id)).toBe(true);
    const given: number = 137;
    if (isChainId(given)) expect(chainNames[given satisfies ChainId]).toBe("Polygon");
    else expect.unreachable();
  });

  test.each([2, -1, 137.5, Number.NaN, "137", 137n, null, undefined, {}])("rejects %o", (value) => {
    expect(isChainId(value)).toBe(false);
  });
});

describe("isAddress", () => {
  test("accepts a valid checksum and addresses in one case", () => {
    const hex = checksummed.slice(2);
    for (const address of [checksummed, `0x${hex.toLowerCase()}`, `0x${hex.toUpperCase()}`])
      expect(isAddress(address), address).toBe(true);
    const given: unknown = checksummed;
    if (isAddress(given)) expect(given satisfies Address).toBe(checksummed);
    else expect.unreachable();
  });

  test.each([
    `${checksummed.slice(0, -1)}8`,
    checksummed.replace("c499", "C499"),
    checksummed.slice(2),
    `0X${checksummed.slice(2)}`,
    `${checksummed}0`,
    ` ${checksummed}`,
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "",
    null,
    undefined,
    7,
    { toString: () => checksummed },
  ])("rejects %o", (value) => {
    expect(isAddress(value)).toBe(false);
  });
});
