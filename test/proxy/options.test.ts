import { describe, expect, expectTypeOf, test } from "vitest";
import { ConfigurationError, type SwapQuoteRequest } from "../../src/index.js";
import { createProxy, type ProxyOptions } from "../../src/proxy/index.js";

const right = {
  baseUrl: "https://service.test",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

describe("a proxy that cannot be safe is not made", () => {
  test.each<[string, object, RegExp]>([
    ["without authorize", { authorize: undefined }, /^createProxy: authorize is missing/],
    [
      "with authorize that is no function",
      { authorize: true },
      /^createProxy: authorize is missing/,
    ],
    ["without a key", { apiKey: undefined }, /apiKey is missing/],
    ["with null for a key", { apiKey: null }, /apiKey is missing/],
    ["with an empty key", { apiKey: " " }, /empty/],
    ["with a key that is no text", { apiKey: 7 }, /apiKey must be/],
    ["without the service's address", { baseUrl: undefined }, /baseUrl is missing/],
    ["over plain http", { baseUrl: "http://service.test" }, /plain http/],
    ["without a prefix", { prefix: undefined }, /prefix must be/],
    ["with a prefix that is no path", { prefix: "api" }, /prefix must be/],
    ["with a prefix of dots", { prefix: "/api/../x" }, /prefix must be/],
    ["with a pattern for a prefix", { prefix: "/api/*" }, /prefix must be/],
    ["with an encoded prefix", { prefix: "/api%2fx" }, /prefix must be/],
    [
      "with an operation that does not exist",
      { allow: ["swap.qoute"] },
      /"swap\.qoute", which is not an operation/,
    ],
    ["with a star for all operations", { allow: ["*"] }, /not an operation/],
    ["with a list that is none", { allow: "swap.quote" }, /must be a list/],
    ["with a star for all origins", { allowOrigins: ["*"] }, /allowOrigins/],
    ["with null for an origin", { allowOrigins: ["null"] }, /allowOrigins/],
    ["with an address for an origin", { allowOrigins: ["https://app.test/"] }, /allowOrigins/],
    ["with a limit that is no function", { limit: 100 }, /limit must be/],
    ["with a log that is no function", { onAnswer: "console" }, /onAnswer must be/],
    ["with no room for bodies", { maxBodyBytes: 0 }, /maxBodyBytes/],
    ["with room without end", { maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes/],
    ["without time", { timeout: 0 }, /timeout must be/],
    [
      "with a path that leads elsewhere",
      { paths: { "operations.execute": "//evil.test" } },
      /path must begin/,
    ],
  ])("%s", (_, changes, message) => {
    expect(() => createProxy({ ...right, ...changes } as ProxyOptions)).toThrow(ConfigurationError);
    expect(() => createProxy({ ...right, ...changes } as ProxyOptions)).toThrow(message);
  });

  test("and takes no key or address from the environment", () => {
    process.env.BURSAR_API_KEY = "from-the-environment";
    process.env.BURSAR_BASE_URL = "https://environment.test";
    try {
      expect(() => createProxy({ ...right, apiKey: undefined as never })).toThrow(
        /apiKey is missing/,
      );
      expect(() => createProxy({ ...right, baseUrl: undefined as never })).toThrow(
        /baseUrl is missing/,
      );
    } finally {
      delete process.env.BURSAR_API_KEY;
      delete process.env.BURSAR_BASE_URL;
    }
  });

  test("with the right options it is", () => expect(createProxy(right)).toBeTypeOf("function"));
});

test("what is forgotten or misspelt does not compile", () => {
  const { authorize, apiKey, ...rest } = right;
  // @ts-expect-error authorize is missing
  expect(() => createProxy({ ...rest, apiKey })).toThrow();
  // @ts-expect-error apiKey is missing
  expect(() => createProxy({ ...rest, authorize })).toThrow();
  // @ts-expect-error no such operation
  expect(() => createProxy({ ...right, allow: ["swap.qoute"] })).toThrow();
  // @ts-expect-error a string is no answer
  createProxy({ ...right, authorize: () => "yes" });
  createProxy({
    ...right,
    authorize: (_request, call) => {
      if (call.operation !== "swap.quote") return false;
      expectTypeOf(call.input.body).toEqualTypeOf<SwapQuoteRequest>();
      return call.input.body.slippage === 1;
    },
  });
});
