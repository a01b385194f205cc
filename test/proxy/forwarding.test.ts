import { describe, expect, test } from "vitest";
import { ConnectionError, isApiError, OutcomeUnknownError, ServerError } from "../../src/index.js";
import { failure, secret } from "../http/test-client.js";
import { closedPort, serve } from "../support/loopback.js";
import { openProxy, pageClient, swap, told, wallet } from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";
const tokens = "/api/v1/crypto/tokens";
const execute = "/api/v1/crypto/execute-user-op";
const signed = {
  userOperationHash: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
} as const;

describe("what goes to the service", () => {
  test("is the key and what the contract names, and no other header", async () => {
    const { post, arrived } = openProxy();
    await post(quote, swap, {
      cookie: "session=1",
      authorization: "Bearer user",
      "x-api-key": "the page's own",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.test",
      forwarded: "for=1.2.3.4",
      "x-http-method-override": "DELETE",
      "x-original-url": "/admin",
      "accept-language": "de",
      te: "trailers",
      "proxy-authorization": "Basic x",
    });
    expect(arrived).toEqual([
      {
        method: "POST",
        url: `https://service.test/base${quote}`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-api-key": secret,
        },
        body: JSON.stringify(swap),
      },
    ]);
  });

  test("is a language only where the endpoint has one", async () => {
    const { ask, arrived } = openProxy();
    await ask("/api/v1/kyc/individual-verification-sessions/standard/s_1", {
      headers: { "accept-language": "pt", "x-language": "en" },
    });
    await ask(tokens, { headers: { "accept-language": "pt", "x-language": "en" } });
    expect(
      arrived.map(({ headers }) => [headers["accept-language"], headers["x-language"]]),
    ).toEqual([
      ["pt", "en"],
      [undefined, undefined],
    ]);
  });

  test("goes to a corrected path, where there is one", async () => {
    const { post, arrived } = openProxy({ paths: { "operations.execute": "/v2/submit" } });
    await post(execute, signed);
    expect(arrived.map(({ url }) => url)).toEqual(["https://service.test/base/v2/submit"]);
  });

  test("carries the newest key", async () => {
    let made = 0;
    const { ask, arrived } = openProxy({ apiKey: async () => `key-${++made}` });
    await ask(tokens);
    await ask(tokens);
    expect(arrived.map(({ headers }) => headers["x-api-key"])).toEqual(["key-1", "key-2"]);
  });

  test("is nothing, where there is no key", async () => {
    const { post, arrived, events } = openProxy({
      apiKey: () => {
        throw new TypeError(`vault refused ${secret}`);
      },
    });
    const refused = await told(post(execute, signed));
    expect(refused).toMatchObject({ status: 500, id: "PROXY_FAILED" });
    expect(JSON.stringify([refused.body, events])).not.toContain(secret);
    expect(arrived).toEqual([]);
  });
});

describe("what comes back", () => {
  test("is the service's status and body, byte for byte, and three of its headers", async () => {
    const text = '{ "tokens" : [1.10, 12345678901234567890], "a":1, "a":2, "u":"\\u00e9" }';
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "trace-id": "t-1",
      "retry-after": "7",
      "set-cookie": "a=b",
      server: "nginx/1.2",
      "x-powered-by": "Express",
      "x-internal-node": "10.0.0.3",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=60",
      location: "https://elsewhere.test",
    };
    const answer = await openProxy({}, () => new Response(text, { status: 202, headers })).ask(
      tokens,
    );
    expect([answer.status, await answer.text()]).toEqual([202, text]);
    const own = [
      "cache-control",
      "content-security-policy",
      "cross-origin-resource-policy",
      "referrer-policy",
      "vary",
      "x-content-type-options",
    ];
    expect([...answer.headers.keys()].sort()).toEqual(
      ["content-type", "retry-after", "trace-id", ...own].sort(),
    );
    expect([
      answer.headers.get("trace-id"),
      answer.headers.get("retry-after"),
      answer.headers.get("cache-control"),
    ]).toEqual(["t-1", "7", "no-store"]);
  });

  test.each([400, 401, 403, 404, 409, 429, 500, 503])(
    "is its error %i, as it was given",
    async (status) => {
      const body = {
        message: "no",
        id: "SOME_ID",
        traceId: "t",
        errors: [{ path: ["a"], message: "bad" }],
      };
      const { post, events } = openProxy({}, () => Response.json(body, { status }));
      const answer = await post(execute, signed);
      expect([answer.status, await answer.json()]).toEqual([status, body]);
      expect(events).toMatchObject([{ status, id: undefined, sent: true }]);
    },
  );

  test("is nothing, where the service says nothing", async () => {
    const answer = await openProxy({}, () => new Response(null, { status: 204 })).ask(tokens);
    expect([answer.status, answer.body, answer.headers.has("content-type")]).toEqual([
      204,
      null,
      false,
    ]);
  });

  test("is an error page as text, that no browser shows as a page", async () => {
    const answer = await openProxy(
      {},
      () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    ).ask(tokens);
    expect([answer.status, await answer.text(), answer.headers.get("content-type")]).toEqual([
      502,
      "<html>",
      "text/plain; charset=utf-8",
    ]);
  });
});

describe("the key is in no answer", () => {
  const leaks = [secret, encodeURIComponent(secret)];
  const escaped = [...secret]
    .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
  test.each([
    ["as it is", JSON.stringify({ message: `bad key ${secret}` })],
    ["in a name", JSON.stringify({ [secret]: 1 })],
    ["escaped", `{"message":"${escaped}"}`],
    ["escaped, in a field that a parser drops", `{"message":"${escaped}","message":"x"}`],
    ["in a field that a parser drops", `{"message":"${secret}","message":"x"}`],
    ["encoded for an address", JSON.stringify({ url: `/x?key=${encodeURIComponent(secret)}` })],
    ["escaped in part", `{"message":"${escaped.slice(0, 60)}${secret.slice(10)}"}`],
    ["in text", `bad key ${secret}`],
    ["in text, escaped", `bad key ${escaped}`],
    ["deep within", JSON.stringify({ a: [{ b: [secret, { c: secret }] }] })],
  ])("%s", async (_, text) => {
    for (const status of [200, 403, 500]) {
      const headers = {
        "trace-id": secret,
        "retry-after": secret,
        "x-echo": secret,
        "content-type": "application/json",
      };
      const { ask, events } = openProxy({}, () => new Response(text, { status, headers }));
      const answer = await ask(tokens);
      const all = JSON.stringify([
        await answer.text(),
        [...answer.headers],
        answer.statusText,
        events,
      ]);
      const plain = all.replace(/\\+u([0-9a-f]{4})/g, (_, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      for (const seen of [all, plain]) for (const form of leaks) expect(seen).not.toContain(form);
    }
  });

  test("but a short one, as a sandbox may have, takes no words out of the data", async () => {
    const { ask } = openProxy({ apiKey: "usdc" }, () => Response.json({ symbol: "USDC" }));
    expect(await (await ask(tokens)).json()).toEqual({ symbol: "USDC" });
  });

  test("nor is one of digits only, nor any of a hundred rotating keys in the response to its own request", async () => {
    let made = 0;
    const echo = async (request: Request) =>
      Response.json({ was: request.headers.get("x-api-key") });
    const rotating = openProxy({ apiKey: () => `rotating-key-${++made}` }, echo);
    const texts = await Promise.all(
      Array.from({ length: 100 }, async () => (await rotating.ask(tokens)).text()),
    );
    expect(new Set(texts)).toEqual(new Set(['{"was":"[api key]"}']));
    const digits = openProxy(
      { apiKey: "9007199254" },
      () => new Response('{"a":9007199254,"b":"9007199254"}'),
    );
    expect(await (await digits.ask(tokens)).text()).not.toContain("9007199254");
  });
});

describe("a write whose answer was lost is not known to have failed", () => {
  const lost = [
    ["the connection broke", () => Promise.reject(new TypeError("socket hang up")), 502],
    [
      "the answer broke off",
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.error(new TypeError("terminated")),
          }),
        ),
      502,
    ],
    [
      "no answer came in time",
      (request: Request) =>
        new Promise<never>((_, reject) =>
          request.signal.addEventListener("abort", () => reject(request.signal.reason)),
        ),
      504,
    ],
    [
      "an intermediary answered",
      () => new Response("<html>log in", { headers: { "content-type": "text/html" } }),
      502,
    ],
    [
      "it redirected after taking it",
      () => new Response(null, { status: 303, headers: { location: "https://x.test" } }),
      502,
    ],
    ["a gateway failed without a word", () => new Response("", { status: 502 }), 502],
  ] as const;

  test.each(lost)("%s", async (_, reply, status) => {
    const { proxy, events } = openProxy({ timeout: 50 }, reply as never);
    const client = pageClient(proxy);
    const error = await failure(client.operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as OutcomeUnknownError).lookup).toContain("waitForTransaction");
    expect(events).toMatchObject([{ status, sent: true, operation: "operations.execute" }]);
    // A quote may be asked for again, and says by its id what happened.
    const read = await failure(client.tokens.list().firstPage());
    expect(read).not.toBeInstanceOf(OutcomeUnknownError);
    expect(isApiError(read) && read.status).toBe(status);
  });

  test("it was stopped on its way by a limit of the server's own, whose page is still there", async () => {
    const { proxy, events } = openProxy(
      {},
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const client = pageClient((request) =>
      proxy(new Request(request, { signal: AbortSignal.timeout(50) })),
    );
    expect(await failure(client.operations.execute(signed))).toBeInstanceOf(OutcomeUnknownError);
    expect(events).toMatchObject([
      { status: 502, id: "PROXY_ANSWER_LOST", sent: true, error: { name: "AbortedError" } },
    ]);
    // What was stopped before it was sent has failed, and what changes nothing may say so too.
    expect(await failure(client.tokens.list().firstPage())).toMatchObject({
      status: 499,
      id: "PROXY_ABORTED",
    });
    const early = openProxy({ authorize: () => new Promise(() => {}) });
    const stopped = pageClient((request) =>
      early.proxy(new Request(request, { signal: AbortSignal.timeout(50) })),
    );
    expect(await failure(stopped.operations.execute(signed))).toMatchObject({
      status: 499,
      id: "PROXY_ABORTED",
    });
    expect(early.arrived).toEqual([]);
  });

  test("it says so in its own words, without an id", async () => {
    const { post } = openProxy({}, () => Promise.reject(new TypeError("at 10.0.0.9")));
    const { status, body } = await told(post(execute, signed));
    expect([status, "id" in body]).toEqual([502, false]);
    expect(body.message).toMatch(
      /not known whether this happened\. Before trying again: look for the userOperationHash/,
    );
    expect(JSON.stringify(body)).not.toContain("10.0.0.9");
  });

  test("the fetch of the proxy's owner throws an error class of this package", async () => {
    const thrown = new ConnectionError("audit: could not connect", {
      phase: "connect",
      code: "ECONNREFUSED",
    });
    const { post, events } = openProxy({}, () => Promise.reject(thrown));
    const { status, body } = await told(post(execute, signed));
    expect([status, "id" in body]).toEqual([502, false]);
    expect(events).toMatchObject([{ sent: true }]);
  });

  test("but one that provably never arrived has failed", async () => {
    const { proxy, events } = openProxy({
      baseUrl: `http://127.0.0.1:${await closedPort()}`,
      fetch: undefined,
    });
    const error = await failure(pageClient(proxy).operations.execute(signed));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 502, id: "PROXY_UNREACHABLE" });
    expect(events).toMatchObject([
      {
        id: "PROXY_UNREACHABLE",
        sent: false,
        error: { name: "ConnectionError", code: "ECONNREFUSED" },
      },
    ]);
  });

  test.each([301, 302, 303, 307, 308])(
    "it was redirected with %i, which is not followed",
    async (status) => {
      const elsewhere = await serve(({ response }) => void response.end("{}"));
      const service = await serve(
        ({ response }) => void response.writeHead(status, { location: elsewhere.url }).end(),
      );
      const { proxy, events } = openProxy({ baseUrl: service.url, fetch: undefined });
      const error = await failure(pageClient(proxy).operations.execute(signed));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(events).toMatchObject([{ status: 502, id: "PROXY_REDIRECTED", sent: true }]);
      expect([service.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    },
  );

  test("nothing is ever sent twice", async () => {
    const { post, ask, arrived } = openProxy({}, () => new Response("", { status: 503 }));
    await post(execute, signed);
    await ask(tokens);
    await post(quote, swap);
    expect(arrived).toHaveLength(3);
  });
});

test("who goes away takes the request to the service along, and no timer stays", async () => {
  const service = await serve(() => {});
  const { proxy, events } = openProxy({ baseUrl: service.url, fetch: undefined });
  const controller = new AbortController();
  const call = proxy(
    new Request(`https://app.test/api/bursar/api/v1/wallets/${wallet}/portfolio`, {
      signal: controller.signal,
    }),
  );
  while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  expect((await call).status).toBe(499);
  await service.idle();
  expect(service.abandoned).toBe(1);
  expect(events).toMatchObject([{ id: "PROXY_ABORTED", sent: true }]);
});
