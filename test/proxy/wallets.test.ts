import { expect, test } from "vitest";
import { walletOf, walletsOf } from "../../src/proxy/index.js";
import { swap } from "./proxy-kit.js";

// test/properties/proxy.test.ts has the wallet and the accounts of every operation.

test("finds receivers of money and fees at any depth, but no tokens, factories and metadata", () => {
  const receiver = "0x52908400098527886E0F7030069857D2E4169EE7";
  const fees = "0x2222222222222222222222222222222222222222";
  const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  // Its letter case has a meaning.
  const legacy = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
  const body = {
    ...swap,
    toAddress: receiver,
    extraFee: { percentage: 1, toAddress: fees },
    metadata: { note: `0x${"9".repeat(40)}` },
  };
  const call = {
    input: {
      params: {},
      query: {},
      body: {
        ...body,
        deep: [{ tokenReceiver: bitcoin, token: fees.replace("2", "3") }, legacy, 7, null],
      },
    },
  };
  expect(walletsOf(call).sort()).toEqual(
    [swap.walletAddress, fees, receiver.toLowerCase(), bitcoin, legacy].sort(),
  );
  expect(walletOf(call)).toBe(swap.walletAddress);
});

test("finds an account in undocumented fields in any form", () => {
  const other = "0x2222222222222222222222222222222222222222";
  const forms: [string, unknown][] = [
    ["with an upper-case prefix", { onBehalfOf: other.replace("0x", "0X") }],
    ["with white space around it", { onBehalfOf: ` ${other}\n` }],
    ["as a field name", { shares: { [other]: "1" } }],
    ["in an object in a token field", { token: { onBehalfOf: other } }],
    ["in a list of such objects", { token: [{ holders: [other] }] }],
    ["under a number", { holders: { 0: other } }],
  ];
  for (const [how, supply] of forms) {
    const found = walletsOf({
      input: { params: {}, query: {}, body: { walletAddress: swap.walletAddress, supply } },
    });
    expect([how, found.sort()]).toEqual([how, [swap.walletAddress, other]]);
  }
  const names = "token tokenIn tokenOut token0 token1 tokenAddress payGasFeeToken factory";
  const ignored = `${names} metadataKey metadataValue`.split(" ").map((name) => [name, other]);
  const tokens = {
    ...Object.fromEntries(ignored),
    tokensAddresses: [other, { 0: other }],
    metadata: { a: other, [other]: "x" },
  };
  expect(walletsOf({ input: { params: {}, query: tokens, body: tokens } })).toEqual([]);
});

test("walletOf returns undefined for two acting wallets, or for a nested one", () => {
  const other = { walletAddress: "0x2222222222222222222222222222222222222222" };
  expect(
    walletOf({ input: { params: { walletAddress: swap.walletAddress }, query: {}, body: other } }),
  ).toBeUndefined();
  expect(walletOf({ input: { params: {}, query: {}, body: { inner: other } } })).toBeUndefined();
});
