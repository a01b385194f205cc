import { describe, expect, expectTypeOf, test } from "vitest";
import { ConfigurationError, type SwapQuoteRequest } from "../../src/index.js";
import { createProxy, type ProxyOptions } from "../../src/proxy/index.js";

const validOptions = {
  baseUrl: "https://service.test",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

describe("createProxy throws", () => {
  test.each<[string, object, RegExp]>([
    ["without authorize", { authorize: undefined }, /^createProxy: authorize is missing/],
    ["if authorize is not a function", { authorize: true }, /^createProxy: authorize is missing/],
    ["without a key", { apiKey: undefined }, /apiKey is missing/],
    ["with null for a key", { apiKey: null }, /apiKey is missing/],
    ["with an empty key", { apiKey: " " }, /empty/],
    ["with a key that is not a string", { apiKey: 7 }, /apiKey must be/],
    ["without the service's address", { baseUrl: undefined }, /baseUrl is missing/],
    ["for plain http", { baseUrl: "http://service.test" }, /plain http/],
    ["without a prefix", { prefix: undefined }, /prefix must be/],
    ["with a prefix that is not a path", { prefix: "api" }, /prefix must be/],
    ["with a prefix of dots", { prefix: "/api/../x" }, /prefix must be/],
    ["with a prefix that is a pattern", { prefix: "/api/*" }, /prefix must be/],
    ["with an encoded prefix", { prefix: "/api%2fx" }, /prefix must be/],
    [
      "with an operation that does not exist",
      { allow: ["swap.qoute"] },
      /"swap\.qoute", which is not an operation/,
    ],
    ["with a star for all operations", { allow: ["*"] }, /not an operation/],
    ["if allow is not a list", { allow: "swap.quote" }, /must be a list/],
    ["with a star for all origins", { allowOrigins: ["*"] }, /allowOrigins/],
    ["with a symbol for an origin", { allowOrigins: [Symbol("origin") as never] }, /allowOrigins/],
    ["with the origin null", { allowOrigins: ["null"] }, /allowOrigins/],
    ["with a URL for an origin", { allowOrigins: ["https://app.test/"] }, /allowOrigins/],
    ["if limit is not a function", { limit: 100 }, /limit must be/],
    ["if onAnswer is not a function", { onAnswer: "console" }, /onAnswer must be/],
    ["with maxBodyBytes of 0", { maxBodyBytes: 0 }, /maxBodyBytes/],
    ["with infinite maxBodyBytes", { maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes/],
    ["with a timeout of 0", { timeout: 0 }, /timeout must be/],
    [
      "with a path on another host",
      { paths: { "operations.execute": "//evil.test" } },
      /path must begin/,
    ],
  ])("%s", (_, changes, message) => {
    expect(() => createProxy({ ...validOptions, ...changes } as ProxyOptions)).toThrow(
      ConfigurationError,
    );
    expect(() => createProxy({ ...validOptions, ...changes } as ProxyOptions)).toThrow(message);
  });

  test("without a key or address, even if the environment has one", () => {
    process.env.BURSAR_API_KEY = "from-the-environment";
    process.env.BURSAR_BASE_URL = "https://environment.test";
    try {
      expect(() => createProxy({ ...validOptions, apiKey: undefined as never })).toThrow(
        /apiKey is missing/,
      );
      expect(() => createProxy({ ...validOptions, baseUrl: undefined as never })).toThrow(
        /baseUrl is missing/,
      );
    } finally {
      delete process.env.BURSAR_API_KEY;
      delete process.env.BURSAR_BASE_URL;
    }
  });

  test("but not with valid options", () =>
    expect(createProxy(validOptions)).toBeTypeOf("function"));
});

test("missing and misspelled options do not compile", () => {
  const { authorize, apiKey, ...rest } = validOptions;
  // @ts-expect-error authorize is missing
  expect(() => createProxy({ ...rest, apiKey })).toThrow();
  // @ts-expect-error apiKey is missing
  expect(() => createProxy({ ...rest, authorize })).toThrow();
  // @ts-expect-error no such operation
  expect(() => createProxy({ ...validOptions, allow: ["swap.qoute"] })).toThrow();
  // @ts-expect-error a string is not a decision
  createProxy({ ...validOptions, authorize: () => "yes" });
  createProxy({
    ...validOptions,
    authorize: (_request, call) => {
      if (call.operation !== "swap.quote") return false;
      expectTypeOf(call.input.body).toEqualTypeOf<SwapQuoteRequest>();
      return call.input.body.slippage === 1;
    },
  });
});
