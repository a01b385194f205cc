import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import { type SwapQuote, UnsafeToSignError } from "../../src/index.js";
import {
  cancelLimitOrder,
  checkQuote,
  describeQuote,
  isExpired,
  millisecondsLeft,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  stranger,
} from "./quote/test-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const codes = (quote: object, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);
const delegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) };
};

describe("an option that cannot be what it says never allows more", () => {
  test.each([-1, -30, 1.5, Number.NaN, "many", "6", Number.POSITIVE_INFINITY])(
    "tokenOutDecimals %s neither lowers the guaranteed minimum nor fails untyped",
    async (tokenOutDecimals) => {
      const { quote, options } = await createMarketQuote();
      expect(
        codes({ ...quote, minAmountOut: "0.0000001" }, { ...options, tokenOutDecimals }),
      ).toContain("request");
    },
  );

  test.each([-1, Number.NaN, "abc", "5", Number.POSITIVE_INFINITY])(
    "a limit of %s is a limit of nothing",
    async (limit) => {
      const { quote, options } = await createMarketQuote();
      expect(codes(quote, { ...options, maxServiceFeePercent: limit })).toContain("fee");
      expect(
        codes({ ...quote, amountOutUSD: "90" }, { ...options, maxLossPercent: limit }),
      ).toContain("amount_out");
    },
  );

  test("an option that does not exist is refused: a limit that is misspelt would limit nothing", async () => {
    const { quote, options } = await createMarketQuote();
    const problems = checkQuote(quote, { ...options, minAmount: "9.9", maxGasFees: "1" } as never);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ["request", "minAmount"],
      ["request", "maxGasFees"],
    ]);
    const { signer, calls } = createCountingSigner();
    expect(
      await getRejection(signQuote(quote, signer, { ...options, owner, delegate: [] } as never)),
    ).toMatchObject({
      problems: [{ code: "request", path: "delegate" }],
    });
    expect(calls()).toBe(0);
  });

  test("a time given as digits does not stretch how long an order may stand", async () => {
    const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
    const late = { ...quote, expiresAt: options.now + 3_600_000 };
    for (const now of [options.now, String(options.now), new Date(options.now)]) {
      expect(codes(quote, { ...options, now })).toEqual([]);
      expect(codes(late, { ...options, now })).toEqual(["expiry"]);
    }
  });

  test.each(["false", 1, {}])(
    "%j does not allow a delegation on every chain",
    async (allowAnyChain) => {
      const terms = { delegates: [stranger], allowAnyChain } as never;
      const { signer, calls } = createCountingSigner();
      expect(await getRejection(signAuthorization(delegation(0), signer, terms))).toMatchObject({
        problems: [{ code: "any_chain" }],
      });
      expect(calls()).toBe(0);
    },
  );

  test.each([new Set([account.address]), account.address, {}])(
    "delegates that are no list allow no contract, whatever else is allowed: %j",
    async (delegates) => {
      const terms = { delegates, allowAnyDelegate: true } as never;
      const { signer, calls } = createCountingSigner();
      expect(await getRejection(signAuthorization(delegation(), signer, terms))).toMatchObject({
        problems: [{ code: "delegate" }],
      });
      expect(calls()).toBe(0);
    },
  );

  test("a limit that options inherit is held when it comes to signing too", async () => {
    const { quote, options } = await createMarketQuote();
    class Limits {
      get minAmountOut() {
        return "1000";
      }
    }
    for (const inherited of [Object.create({ maxGasFee: "0" }), new Limits()]) {
      const { signer, calls } = createCountingSigner();
      const terms = Object.assign(inherited, options);
      expect(codes(quote, terms)).not.toEqual([]);
      expect(await getRejection(signQuote(quote, signer, terms))).toBeInstanceOf(UnsafeToSignError);
      expect(calls()).toBe(0);
    }
  });
});

describe("null among the options, as plain JavaScript passes it, is none", () => {
  test("of a quote", async () => {
    const { quote, options } = await createMarketQuote();
    const none = {
      minAmountOut: null,
      maxGasFee: null,
      maxLossPercent: null,
      maxServiceFeePercent: null,
      tokenOutDecimals: null,
    };
    expect(codes(quote, { ...options, ...none })).toEqual([]);
  });

  test("as the options of what only reads a quote", async () => {
    const { quote } = await createMarketQuote();
    expect(describeQuote(quote, null as never).text).toBe(describeQuote(quote).text);
    expect(isExpired(quote, null as never)).toBe(isExpired(quote));
    expect(millisecondsLeft(quote, null as never)).toBe(millisecondsLeft(quote));
    expect(isExpired({ expiresAt: Date.now() + 60_000 }, { now: null } as never)).toBe(false);
  });

  test("as the options themselves", async () => {
    expect(await signUserOperation(hash, account, null as never)).toMatch(/^0x/);
    expect(await signTypedData(createMailTypedData(), account, null as never)).toMatch(/^0x/);
    expect(
      await getRejection(signAuthorization(delegation(), account, null as never)),
    ).toBeInstanceOf(UnsafeToSignError);
    const swap = {
      prepareCancellation: async () => ({ signData: [] }),
      cancelLimitOrder: async () => ({ success: true }),
    };
    expect(
      await getRejection(cancelLimitOrder({ swap }, "1", account, null as never)),
    ).toBeInstanceOf(UnsafeToSignError);
  });
});

test("a chain, a token or a wallet that has no text form is refused, and fails nowhere untyped", async () => {
  const odd = Object.create(null) as never;
  const { quote, options } = await createMarketQuote();
  for (const typedData of [quote.typedData, { ...quote.typedData, types: {} }]) {
    const asked = {
      ...options,
      expect: { ...options.expect, chainIdIn: odd, tokenIn: odd, walletAddress: odd },
    };
    expect(codes({ ...quote, typedData } as never, asked)).toEqual(
      expect.arrayContaining(["chain", "token", "wallet"]),
    );
  }
  const prepared = {
    signData: [
      { type: "LIMIT_ORDER", typedData: { ...createMailTypedData(), primaryType: "Kernel" } },
    ],
  } as never;
  expect(
    await getRejection(
      signCancellation(prepared, account, { owner, walletAddress: owner, chainId: odd }),
    ),
  ).toBeInstanceOf(UnsafeToSignError);
});

test("an object of the wire that has no text form is refused or described, and fails nowhere untyped", async () => {
  const odd = { toString: 1, valueOf: 1 };
  const terms = { owner, walletAddress: owner, chainId: 137 };
  const answer = { signData: [{ type: odd }] } as never;
  expect(await getRejection(signCancellation(answer, account, terms))).toBeInstanceOf(
    UnsafeToSignError,
  );
  expect(await getRejection(signOperation(answer, account, terms))).toBeInstanceOf(
    UnsafeToSignError,
  );
  const { quote } = await createMarketQuote();
  const { text } = describeQuote({
    ...quote,
    authorization: { chainId: odd, address: stranger },
  } as never);
  expect(text).toContain("Hands your account over");
});
