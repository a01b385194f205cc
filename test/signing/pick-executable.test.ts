import { describe, expect, test } from "vitest";
import { UnsafeToSignError } from "../../src/index.js";
import {
  describeQuote,
  isExpired,
  millisecondsLeft,
  pickExecutable,
  problemGuide,
  signQuote,
} from "../../src/signing/index.js";
import { owner } from "../sandbox/open-sandbox.js";
import { createMarketQuote } from "./quote/test-quotes.js";

describe("picking a quote", () => {
  test.each([[[null]], [[undefined, 7]], [null], ["quotes"]])(
    "rejects %j with an UnsafeToSignError",
    (quotes) => {
      expect(() => pickExecutable(quotes as never)).toThrow(UnsafeToSignError);
    },
  );

  test("skips an entry that is not a quote", async () => {
    const { quote, options } = await createMarketQuote();
    expect(pickExecutable([null, quote] as never, { now: options.now })).toBe(quote);
  });

  test.each([
    ["ERC-20 insufficient balance", "insufficient_balance"],
    ["slippage", "reverted"],
  ] as const)("of quotes that revert because of %j hints like signQuote", async (decoded, code) => {
    const { quote, options } = await createMarketQuote();
    const reverted = { ...quote, revertReason: { decoded, raw: "0x", utf8: "" } };
    const withHint = expect.objectContaining({ hint: problemGuide[code].action });
    expect(() => pickExecutable([reverted, reverted], { now: options.now })).toThrow(withHint);
    await expect(signQuote(reverted, owner, options)).rejects.toThrow(withHint);
  });

  test("mentions the clock only for quotes that expired half an hour ago or more", async () => {
    const { quote, options } = await createMarketQuote();
    const getErrorMessage = (...ages: number[]) => {
      try {
        return pickExecutable(
          ages.map((age) => ({ ...quote, expiresAt: options.now - age })),
          { now: options.now },
        );
      } catch (error) {
        return (error as Error).message;
      }
    };
    const half = 1_800_000;
    expect(getErrorMessage(half, 1)).toContain("they are 1 h apart");
    expect(getErrorMessage(half - 1, 1)).not.toContain("clock");
  });
});

test("an invalid option is named with the function", async () => {
  const { quote } = await createMarketQuote();
  const pick = () => pickExecutable([quote], { now: Symbol("now") as never });
  expect(pick).toThrow(/^pickExecutable: now/);
});

test("treats now: null as the current time", async () => {
  const { quote } = await createMarketQuote();
  const expired = { ...quote, expiresAt: Date.now() - 1_000 };
  expect([
    isExpired(expired, { now: null as never }),
    millisecondsLeft(expired, { now: null as never }),
  ]).toEqual([true, 0]);
  expect(describeQuote(expired, { now: null as never }).warnings.join()).toContain("expired");
  expect(() => pickExecutable([expired], { now: null as never })).toThrow(UnsafeToSignError);
});

test("the hint for quotes from Bitcoin says that they cannot be executed at all", async () => {
  const { quote, options } = await createMarketQuote();
  const reason = { decoded: "Bitcoin as source", raw: "0x", utf8: "" };
  const fromBitcoin = { ...quote, chainIn: 0, userOperationHash: null, revertReason: reason };
  const pick = () => pickExecutable([fromBitcoin] as never, { now: options.now });
  const hint = expect.stringContaining("from Bitcoin cannot be executed at all");
  expect(pick).toThrow(expect.objectContaining({ hint }));
});
