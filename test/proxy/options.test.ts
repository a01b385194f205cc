import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { ConfigurationError, type SwapQuoteRequest } from "../../src/index.js";
import { createProxy, type ProxyEvent, type ProxyOptions } from "../../src/proxy/index.js";

const validOptions = {
  baseUrl: "https://service.test",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

afterEach(() => void vi.unstubAllEnvs());

describe("createProxy throws", () => {
  const badPrefix = /createProxy: prefix: expected the path of the proxy/;
  test.each<[object, RegExp]>([
    [{ authorize: undefined }, /^createProxy: authorize is missing/],
    [{ authorize: true }, /^createProxy: authorize is missing/],
    [{ apiKey: null }, /apiKey is missing/],
    [{ apiKey: " " }, /empty/],
    [{ apiKey: 7 }, /createProxy: apiKey: expected a string or a function, got 7/],
    [{ baseUrl: "http://service.test" }, /plain http/],
    ...[undefined, "api", "/api/../x", "/api/*", "/api%2fx"].map((prefix): [object, RegExp] => [
      { prefix },
      badPrefix,
    ]),
    [{ allow: ["swap.qoute"] }, /allow\[0\]: expected an operation, got "swap\.qoute"/],
    [{ allow: ["wallets.list"] }, /wallets\.list.*any user\. Call it on your server/],
    [{ allow: ["*"] }, /expected an operation, got "\*"/],
    [{ allow: "swap.quote" }, /allow: expected an array/],
    ...["*", Symbol("origin"), undefined, "null", "https://app.test/"].map(
      (each): [object, RegExp] => [{ allowOrigins: [each] }, /allowOrigins/],
    ),
    [{ limit: 100 }, /limit: expected a function/],
    [{ onResponse: "console" }, /onResponse: expected a function/],
    [{ maxBodyBytes: 0 }, /maxBodyBytes/],
    [{ maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes/],
    [{ timeout: 0 }, /timeout: expected milliseconds > 0/],
    [{ paths: { "operations.execute": "//evil.test" } }, /path must begin/],
  ])("for %o", (changes, message) => {
    const create = () => createProxy({ ...validOptions, ...changes } as ProxyOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(message);
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

  test("but not with valid options", () => {
    expect(createProxy(validOptions)).toBeTypeOf("function");
    const insecure = { baseUrl: "http://service.test", allowInsecureHttp: true };
    expect(createProxy({ ...validOptions, ...insecure })).toBeTypeOf("function");
  });
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

describe("createProxy", () => {
  async function sendBy(given: { baseUrl?: string | undefined; apiKey?: string | undefined }) {
    vi.stubEnv("BURSAR_API_KEY", "from-the-environment");
    vi.stubEnv("BURSAR_BASE_URL", "https://environment.test");
    const sent: string[] = [];
    const proxy = createProxy({
      ...given,
      prefix: "/api/bursar",
      allow: ["tokens.list"],
      authorize: () => true,
      fetch: async ({ url, headers }) => {
        sent.push(new URL(url).origin, headers.get("x-api-key") ?? "");
        return Response.json({ tokens: [] });
      },
    });
    await proxy(new Request("https://app.test/api/bursar/api/v1/crypto/tokens"));
    return sent;
  }

  test.each([undefined, ""])("reads the environment if it gets %j", async (unset) => {
    const sent = await sendBy({ baseUrl: unset, apiKey: unset });
    expect(sent).toEqual(["https://environment.test", "from-the-environment"]);
  });

  test("takes what it gets before the environment", async () => {
    const sent = await sendBy({ baseUrl: "https://own.test", apiKey: "own-key" });
    expect(sent).toEqual(["https://own.test", "own-key"]);
  });
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
