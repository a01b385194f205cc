import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../src/index.js";
import {
  checkQuote,
  describeQuote,
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

const getCodes = (quote: unknown, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);

describe("a quote is judged and signed by the same copy:", () => {
  test("inherited fields count", async () => {
    const { quote, options } = await createMarketQuote();
    const { signer } = createCountingSigner();
    const inherited = Object.create(quote);
    expect(getCodes(inherited, options)).toEqual([]);
    expect(await signQuote(inherited, signer, options)).toEqual(
      await signQuote(quote, signer, options),
    );
    const nested = { ...quote, typedData: Object.create(quote.typedData as object) };
    expect(await signQuote(nested, signer, options)).toEqual(
      await signQuote(quote, signer, options),
    );
    const harmful = Object.assign(Object.create({ revertReason: { decoded: "no" } }), quote);
    delete harmful.revertReason;
    expect(getCodes(harmful, options)).toEqual(["reverted"]);
    expect(await getRejection(signQuote(harmful, signer, options))).toMatchObject({
      problems: [{ code: "reverted" }],
    });
  });

  test.each<[string, (quote: SwapQuote) => unknown]>([
    ["a Map", (quote) => new Map(Object.entries(quote))],
    [
      "a class with getters",
      (quote) => {
        class Quote {
          get swapProvider() {
            return "PROVIDER";
          }
        }
        const { swapProvider: _provider, ...rest } = quote;
        return Object.assign(new Quote(), rest);
      },
    ],
    ["a function", (quote) => Object.assign(() => undefined, quote)],
    ["a quote with a function", (quote) => ({ ...quote, metadata: () => undefined })],
    ["a quote with a Map", (quote) => ({ ...quote, authorization: new Map([["chainId", 1]]) })],
    ["a quote that contains itself", (quote) => Object.assign(quote, { metadata: { quote } })],
  ])("%s is rejected", async (_what, create) => {
    const { quote, options } = await createMarketQuote();
    const { signer, countCalls } = createCountingSigner();
    const given = create({ ...quote });
    const problem = { code: "malformed", detail: "wrong_type", path: "quote", severity: "fatal" };
    const problems = checkQuote(given as SwapQuote, options);
    expect(problems).toContainEqual(expect.objectContaining(problem));
    expect(await getRejection(signQuote(given as never, signer, options))).toMatchObject({
      problems,
    });
    expect(countCalls()).toBe(0);
  });
});

describe("options that cannot be listed are rejected:", () => {
  class Options {
    get owner() {
      return owner;
    }
  }
  class Inherited extends Options {}

  test.each([
    ["a Map", () => new Map([["owner", stranger]])],
    ["a Set", () => new Set()],
    ["a list", () => []],
    ["a class with getters", () => new Options()],
    ["a class that inherits getters", () => new Inherited()],
  ])("%s", async (_what, create) => {
    const { quote } = await createMarketQuote();
    const delegation = { chainId: 137, address: owner, nonce: 0, hash };
    const given = create() as never;
    for (const signed of [
      signQuote(quote, account, given),
      signOperation({ userOperationHash: hash }, account, given),
      signUserOperation(hash, account, given),
      signTypedData(createMailTypedData(), account, given),
      signAuthorization(delegation, account, given),
      signCancellation({ signData: [] } as never, account, given),
    ])
      expect(await getRejection(signed)).toMatchObject({
        problems: expect.arrayContaining([
          expect.objectContaining({ code: "request", path: "options", severity: "fatal" }),
        ]),
      });
    expect(() => describeQuote(quote, given)).toThrow("plain object");
    expect(getCodes(quote, given)).toContain("request");
  });
});

test("signOperation rejects a swap quote and names signQuote", async () => {
  const { quote, options } = await createMarketQuote();
  const { signer, countCalls } = createCountingSigner();
  const lenient = { owner: options.owner, accept: ["not_supported"], confirm: () => true } as never;
  for (const given of [quote, { ...quote, userOperationHash: null }])
    expect(await getRejection(signOperation(given as never, signer, lenient))).toMatchObject({
      problems: [{ code: "not_supported", expected: expect.stringContaining("signQuote") }],
    });
  expect(countCalls()).toBe(0);
});

test("null in a request means that it was not given", async () => {
  const market = await createMarketQuote();
  const none = {
    minAmountOut: null,
    expiration: null,
    partialFillable: null,
    slippage: null,
    routeProfile: null,
    metadata: null,
    individualId: null,
  };
  const given = { ...market.options, expect: { ...market.options.expect, ...none } };
  expect(getCodes(market.quote, given)).toEqual([]);
  expect(getCodes({ ...market.quote, amountOutUSD: "0.01" }, given)).toEqual(["price_loss"]);
  expect(getCodes({ ...market.quote, amountOutUSD: "0.00" }, given)).toEqual(["price_unknown"]);
  const { signer } = createCountingSigner();
  expect(await signQuote(market.quote, signer, given as never)).not.toHaveProperty(
    "typedDataSignature",
  );
  const order = await createLimitOrderQuote();
  const withoutExpiration = { ...order.options.expect, expiration: null, slippage: null };
  expect(getCodes(order.quote, { ...order.options, expect: withoutExpiration })).toEqual([]);
});
