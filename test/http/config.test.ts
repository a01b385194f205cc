import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../../src/client.js";
import { ConfigurationError } from "../../src/errors/data.js";
import type { CallOptions } from "../../src/http/config/options.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { json, serve } from "../support/loopback.js";
import { clientFor, failure, limits, secret } from "./test-client.js";

beforeEach(() => {
  vi.stubEnv("BURSAR_BASE_URL", undefined);
  vi.stubEnv("BURSAR_API_KEY", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The URL of the first request. */
async function urlOf(options: ClientOptions): Promise<string> {
  let url = "";
  const fetch = async (request: Request) => {
    url = request.url;
    return Response.json(limits);
  };
  await createClient({ logLevel: "off", apiKey: null, ...options, fetch }).kyc.financialLimits("a");
  return url;
}

const path = "/api/v1/kyc/identities/a/financial-limits";

describe("baseUrl", () => {
  test.each([
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["https://api.example.com///", "https://api.example.com"],
    ["https://api.example.com/prefix", "https://api.example.com/prefix"],
    ["https://api.example.com/a/b/", "https://api.example.com/a/b"],
    ["https://api.example.com:8443", "https://api.example.com:8443"],
    ["HTTPS://API.Example.com", "https://api.example.com"],
    [" https://api.example.com\n", "https://api.example.com"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1", "http://127.0.0.1"],
    ["http://127.9.9.9", "http://127.9.9.9"],
    ["http://[::1]:9", "http://[::1]:9"],
  ])("accepts %j and keeps its path prefix", async (baseUrl, expected) => {
    expect(await urlOf({ baseUrl })).toBe(expected + path);
  });

  test.each([
    "http://api.example.com",
    "http://10.0.0.1",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://0.0.0.0",
    ...(inBrowser
      ? []
      : ["http://service.localhost", "http://localhost.", "http://a.localhost:3000"]),
    "https://user:pass@api.example.com",
    "https://user@api.example.com",
    "https://api.example.com/?key=1",
    "https://api.example.com/#x",
    "ftp://api.example.com",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "api.example.com",
    "/api/bursar",
    "",
  ])("rejects %j", (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey: secret })).toThrow(ConfigurationError);
  });

  // A browser resolves such names to this machine. Node uses a resolver.
  test("allows plain http to .localhost names only in a page", async () => {
    if (!inBrowser) {
      vi.stubGlobal("window", { document: {} });
      vi.stubGlobal("location", { href: "https://app.example.com/" });
    }
    expect(await urlOf({ baseUrl: "http://service.localhost" })).toBe(
      `http://service.localhost${path}`,
    );
  });

  test.skipIf(inBrowser).each(["api.example.com", "localhost:3000"])(
    "is rejected without a scheme, which the error names: %s",
    (baseUrl) => {
      expect(() => createClient({ baseUrl, apiKey: secret })).toThrow(/https:\/\//);
    },
  );

  // In a page every text is a relative URL.
  test.skipIf(inBrowser)("is not quoted if it could be the API key", () => {
    const swapped = { baseUrl: secret, apiKey: "https://api.example.com" };
    const create = () => createClient({ ...swapped, dangerouslyAllowBrowser: true });
    expect(create).toThrow(/baseUrl must be an https:\/\/ URL, got \d+ characters/);
    expect(create).not.toThrow(secret);
  });

  test("names BURSAR_BASE_URL in the error if it is missing", () => {
    expect(() => createClient()).toThrow(/BURSAR_BASE_URL/);
  });

  test("accepts plain http to other hosts with allowInsecureHttp", async () => {
    expect(await urlOf({ baseUrl: "http://10.0.0.1", allowInsecureHttp: true })).toBe(
      `http://10.0.0.1${path}`,
    );
  });

  // A real page's location cannot be replaced. test/browser covers it.
  test.skipIf(inBrowser)(
    "may be relative to a page, and plain http on the page's own origin",
    async () => {
      vi.stubGlobal("location", { href: "http://shop.example/checkout?x=1" });
      expect(await urlOf({ baseUrl: "/api/bursar" })).toBe(`http://shop.example/api/bursar${path}`);
      expect(await urlOf({ baseUrl: "api/" })).toBe(`http://shop.example/api${path}`);
      for (const baseUrl of ["http://elsewhere.example", "//elsewhere.example"])
        expect(() => createClient({ baseUrl })).toThrow(/^baseUrl /);
      vi.stubGlobal("location", { href: "https://shop.example/checkout" });
      expect(() => createClient({ baseUrl: "http://shop.example" })).toThrow(/^baseUrl /);
    },
  );

  describe.skipIf(inBrowser)("that is relative, during server-side rendering", () => {
    test("creates a client, and calls reject because there is no page", async () => {
      vi.stubEnv("BURSAR_API_KEY", "the server's own");
      const sent = vi.fn();
      const client = createClient({ baseUrl: "/api/bursar/", fetch: sent });
      const outcomes = await Promise.allSettled([
        client.kyc.financialLimits("a"),
        client.tokens.list().firstPage(),
        client.request({ method: "GET", path: "/x" }),
      ]);
      for (const outcome of outcomes) {
        const error = outcome.status === "rejected" ? outcome.reason : undefined;
        expect(error).toBeInstanceOf(ConfigurationError);
        expect((error as ConfigurationError).message).toMatch(/"\/api\/bursar" is relative/);
      }
      expect(sent).not.toHaveBeenCalled();
    });

    test.each(["//elsewhere.example", "api", "./api"])("throws for %j", (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow(/^baseUrl /);
    });

    test("throws with an API key", () => {
      expect(() => createClient({ baseUrl: "/api/bursar", apiKey: () => secret })).toThrow(
        ConfigurationError,
      );
    });
  });
});

describe("the environment", () => {
  // In a page the environment is not read.
  test.skipIf(inBrowser)("provides URL and key, without surrounding whitespace", async () => {
    const server = await serve(json(limits));
    vi.stubEnv("BURSAR_BASE_URL", `  ${server.url}/ \n`);
    vi.stubEnv("BURSAR_API_KEY", `\t${secret}\n`);
    await createClient({ logLevel: "off" }).kyc.financialLimits("a");
    expect(server.requests[0]).toMatchObject({ path, headers: { "x-api-key": secret } });
  });

  test("is overridden by options", async () => {
    const server = await serve(json(limits));
    vi.stubEnv("BURSAR_BASE_URL", "https://elsewhere.example");
    vi.stubEnv("BURSAR_API_KEY", "other");
    await clientFor(server).kyc.financialLimits("a");
    expect(server.requests[0]?.headers["x-api-key"]).toBe(secret);
  });

  test("is ignored if it is blank", async () => {
    const server = await serve(json(limits));
    vi.stubEnv("BURSAR_BASE_URL", " ");
    vi.stubEnv("BURSAR_API_KEY", "");
    expect(() => createClient()).toThrow(/baseUrl is missing/);
    const create = () => createClient({ baseUrl: server.url, logLevel: "off" });
    if (inBrowser) await create().kyc.financialLimits("a");
    else expect(create).toThrow(/apiKey is missing/);
    for (const { headers } of server.requests) expect(headers).not.toHaveProperty("x-api-key");
  });

  test("may be missing", () => {
    vi.stubGlobal("process", undefined);
    expect(() => createClient()).toThrow(/baseUrl is missing/);
    expect(createClient({ baseUrl: "https://api.example.com" })).toBeDefined();
  });
});

describe("headers", () => {
  test("of a call override those of the client, regardless of case", async () => {
    const server = await serve(json(limits));
    const client = clientFor(server, {
      headers: { "X-Tenant": "one", "x-kept": "yes", Accept: "application/vnd.x+json" },
    });
    await client.kyc.financialLimits("a", { headers: { "x-TENANT": "two", "x-call": "3" } });
    expect(server.requests[0]?.headers).toMatchObject({
      "x-tenant": "two",
      "x-kept": "yes",
      "x-call": "3",
      accept: "application/vnd.x+json",
    });
  });

  test("do not replace what the method itself passes as a header", async () => {
    const server = await serve(json({ session: { id: "s_1", status: "PENDING" } }));
    const headers = { "Accept-Language": "de", "x-language": "fr" };
    const { standard } = clientFor(server, { headers }).kyc.individual;
    await standard.get("s_1", { acceptLanguage: "pt", language: "en", headers });
    expect(server.requests[0]?.headers).toMatchObject({
      "accept-language": "pt",
      "x-language": "en",
    });
    // A blank one is not passed.
    await standard.get("s_1", { acceptLanguage: "", language: "en" });
    expect(server.requests[1]?.headers["accept-language"]).toBe("de");
  });

  test("cannot change the content type of a body", async () => {
    const server = await serve(json({ quotes: [] }));
    const client = clientFor(server, { headers: { "Content-Type": "text/plain" } });
    await client.request({ method: "POST", path: "/x", body: {} });
    expect(server.requests[0]?.headers["content-type"]).toBe("application/json");
  });

  test.each(["x-api-key", "X-API-Key", "X-Api-Key"])("reject %s", async (name) => {
    const server = await serve(json(limits));
    expect(() => clientFor(server, { headers: { [name]: secret } })).toThrow(ConfigurationError);
    const error = await failure(
      clientFor(server).kyc.financialLimits("a", { headers: { [name]: "other-key-value" } }),
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).not.toContain("other-key-value");
    expect(await drained(server)).toHaveLength(0);
  });

  test.each([
    ["a line break", "x-a", "a\r\nx-api-key: b"],
    ["NUL", "x-a", "a\0b"],
    ["no Latin letters", "x-a", "日本"],
    ["a number", "x-a", 5 as never],
    ["a name with a blank", "x a", "b"],
    ["a name with a colon", "x-a:", "b"],
    ["an empty name", "", "b"],
  ])("reject %s", (_, name, value) => {
    const headers = { [name]: value };
    const create = () => clientFor({ url: "https://api.example.com" }, { headers });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(/header/);
  });
});

// Simulates a page or a worker. test/browser covers the real ones.
describe.skipIf(inBrowser)("an API key in a browser", () => {
  const options = { baseUrl: "https://api.example.com", apiKey: secret };
  const browsers: [string, () => void][] = [
    ["a page", () => vi.stubGlobal("window", { document: {} })],
    [
      "a web worker",
      () => {
        vi.stubGlobal("importScripts", () => {});
        vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
      },
    ],
  ];

  describe.each(browsers)("in %s", (_, enter) => {
    test("is rejected, as a string or a function", () => {
      enter();
      expect(() => createClient(options)).toThrow(ConfigurationError);
      expect(() => createClient({ ...options, apiKey: () => secret })).toThrow(ConfigurationError);
    });

    test("is rejected with a message that states the way out, as a console shows no hint", () => {
      enter();
      expect(() => createClient(options)).toThrow('createClient({ baseUrl: "/api/bursar" })');
    });

    test("is never sent if only the environment has it", async () => {
      enter();
      vi.stubEnv("BURSAR_API_KEY", secret);
      const seen: (string | null)[] = [];
      const fetch = async (request: Request) => {
        seen.push(request.headers.get("x-api-key"));
        return Response.json(limits);
      };
      // Rejecting or ignoring the key are both fine.
      await Promise.resolve()
        .then(() =>
          createClient({ baseUrl: options.baseUrl, fetch, logLevel: "off" }).kyc.financialLimits(
            "a",
          ),
        )
        .catch((error: unknown) => expect(error).toBeInstanceOf(ConfigurationError));
      expect(seen.filter(Boolean)).toEqual([]);
    });

    test("is accepted with dangerouslyAllowBrowser, and a client without a key always", () => {
      enter();
      expect(createClient({ ...options, dangerouslyAllowBrowser: true })).toBeDefined();
      expect(createClient({ baseUrl: options.baseUrl })).toBeDefined();
    });
  });

  test("is accepted in a server worker", () => {
    vi.stubGlobal("importScripts", () => {});
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
    expect(createClient(options)).toBeDefined();
  });
});

test("sends no key if apiKey is null, even if the environment has one", async () => {
  vi.stubEnv("BURSAR_API_KEY", secret);
  const server = await serve(json(limits));
  await createClient({ baseUrl: server.url, apiKey: null, logLevel: "off" }).kyc.financialLimits(
    "a",
  );
  expect(server.requests[0]?.headers).not.toHaveProperty("x-api-key");
});

describe("a client without a key", () => {
  const baseUrl = "https://api.example.com";

  test.skipIf(inBrowser)("is rejected on a server, which names both ways to pass a key", () => {
    vi.stubEnv("BURSAR_API_KEY", undefined);
    const create = () => createClient({ baseUrl, apiKey: process.env.BURSAR_API_KEY });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(/apiKey is missing. Pass it to createClient, or set BURSAR_API_KEY/);
  });

  test("is accepted with apiKey null and with a relative baseUrl", () => {
    vi.stubEnv("BURSAR_API_KEY", undefined);
    expect(createClient({ baseUrl, apiKey: null })).toBeDefined();
    for (const apiKey of [undefined, null])
      expect(createClient({ baseUrl: "/api/bursar", apiKey })).toBeDefined();
  });

  test("is accepted in React Native, also in its tests on Node", () => {
    vi.stubEnv("BURSAR_API_KEY", undefined);
    vi.stubGlobal("navigator", { product: "ReactNative" });
    expect(createClient({ baseUrl })).toBeDefined();
  });

  test("is accepted in a page", () => {
    if (!inBrowser) vi.stubGlobal("window", { document: {} });
    expect(createClient({ baseUrl })).toBeDefined();
  });
});

test.each<[ClientOptions, string]>([
  [{ apiKey: 5 as never }, "apiKey"],
  [{ apiKey: "" }, "apiKey"],
  [{ retry: -1 }, "createClient: retry: expected an integer ≥ 0 or false or an object, got -1"],
  [{ retry: 1.5 }, "createClient: retry: expected an integer ≥ 0 or false or an object, got 1.5"],
  [
    { retry: Number.POSITIVE_INFINITY },
    "createClient: retry: expected an integer ≥ 0 or false or an object, got Infinity",
  ],
  [{ retry: { limit: Number.NaN } }, "createClient: retry.limit: expected an integer ≥ 0, got NaN"],
  [
    { retry: { baseDelay: -1 } },
    "createClient: retry.baseDelay: expected milliseconds ≥ 0, got -1",
  ],
  [
    { retry: { maxDelay: Number.NaN } },
    "createClient: retry.maxDelay: expected milliseconds ≥ 0, got NaN",
  ],
  [{ logLevel: "loud" as never }, "logLevel"],
])("rejects the options %o, and names the option", (options, message) => {
  const create = () => clientFor({ url: "https://api.example.com" }, options);
  expect(create).toThrow(ConfigurationError);
  expect(create).toThrow(message);
});

test("withOptions changes only the given options, and not the original client", async () => {
  const server = await serve(json(limits));
  const client = clientFor(server, { headers: { "x-a": "1" } });
  const changed = client.withOptions({ headers: { "x-a": "2" } });
  await changed.kyc.financialLimits("a");
  await client.kyc.financialLimits("a");
  expect(
    (await drained(server)).map(({ headers }) => [headers["x-a"], headers["x-api-key"]]),
  ).toEqual([
    ["2", secret],
    ["1", secret],
  ]);
  expect(Object.isFrozen(client)).toBe(true);
});

test("withOptions keeps the address and the key of the client if it gets undefined", async () => {
  vi.stubEnv("BURSAR_BASE_URL", "https://elsewhere.example.com");
  vi.stubEnv("BURSAR_API_KEY", "another_key_of_the_environment");
  const server = await serve(json(limits));
  const client = clientFor(server).withOptions({ baseUrl: undefined, apiKey: undefined });
  await client.kyc.financialLimits("a");
  expect(server.requests[0]?.headers["x-api-key"]).toBe(secret);
});

test("withOptions can unset other options, and changes nothing without an argument", async () => {
  const server = await serve(json(limits));
  const wire = vi.fn();
  const client = clientFor(server, { wire }).withOptions({ wire: undefined });
  await (client.withOptions as () => typeof client)().kyc.financialLimits("a");
  expect(await drained(server)).toHaveLength(1);
  expect(wire).not.toHaveBeenCalled();
});

describe("unknown options", () => {
  const baseUrl = "https://api.example.com";

  test.each([
    ["apikey", "Did you mean apiKey?"],
    ["baseURL", "Did you mean baseUrl?"],
    ["timeOut", "Did you mean timeout?"],
    ["retries", "Did you mean retry?"],
    ["headres", "Did you mean headers?"],
    ["apiKeyAuth", "Did you mean apiKey?"],
    ["maxRetries", "Did you mean retry.limit?"],
    ["maxNetworkRetries", "Did you mean retry.limit?"],
    ["token", "Did you mean apiKey?"],
    ["host", "Did you mean baseUrl?"],
    ["defaultHeaders", "Did you mean headers?"],
    ["userAgent", "The options are baseUrl, apiKey"],
  ])("rejects the client option %s, and names the option that is meant", (name, hint) => {
    const create = () => createClient({ baseUrl, [name]: secret } as ClientOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(`createClient: unknown option "${name}"`);
    expect(create).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }));
    expect(create).not.toThrow(secret);
  });

  test.each([secret, null, 7, () => {}])("rejects %o in place of the client options", (options) => {
    vi.stubEnv("BURSAR_BASE_URL", baseUrl);
    const create = () => createClient(options as never);
    expect(create).toThrow(ConfigurationError);
    expect(create).not.toThrow(secret);
  });

  test("rejects an unknown option of withOptions", () => {
    const client = createClient({ baseUrl, apiKey: null });
    expect(() => client.withOptions({ timeouts: 1 } as ClientOptions)).toThrow(
      expect.objectContaining({ hint: "Did you mean timeout?" }),
    );
  });

  test("names the option that another SDK calls otherwise, also if it is inherited", () => {
    class Options {
      baseUrl = baseUrl;
      apiKey = null;
      maxRetries = 3;
    }
    const hint = "Did you mean retry.limit?";
    for (const options of [new Options(), Object.create(new Options())] as ClientOptions[])
      expect(() => createClient(options)).toThrow(expect.objectContaining({ hint }));
    const client = createClient({ baseUrl, apiKey: null });
    const options = { maxRetries: 3 } as ClientOptions;
    expect(() => client.withOptions(options)).toThrow(expect.objectContaining({ hint }));
  });

  test("rejects an unknown call option before anything is sent", async () => {
    const fetch = vi.fn();
    const client = createClient({ baseUrl, apiKey: null, fetch });
    expect(
      await failure(client.kyc.financialLimits("a", { timeOut: 1 } as CallOptions)),
    ).toMatchObject({ kind: "configuration", hint: "Did you mean timeout?" });
    expect(
      await failure(client.tokens.list({}, { retrys: 1 } as CallOptions).firstPage()),
    ).toMatchObject({ kind: "configuration", hint: "Did you mean retry?" });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("accepts every documented client and call option", async () => {
    const every: Required<ClientOptions> = {
      baseUrl,
      apiKey: secret,
      fetch: async () => Response.json(limits),
      // Not together with `fetch`.
      wire: undefined as never,
      timeout: 1_000,
      totalTimeout: 1_000,
      retry: 0,
      maxResponseBytes: 1_000_000,
      headers: {},
      validation: "strict",
      dedupe: false,
      schedule: (run) => run(),
      hooks: {},
      logger: console,
      logLevel: "off",
      onDrift: () => {},
      paths: {},
      dangerouslyAllowBrowser: true,
      allowInsecureHttp: false,
    };
    const everyCallOption: Required<CallOptions> = {
      signal: new AbortController().signal,
      timeout: 1_000,
      totalTimeout: 1_000,
      retry: 0,
      maxResponseBytes: 1_000_000,
      headers: {},
      validation: "strict",
      dedupe: false,
      requestValidation: "on",
      extraBody: undefined as never,
      extraQuery: {},
    };
    await expect(
      createClient(every).kyc.financialLimits("a", everyCallOption),
    ).resolves.toBeDefined();
  });
});
