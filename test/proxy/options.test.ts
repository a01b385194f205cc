import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { ConfigurationError, type SwapQuoteRequest } from "../../src/index.js";
import { createProxy, type ProxyEvent, type ProxyOptions } from "../../src/proxy/index.js";
import { fixtures } from "../support/fixtures/index.js";

const validOptions = {
  baseUrl: "https://service.test",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

afterEach(() => void vi.unstubAllEnvs());

describe("createProxy throws", () => {
  test.each<[string, object, RegExp]>([
    ["without authorize", { authorize: undefined }, /^createProxy: authorize is missing/],
    ["if authorize is not a function", { authorize: true }, /^createProxy: authorize is missing/],
    ["with null for a key", { apiKey: null }, /apiKey is missing/],
    ["with an empty key", { apiKey: " " }, /empty/],
    [
      "with a key that is not a string",
      { apiKey: 7 },
      /createProxy: apiKey: expected a string or a function, got 7/,
    ],
    ["for plain http", { baseUrl: "http://service.test" }, /plain http/],
    [
      "without a prefix",
      { prefix: undefined },
      /createProxy: prefix: expected the path of the proxy/,
    ],
    [
      "with a prefix that is not a path",
      { prefix: "api" },
      /createProxy: prefix: expected the path of the proxy/,
    ],
    [
      "with a prefix of dots",
      { prefix: "/api/../x" },
      /createProxy: prefix: expected the path of the proxy/,
    ],
    [
      "with a prefix that is a pattern",
      { prefix: "/api/*" },
      /createProxy: prefix: expected the path of the proxy/,
    ],
    [
      "with an encoded prefix",
      { prefix: "/api%2fx" },
      /createProxy: prefix: expected the path of the proxy/,
    ],
    [
      "with an operation that does not exist",
      { allow: ["swap.qoute"] },
      /allow\[0\]: expected an operation, got "swap\.qoute"/,
    ],
    ...fixtures
      .filter(({ serverOnly }) => serverOnly)
      .map(({ name }): [string, object, RegExp] => [
        `with ${name}, which returns the data of any user`,
        { allow: ["tokens.list", name] },
        new RegExp(`${name}.*any user\\. Call it on your server`),
      ]),
    ["with a star for all operations", { allow: ["*"] }, /expected an operation, got "\*"/],
    ["if allow is not a list", { allow: "swap.quote" }, /allow: expected an array/],
    ["with a star for all origins", { allowOrigins: ["*"] }, /allowOrigins/],
    ["with a symbol for an origin", { allowOrigins: [Symbol("origin") as never] }, /allowOrigins/],
    ["with an origin that is undefined", { allowOrigins: [undefined] }, /got undefined/],
    ["with the origin null", { allowOrigins: ["null"] }, /allowOrigins/],
    ["with a URL for an origin", { allowOrigins: ["https://app.test/"] }, /allowOrigins/],
    ["if limit is not a function", { limit: 100 }, /limit: expected a function/],
    [
      "if onResponse is not a function",
      { onResponse: "console" },
      /onResponse: expected a function/,
    ],
    ["with maxBodyBytes of 0", { maxBodyBytes: 0 }, /maxBodyBytes/],
    ["with infinite maxBodyBytes", { maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes/],
    ["with a timeout of 0", { timeout: 0 }, /timeout: expected milliseconds > 0/],
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

  test("with null for a key, even if the environment has one", () => {
    vi.stubEnv("BURSAR_API_KEY", "from-the-environment");
    expect(() => createProxy({ ...validOptions, apiKey: null as never })).toThrow(
      "createProxy: apiKey is missing. Pass the project's API key, or set BURSAR_API_KEY",
    );
  });

  test.each([
    ["apikey", "Did you mean apiKey?"],
    ["allowedOrigins", "Did you mean allowOrigins?"],
    ["authorise", "Did you mean authorize?"],
    ["allowOrigin", "Did you mean allowOrigins?"],
    ["hooks", "The options are baseUrl, apiKey, prefix, allow,"],
  ])("with the unknown option %s, and names the option that is meant", (name, hint) => {
    const create = () => createProxy({ ...validOptions, [name]: "secret-value" });
    expect(create).toThrow(`createProxy: unknown option "${name}"`);
    expect(create).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }));
    expect(create).not.toThrow("secret-value");
  });

  test.each([undefined, null, "key", () => {}])("with %o in place of the options", (options) => {
    expect(() => createProxy(options as never)).toThrow(ConfigurationError);
  });

  test("but not with valid options", () =>
    expect(createProxy(validOptions)).toBeTypeOf("function"));
});

describe("a proxy that was created without its environment, as a build does,", () => {
  const { baseUrl: _baseUrl, apiKey: _apiKey, ...rest } = validOptions;
  const tokens = () => new Request("https://app.test/api/bursar/api/v1/crypto/tokens");
  const create = (options: Partial<ProxyOptions> = {}) => {
    vi.stubEnv("BURSAR_API_KEY", undefined);
    vi.stubEnv("BURSAR_BASE_URL", undefined);
    const sent: string[][] = [];
    const events: ProxyEvent[] = [];
    const proxy = createProxy({
      ...rest,
      allow: ["tokens.list"],
      onResponse: (event) => void events.push(event),
      fetch: async ({ url, headers }) => {
        sent.push([new URL(url).origin, headers.get("x-api-key") ?? ""]);
        return Response.json({ tokens: [] });
      },
      ...options,
    });
    return { proxy, sent, events };
  };

  test.each([
    ["apiKey", "BURSAR_API_KEY", { baseUrl: "https://service.test" }],
    ["apiKey", "BURSAR_API_KEY", { baseUrl: "https://service.test", apiKey: "" }],
    ["baseUrl", "BURSAR_BASE_URL", { apiKey: "key" }],
    ["baseUrl", "BURSAR_BASE_URL", { apiKey: "key", baseUrl: "" }],
  ])(
    "names the missing %s and %s in the response to each request",
    async (name, variable, given) => {
      const authorize = vi.fn(() => true);
      const { proxy, sent, events } = create({ ...given, authorize });
      for (let i = 0; i < 2; i++) {
        const response = await proxy(tokens());
        expect([response.status, await response.json()]).toEqual([
          500,
          expect.objectContaining({
            id: "PROXY_FAILED",
            message: expect.stringMatching(new RegExp(`${name} is missing.*${variable}`)),
          }),
        ]);
      }
      expect(events.map(({ error }) => error?.name)).toEqual([
        "ConfigurationError",
        "ConfigurationError",
      ]);
      expect([sent, authorize.mock.calls]).toEqual([[], []]);
    },
  );

  test("reads it at the first request", async () => {
    const { proxy, sent } = create();
    vi.stubEnv("BURSAR_API_KEY", "from-the-environment");
    vi.stubEnv("BURSAR_BASE_URL", "https://environment.test");
    expect((await proxy(tokens())).status).toBe(200);
    vi.stubEnv("BURSAR_API_KEY", undefined);
    expect((await proxy(tokens())).status).toBe(200);
    const expected = ["https://environment.test", "from-the-environment"];
    expect(sent).toEqual([expected, expected]);
  });

  test("calls a key function at each request, and not before", async () => {
    const apiKey = vi.fn(() => "from-the-function");
    const { proxy, sent } = create({ apiKey, baseUrl: "https://service.test" });
    expect(apiKey).not.toHaveBeenCalled();
    await proxy(tokens());
    expect(sent).toEqual([["https://service.test", "from-the-function"]]);
  });

  test("still throws for what it was given", () => {
    expect(() => create({ baseUrl: "http://service.test" })).toThrow(/plain http/);
    expect(() => create({ apiKey: "two words" })).toThrow(/apiKey contains/);
  });
});

test("createProxy falls back to the environment for its key and address", async () => {
  vi.stubEnv("BURSAR_API_KEY", "from-the-environment");
  vi.stubEnv("BURSAR_BASE_URL", "https://environment.test");
  const sent: string[][] = [];
  const proxy = createProxy({
    baseUrl: process.env.NO_SUCH_VARIABLE,
    apiKey: process.env.NO_SUCH_VARIABLE,
    prefix: "/api/bursar",
    allow: ["tokens.list"],
    authorize: () => true,
    fetch: async ({ url, headers }) => {
      sent.push([new URL(url).origin, headers.get("x-api-key") ?? ""]);
      return Response.json({ tokens: [] });
    },
  });
  await proxy(new Request("https://app.test/api/bursar/api/v1/crypto/tokens"));
  expect(sent).toEqual([["https://environment.test", "from-the-environment"]]);
});

test("missing and misspelled options do not compile", () => {
  const { authorize, apiKey, ...rest } = validOptions;
  // @ts-expect-error authorize is missing
  expect(() => createProxy({ ...rest, apiKey })).toThrow();
  // @ts-expect-error no such option
  expect(() => createProxy({ ...validOptions, apikey: apiKey })).toThrow();
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
