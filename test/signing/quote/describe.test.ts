import { expect, test } from "vitest";
import type { SwapQuote, TypedData, UnsafeToSignError } from "../../../src/index.js";
import {
  describeQuote,
  describeTypedData,
  isExpired,
  millisecondsLeft,
  pickExecutable,
} from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { checkSafeText } from "./check-safe-text.js";
import { createLimitOrderQuote, createMarketQuote, stranger } from "./test-quotes.js";

test("describes amounts, receiver, chain, expiry and fees of a quote", async () => {
  const { quote, address, options } = await createMarketQuote();
  const names: Record<string, string> = { [usdc]: "USDC", [weth]: "WETH" };
  const summary = describeQuote(quote, { tokenName: (token) => names[token], now: options.now });
  expect(summary).toMatchObject({
    give: { amount: "100", token: "USDC", chain: "Polygon (137)" },
    getAtLeast: { amount: quote.minAmountOut, token: "WETH", chain: "Polygon (137)" },
    expected: quote.amountOut,
    from: address,
    to: address,
    validUntil: new Date(quote.expiresAt as number).toISOString(),
    permissions: [],
    warnings: [],
  });
  expect(summary.fees.map(({ type }) => type)).toEqual(["GAS", "TRANSACTION", "EXTRA", "SERVICE"]);
  expect(summary.text).toContain(
    `You get at least: ${quote.minAmountOut} of WETH on Polygon (137)`,
  );
  expect(describeQuote(quote).give.token).toBe(usdc);
});

test("describes a delegation as a permission, and warns about risks", async () => {
  const { quote, options } = await createMarketQuote();
  const authorization = {
    chainId: 0,
    address: stranger,
    nonce: 0,
    hash: quote.userOperationHash,
  } as SwapQuote["authorization"];
  const summary = describeQuote(
    { ...quote, authorization, toAddress: stranger, minAmountOut: "0" },
    { now: options.now },
  );
  expect(summary.permissions.join()).toContain(
    `Hands your account over to the contract ${stranger} on every chain`,
  );
  expect(summary.warnings.join()).toMatch(
    /guaranteed.*receiver is not the wallet that pays.*every chain/,
  );
  const expired = describeQuote(
    { ...quote, revertReason: { decoded: "no balance", raw: "", utf8: "" } },
    { now: (quote.expiresAt as number) + 1 },
  );
  expect(expired.warnings.join()).toMatch(/no balance.*expired/);
});

test("describes every value and the permissions of typed data", async () => {
  const { quote, address } = await createLimitOrderQuote();
  const summary = describeTypedData(quote.typedData as TypedData);
  expect(summary).toMatchObject({
    primaryType: "LightAccountMessage",
    chain: "Polygon (137)",
    contract: address,
    warnings: [],
  });
  expect(summary.fields).toEqual([{ path: "message", value: quote.typedData?.message.message }]);
  expect(summary.permissions.join()).toContain("in the name of the smart wallet");
});

test("describes unsafe typed data with the reasons as warnings", () => {
  const permit: TypedData = {
    domain: { name: "USD Coin" } as never,
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message: { value: 2 ** 60, more: [{ a: 1 }] },
  };
  const { permissions, warnings, fields } = describeTypedData(permit);
  expect(permissions.join()).toContain("take tokens");
  expect(warnings.join()).toMatch(/names no chain.*names no contract.*not safe to sign/);
  expect(fields.map(({ path }) => path)).toEqual(["value", "more[0].a"]);
});

test("removes unsafe characters from every string of a summary", () => checkSafeText(50));

test("accepts an expiry in milliseconds, seconds or ISO 8601, and treats others as expired", () => {
  const at = Date.UTC(2026, 0, 1, 0, 1);
  const now = at - 60_000;
  for (const expiresAt of [
    at,
    at / 1_000,
    String(at),
    new Date(at).toISOString(),
    "2026-01-01T01:01:00+01:00",
    new Date(at),
  ]) {
    expect(millisecondsLeft({ expiresAt }, { now })).toBe(60_000);
  }
  for (const expiresAt of [
    "soon",
    "2026-01-01T00:01:00",
    -1,
    Number.NaN,
    {},
    1e18,
    "",
    true,
    undefined,
    null,
  ]) {
    expect(isExpired({ expiresAt }, { now }), String(expiresAt)).toBe(true);
  }
  expect(millisecondsLeft({ expiresAt: at }, { now: at + 1 })).toBe(0);
  expect([
    isExpired({ expiresAt: at }, { now, margin: 59_999 }),
    isExpired({ expiresAt: at }, { now, margin: 60_000 }),
  ]).toEqual([false, true]);
  const prepared = { signData: [], expiresAt: null };
  expect([isExpired(prepared), millisecondsLeft(prepared)]).toEqual([
    false,
    Number.POSITIVE_INFINITY,
  ]);
});

test("picks the first executable quote, or throws with the reason for every quote", async () => {
  const { quote, options } = await createMarketQuote();
  const { now } = options;
  const reverted = { ...quote, revertReason: { decoded: "no\u202e balance" } };
  const expiring = { ...quote, expiresAt: now + 1_000 };
  const withoutHash = { ...quote, userOperationHash: null };
  const second = { ...quote, amountOut: "1" };
  expect(
    pickExecutable([reverted, expiring, withoutHash, quote, second] as SwapQuote[], { now }),
  ).toBe(quote);
  const listReasons = (quotes: unknown[]) => {
    try {
      pickExecutable(quotes as SwapQuote[], { now });
      return [];
    } catch (error) {
      const { problems } = error as UnsafeToSignError;
      return problems.map(({ code, path, received }) => [code, path, received]);
    }
  };
  expect(listReasons([reverted, expiring, withoutHash, { ...quote, minAmountOut: null }])).toEqual([
    ["reverted", "quotes[0].revertReason", '"no balance"'],
    ["expired", "quotes[1].expiresAt", `"${new Date(now + 1_000).toISOString()}"`],
    ["nothing_to_sign", "quotes[2].userOperationHash", "null"],
    ["minimum_out", "quotes[3].minAmountOut", "null"],
  ]);
  expect(listReasons([])).toEqual([["nothing_to_sign", "quotes", "a list of 0"]]);
});
