import { describe, expect, test } from "vitest";
import type { SigningProblemCode, SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { expectFatal } from "./expect-problems.js";
import {
  createLimitOrderQuote,
  createMarketQuote,
  getAt,
  type Path,
  replaceAt,
  stranger,
} from "./test-quotes.js";

const hash = `0x${"12".repeat(32)}`;
type Change = readonly [
  name: string,
  path: Path,
  to: unknown | ((value: never) => unknown),
  code: SigningProblemCode,
];

const changeLastDigit = (value: string) =>
  `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`;

const changes: readonly Change[] = [
  ["a source chain that is a string", ["chainIn"], "137", "chain"],
  ["one changed digit of the output token", ["tokenOut"], changeLastDigit, "token"],
  ["an empty receiver", ["toAddress"], "", "receiver"],
  ["a higher amount in with an exponent", ["amountIn"], "2e2", "amount_in"],
  ["an amount in that is a number", ["amountIn"], 100, "amount_in"],
  ["a minimum that is a number", ["minAmountOut"], 1, "minimum_out"],
  ["an expiry in the past in seconds", ["expiresAt"], 1_700_000_000, "expired"],
  ["an expiry without a time zone", ["expiresAt"], "2030-01-01T00:00:00", "expiry"],
  ["a revert reason", ["revertReason"], { decoded: "no balance", raw: "0x" }, "reverted"],
  ["a revert reason that is a string", ["revertReason"], "no balance", "reverted"],
  ["no hash", ["userOperationHash"], null, "nothing_to_sign"],
  ["a missing hash", ["userOperationHash"], undefined, "nothing_to_sign"],
  ["a truncated hash", ["userOperationHash"], "0x1234", "hash"],
  [
    "an approval without a request for one",
    ["rwaApproveUserOperation"],
    { userOperationHash: hash },
    "not_asked",
  ],
];

describe.each([
  ["a market swap", createMarketQuote],
  ["a limit order", createLimitOrderQuote],
] as const)("a quote of %s", (_name, createQuote) => {
  test("has no problem if it matches the request", async () => {
    const { quote, options } = await createQuote();
    expect(checkQuote(quote, options)).toEqual([]);
  });

  test.each(changes)("is never signed with %s", async (_what, path, to, code) => {
    const { quote, options } = await createQuote();
    const value = typeof to === "function" ? to(getAt(quote, path) as never) : to;
    await expectFatal(replaceAt(quote, path, value), options, code, path.join("."));
  });
});

test("reports all problems at once", async () => {
  const { quote, options } = await createMarketQuote();
  const wrong = { ...quote, chainOut: 1, toAddress: stranger, amountIn: "700", expiresAt: 1 };
  expect(checkQuote(wrong as SwapQuote, options).map(({ code }) => code)).toEqual(
    expect.arrayContaining(["chain", "receiver", "amount_in", "expired"]),
  );
});

test("reports a minimum below that of the order, also where minReceived is reached", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const { minAmountOut } = quote as { minAmountOut: string };
  const given = { ...options, minReceived: "0.000001" };
  expect(checkQuote(quote, given)).toEqual([]);
  const lower = { ...quote, minAmountOut: String(Number(minAmountOut) * 0.9) };
  expect(checkQuote(lower as SwapQuote, given)).toContainEqual(
    expect.objectContaining({ code: "below_minimum", expected: `at least ${minAmountOut}` }),
  );
});

test("ignores letter case in a token that is not an address", async () => {
  const { quote, options } = await createMarketQuote();
  const given = { ...options, expect: { ...options.expect, tokenOut: "BTC" } };
  const codesOf = (tokenOut: string) =>
    checkQuote({ ...quote, tokenOut } as never, given).map(({ code }) => code);
  expect(codesOf("btc")).toEqual([]);
  expect(codesOf("btc2")).toEqual(["token"]);
});

test("reports a missing request or quote", async () => {
  const { quote } = await createMarketQuote();
  const codesOf = (...given: unknown[]) =>
    checkQuote(...(given as Parameters<typeof checkQuote>)).map(({ code }) => code);
  expect(codesOf(quote, {})).toEqual(["request"]);
  expect(codesOf(quote, undefined)).toEqual(["request"]);
  expect(codesOf(null, { expect: {} })).toEqual(["request"]);
});

test("rejects a swap from Bitcoin, whose signed data is not documented", async () => {
  const { quote, options } = await createMarketQuote();
  const given = { ...options, expect: { ...options.expect, chainIdIn: 0 as const } };
  await expectFatal({ ...quote, chainIn: 0 }, given, "not_supported", "chainIn");
});

test("removes control and bidirectional characters from the values of a message", async () => {
  const { quote, options } = await createMarketQuote();
  const unsafe = { ...quote, toAddress: "0x\u202e\u0000\u200bevil\u2066" };
  const messages = checkQuote(unsafe, options).map(({ message }) => message);
  expect(messages.join()).toContain('"0x\\u0000evil"');
  expect(messages.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
