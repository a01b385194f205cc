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
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { createMarketQuote, stranger } from "./quote/test-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const getCodes = (quote: object, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);
const createDelegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) };
};

describe("treats null like undefined", () => {
  test("in the options of checkQuote", async () => {
    const { quote, options } = await createMarketQuote();
    const nullOptions = {
      minReceived: null,
      maxGasFee: null,
      maxLossPercent: null,
      delegates: null,
      accept: null,
      confirm: null,
      now: options.now,
      margin: null,
    };
    expect(getCodes(quote, { ...options, ...nullOptions })).toEqual([]);
  });

  test("as the options of describeQuote, isExpired and millisecondsLeft", async () => {
    const { quote } = await createMarketQuote();
    expect(describeQuote(quote, null as never).text).toBe(describeQuote(quote).text);
    expect(isExpired(quote, null as never)).toBe(isExpired(quote));
    expect(millisecondsLeft(quote, null as never)).toBe(millisecondsLeft(quote));
    expect(isExpired({ expiresAt: Date.now() + 60_000 }, { now: null } as never)).toBe(false);
  });

  test("as the options of signing functions", async () => {
    expect(await signUserOperation(hash, account, null as never)).toMatch(/^0x/);
    expect(await signTypedData(createMailTypedData(), account, null as never)).toMatch(/^0x/);
    expect(
      await getRejection(signAuthorization(createDelegation(), account, null as never)),
    ).toBeInstanceOf(UnsafeToSignError);
    const swap = {
      prepareCancellation: async () => ({ signData: [] }) as never,
      cancelLimitOrder: async () => ({ success: true }),
    };
    expect(
      await getRejection(cancelLimitOrder({ swap }, "1", account, null as never)),
    ).toBeInstanceOf(UnsafeToSignError);
  });
});

test("rejects a chain, token or wallet that cannot be converted to a string", async () => {
  const withoutText = Object.create(null) as never;
  const { quote, options } = await createMarketQuote();
  for (const typedData of [quote.typedData, { ...quote.typedData, types: {} }]) {
    const quoteOptions = {
      ...options,
      expect: {
        ...options.expect,
        chainIdIn: withoutText,
        tokenIn: withoutText,
        walletAddress: withoutText,
      },
    };
    const problems = checkQuote({ ...quote, typedData } as never, quoteOptions);
    const found = problems.map(({ code, path }) => `${code} ${path}`);
    expect(found).toEqual(expect.arrayContaining(["chain chainIn", "token tokenIn"]));
    expect(found).toEqual(expect.arrayContaining(["wallet walletAddress"]));
    for (const name of ["chainIdIn", "tokenIn", "walletAddress"])
      expect(found).toContain(`request expect.${name}`);
  }
  const prepared = {
    signData: [
      { type: "LIMIT_ORDER", typedData: { ...createMailTypedData(), primaryType: "Kernel" } },
    ],
  } as never;
  expect(
    await getRejection(
      signCancellation(prepared, account, { owner, walletAddress: owner, chainId: withoutText }),
    ),
  ).toBeInstanceOf(UnsafeToSignError);
});

test("rejects or describes response objects that cannot be converted to a string", async () => {
  const withoutText = { toString: 1, valueOf: 1 };
  const signOptions = { owner, walletAddress: owner, chainId: 137 };
  const response = { signData: [{ type: withoutText }] } as never;
  expect(await getRejection(signCancellation(response, account, signOptions))).toBeInstanceOf(
    UnsafeToSignError,
  );
  expect(await getRejection(signOperation(response, account, signOptions))).toBeInstanceOf(
    UnsafeToSignError,
  );
  const { quote } = await createMarketQuote();
  const { text } = describeQuote({
    ...quote,
    authorization: { chainId: withoutText, address: stranger },
  } as never);
  expect(text).toContain("Warning: It contains an authorization of your account (EIP-7702)");
});
