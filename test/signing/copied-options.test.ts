import { describe, expect, test } from "vitest";
import { type SwapQuote, UnsafeToSignError } from "../../src/index.js";
import { checkQuote, signQuote } from "../../src/signing/index.js";
import { createCountingSigner, createMarketQuote } from "./quote/test-quotes.js";
import { getRejection } from "./test-signers.js";

const getCodes = (quote: object, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);
describe("an option that a copy could lose is applied or rejected:", () => {
  test("applies inherited limits in checkQuote and signQuote", async () => {
    const { quote, options } = await createMarketQuote();
    class Limits {
      get minReceived() {
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

  test("rejects a request of a class with getters, whose fields a copy would lose", async () => {
    const { quote, options } = await createMarketQuote();
    class StrictRequest {
      get slippage() {
        return 99.5;
      }
    }
    const request = Object.assign(new StrictRequest(), options.expect);
    // The request is not read, and a quote is compared with nothing without one.
    const codes = ["request", "request"];
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
      problems: [{ code: "request", path: "options" }],
    });
    expect(getCodes(quote, unreadable)).toEqual(["request"]);
    expect(countCalls()).toBe(0);
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
      [new Proxy({ ...options, minReceived: Number.NaN }, {}), "request"],
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
