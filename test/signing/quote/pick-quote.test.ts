import { expect, test } from "vitest";
import type { SwapQuote, UnsafeToSignError } from "../../../src/index.js";
import { pickExecutable } from "../../../src/signing/index.js";
import { createMarketQuote } from "./test-quotes.js";

async function createQuotes() {
  const { quote, options } = await createMarketQuote();
  const { now } = options;
  const reverted = { ...quote, revertReason: { decoded: "no\u202e balance" } };
  const expiring = { ...quote, expiresAt: now + 1_000 };
  const withoutHash = { ...quote, userOperationHash: null };
  const withoutMinimum = { ...quote, minAmountOut: null };
  return { quote, now, bad: [reverted, expiring, withoutHash, withoutMinimum] as SwapQuote[] };
}

function listReasons(quotes: SwapQuote[], now: number) {
  try {
    pickExecutable(quotes, { now });
    return [];
  } catch (error) {
    const { problems } = error as UnsafeToSignError;
    return problems.map(({ code, path, received }) => [code, path, received]);
  }
}

test("picks the first quote that can be executed", async () => {
  const { quote, now, bad } = await createQuotes();
  const second = { ...quote, amountOut: "1" };
  expect(pickExecutable([...bad, quote, second], { now })).toBe(quote);
  expect(pickExecutable([second, quote], { now })).toBe(second);
});

test("picks no quote that expires within the margin", async () => {
  const { quote, now, bad } = await createQuotes();
  const [, expiring] = bad as [SwapQuote, SwapQuote];
  expect(pickExecutable([expiring, quote], { now, margin: 999 })).toBe(expiring);
  expect(pickExecutable([expiring, quote], { now, margin: 1_000 })).toBe(quote);
  const late = { ...quote, expiresAt: now + 8_000 };
  expect(pickExecutable([late, quote], { now })).toBe(late);
  expect(pickExecutable([late, quote], { now, margin: 8_000 })).toBe(quote);
  expect(pickExecutable([{ ...quote, expiresAt: null }, quote] as never, { now })).toBe(quote);
});

test("throws with the reason for every quote if there is none", async () => {
  const { now, bad } = await createQuotes();
  expect(listReasons(bad, now)).toEqual([
    ["reverted", "quotes[0].revertReason", '"no balance"'],
    ["expired", "quotes[1].expiresAt", `"${new Date(now + 1_000).toISOString()}"`],
    ["nothing_to_sign", "quotes[2].userOperationHash", "null"],
    ["minimum_out", "quotes[3].minAmountOut", "null"],
  ]);
  expect(listReasons([], now)).toEqual([["nothing_to_sign", "quotes", "a list of 0"]]);
});
