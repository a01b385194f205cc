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

const getCodes = (quote: object, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);
const createDelegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) };
};

describe("an invalid option never allows more", () => {
  test.each([-1, -30, 1.5, Number.NaN, "many", "6", Number.POSITIVE_INFINITY])(
    "rejects tokenOutDecimals %s",
    async (tokenOutDecimals) => {
      const { quote, options } = await createMarketQuote();
      expect(
        getCodes({ ...quote, minAmountOut: "0.0000001" }, { ...options, tokenOutDecimals }),
      ).toContain("request");
    },
  );

  test.each([-1, Number.NaN, "abc", "5", Number.POSITIVE_INFINITY])(
    "treats the limit %s as 0",
    async (limit) => {
      const { quote, options } = await createMarketQuote();
      expect(getCodes(quote, { ...options, maxServiceFeePercent: limit })).toContain("fee");
      expect(
        getCodes({ ...quote, amountOutUSD: "90" }, { ...options, maxLossPercent: limit }),
      ).toContain("price_loss");
    },
  );

  test.each(["0,5", ".5", " 0.5", "", "0.5 USDC", "-1", "NaN", "1e3", 0.5, Number.NaN, {}])(
    "rejects the amount %s",
    async (amount) => {
      const { quote, options } = await createMarketQuote();
      for (const name of ["maxGasFee", "minAmountOut"]) {
        const problems = checkQuote(quote, { ...options, [name]: amount } as never);
        expect(problems).toContainEqual(
          expect.objectContaining({ code: "request", severity: "fatal", path: name }),
        );
      }
    },
  );

  test("rejects an unknown option, such as a misspelt limit", async () => {
    const { quote, options } = await createMarketQuote();
    expect(() => checkQuote(quote, { ...options, minAmount: "9.9" } as never)).toThrow(
      expect.objectContaining({ kind: "configuration", hint: "Did you mean minAmountOut?" }),
    );
    const { signer, countCalls } = createCountingSigner();
    expect(
      await getRejection(signQuote(quote, signer, { ...options, owner, delegate: [] } as never)),
    ).toMatchObject({ kind: "configuration", hint: "Did you mean delegates?" });
    expect(countCalls()).toBe(0);
  });

  test("accepts the current time as a string or Date without extending an order's lifetime", async () => {
    const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
    const lateQuote = { ...quote, expiresAt: options.now + 3_600_000 };
    for (const now of [options.now, String(options.now), new Date(options.now)]) {
      expect(getCodes(quote, { ...options, now })).toEqual([]);
      expect(getCodes(lateQuote, { ...options, now })).toEqual(["expiry_later"]);
    }
  });

  test.each(["allowAnyDelegate", "allowAnyChain"])(
    "rejects the unknown option %s in every form",
    async (name) => {
      const { quote, options } = await createMarketQuote();
      const { signer, countCalls } = createCountingSigner();
      for (const given of [
        { [name]: true },
        { [name]: undefined },
        Object.create({ [name]: true }),
      ])
        for (const signed of [
          signAuthorization(createDelegation(0), signer, given as never),
          signUserOperation(hash, signer, given as never),
          signQuote(quote, signer, Object.assign(given, options)),
        ])
          expect(await getRejection(signed)).toMatchObject({
            kind: "configuration",
            message: expect.stringContaining(`unknown option "allowAny`),
            hint: expect.stringContaining("The options are"),
          });
      expect(countCalls()).toBe(0);
    },
  );

  test.each([new Set([account.address]), account.address, {}])(
    "allows no contract if delegates is not a list: %j",
    async (delegates) => {
      const signOptions = { delegates, accept: ["delegate"] } as never;
      const { signer, countCalls } = createCountingSigner();
      expect(
        await getRejection(signAuthorization(createDelegation(), signer, signOptions)),
      ).toMatchObject({
        problems: [{ code: "delegate" }],
      });
      expect(countCalls()).toBe(0);
    },
  );

  test("applies inherited limits in checkQuote and signQuote", async () => {
    const { quote, options } = await createMarketQuote();
    class Limits {
      get minAmountOut() {
        return "1000";
      }
    }
    for (const inheritedOptions of [Object.create({ maxGasFee: "0" }), new Limits()]) {
      const { signer, countCalls } = createCountingSigner();
      const signOptions = Object.assign(inheritedOptions, options);
      expect(getCodes(quote, signOptions)).not.toEqual([]);
      expect(await getRejection(signQuote(quote, signer, signOptions))).toBeInstanceOf(
        UnsafeToSignError,
      );
      expect(countCalls()).toBe(0);
    }
  });

  test.each([
    "minAmountOut",
    "maxGasFee",
    "maxLossPercent",
    "maxServiceFeePercent",
    "tokenOutDecimals",
    "margin",
  ])("rejects %s as a function or a symbol: a copy would drop the limit", async (name) => {
    const { quote, options } = await createMarketQuote();
    const values: unknown[] = [() => "0", Symbol("0"), { toJSON: () => undefined }];
    for (const value of values) {
      const { signer, countCalls } = createCountingSigner();
      const error = await getRejection(
        signQuote(quote, signer, { ...options, [name]: value } as never),
      );
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(countCalls()).toBe(0);
    }
  });

  test.each(["", false, 0n, Number.NEGATIVE_INFINITY, Symbol("now"), { valueOf: () => 0 }, []])(
    "rejects the time %o: an expired quote and operation would be valid",
    async (now) => {
      const { quote, options } = await createMarketQuote();
      const expired = { ...quote, expiresAt: "2020-01-01T00:00:00Z" };
      const { signer, countCalls } = createCountingSigner();
      const invalid = { ...options, now } as never;
      for (const signed of [
        signQuote(expired, signer, invalid),
        signOperation({ userOperationHash: hash, expiresAt: "2020-01-01T00:00:00Z" }, signer, {
          owner,
          now,
        } as never),
      ]) {
        const error = await getRejection(signed);
        expect(error).toBeInstanceOf(UnsafeToSignError);
        const problem = expect.objectContaining({ code: "wrong_type", path: "now" });
        expect(error).toMatchObject({ problems: expect.arrayContaining([problem]) });
      }
      expect(countCalls()).toBe(0);
    },
  );

  test.each(["", false, null])("rejects an approval with the individualId %o", async (id) => {
    const { quote, options } = await createMarketQuote();
    const forged = {
      ...quote,
      rwaApproveUserOperation: { userOperationHash: `0x${"ab".repeat(32)}` as const },
    };
    const expectOptions = { ...options, expect: { ...options.expect, individualId: id as never } };
    expect(getCodes(forged, expectOptions)).toEqual(["not_asked"]);
  });

  test("reports a fee that throws and delegates that are not text, and accepts a Date as time", async () => {
    const { quote, options } = await createMarketQuote();
    const throwingFee = {
      get percentage(): number {
        throw new RangeError("unreadable");
      },
      toAddress: owner,
    };
    const withFee = { ...options, expect: { ...options.expect, extraFee: throwingFee } };
    expect(getCodes(quote, withFee)).toEqual(["wrong_type"]);
    expect(getCodes(quote, { ...options, delegates: [Symbol("0x")] as never })).toEqual([
      "wrong_type",
    ]);
    expect(getCodes(quote, { ...options, now: new Date(Number(options.now)) as never })).toEqual(
      [],
    );
  });

  test("rejects a request of a class with getters, whose fields a copy would lose", async () => {
    const { quote, options } = await createMarketQuote();
    class StrictRequest {
      get slippage() {
        return 99.5;
      }
    }
    const request = Object.assign(new StrictRequest(), options.expect);
    const codes = ["wrong_type", "request"];
    expect(getCodes(quote, { ...options, expect: request })).toEqual(codes);
    const { signer, countCalls } = createCountingSigner();
    expect(
      await getRejection(signQuote(quote, signer, { ...options, expect: request })),
    ).toMatchObject({ problems: codes.map((code) => ({ code, path: "expect" })) });
    expect(countCalls()).toBe(0);
  });

  test("reports an option that throws when it is read", async () => {
    const { quote, options } = await createMarketQuote();
    const unreadable = {
      ...options,
      get maxGasFee(): string {
        throw new RangeError("unreadable");
      },
    };
    const { signer, countCalls } = createCountingSigner();
    expect(await getRejection(signQuote(quote, signer, unreadable))).toMatchObject({
      problems: [{ code: "wrong_type", path: "options" }],
    });
    expect(getCodes(quote, unreadable)).toEqual(["wrong_type"]);
    expect(countCalls()).toBe(0);
  });

  test("applies inherited options in checkQuote and signQuote alike", async () => {
    const { quote, options } = await createMarketQuote();
    for (const inherited of [{ requireTypedData: true }, { margin: 1e15 }]) {
      const given = Object.assign(Object.create(inherited), options);
      const withoutTypedData = { ...quote, typedData: null };
      const { signer, countCalls } = createCountingSigner();
      const codes = getCodes(withoutTypedData, given);
      expect(codes).toHaveLength(1);
      expect(await getRejection(signQuote(withoutTypedData, signer, given))).toMatchObject({
        problems: [{ code: codes[0] }],
      });
      expect(countCalls()).toBe(0);
    }
  });

  test("keeps a number of a proxied quote that JSON would lose", async () => {
    const { quote, options } = await createMarketQuote();
    const { signer, countCalls } = createCountingSigner();
    for (const lost of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const proxied = new Proxy({ ...quote, chainIn: lost as never }, {});
      expect(await getRejection(signQuote(proxied, signer, options))).toMatchObject({
        problems: [{ code: "chain", path: "chainIn" }],
      });
    }
    expect(countCalls()).toBe(0);
  });

  test("applies limits and request fields that a copy would lose when signing", async () => {
    const { quote, options } = await createMarketQuote();
    const lossyOptions: [object, string][] = [
      // structuredClone() rejects a proxy, and JSON has no NaN.
      [new Proxy({ ...options, minAmountOut: Number.NaN }, {}), "request"],
      [new Proxy({ ...options, margin: Number.NaN }, {}), "expired"],
      [
        { ...options, expect: Object.assign(Object.create({ slippage: 99.5 }), options.expect) },
        "request",
      ],
    ];
    for (const [signOptions, code] of lossyOptions) {
      const { signer, countCalls } = createCountingSigner();
      const error = await getRejection(signQuote(quote, signer, signOptions as never));
      expect(error).toMatchObject({ problems: [{ code }] });
      expect(countCalls()).toBe(0);
    }
  });
});

describe("treats null like undefined", () => {
  test("in the options of checkQuote", async () => {
    const { quote, options } = await createMarketQuote();
    const nullOptions = {
      minAmountOut: null,
      maxGasFee: null,
      maxLossPercent: null,
      maxServiceFeePercent: null,
      tokenOutDecimals: null,
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
    expect(getCodes({ ...quote, typedData } as never, quoteOptions)).toEqual(
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
  expect(text).toContain("Hands your account over");
});
