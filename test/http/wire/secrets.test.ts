import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../../src/client.js";
import type { BursarError } from "../../../src/errors/base.js";
import type { Logger } from "../../../src/http/options.js";
import { inBrowser } from "../../support/in-browser.js";
import {
  closedPort,
  cutInBody,
  html,
  json,
  type Reply,
  raw,
  redirect,
  reset,
  serve,
  stall,
  stallInBody,
} from "../../support/loopback.js";
import { clientFor, failure, hash, limits, secret, signature } from "../test-client.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** All text representations of a value. */
function printAll(value: unknown): string {
  const looks = [
    inspect(value, {
      depth: 10,
      showHidden: true,
      maxStringLength: null,
      maxArrayLength: null,
      getters: true,
    }),
    String(value),
  ];
  for (let error = value; error instanceof Error; error = error.cause)
    looks.push(error.message, error.stack ?? "", inspect(error.cause));
  looks.push(JSON.stringify(value) ?? "");
  return looks.join("\n");
}

/** A part of a key is a leak too: no 12 consecutive characters may appear. */
function expectNoKey(text: string, key: string, where: string): void {
  const starts = Array.from({ length: key.length - 11 }, (_, i) => i);
  const shown = starts.map((i) => key.slice(i, i + 12)).filter((part) => text.includes(part));
  expect(shown, where).toEqual([]);
}

/** A client that records all log lines and events. */
function createRecordingClient(
  baseUrl: string,
  options: ClientOptions,
): { client: Client; events: unknown[] } {
  const events: unknown[] = [];
  const note = (...args: unknown[]) => {
    events.push(args);
  };
  const logger: Logger = { error: note, warn: note, info: note, debug: note };
  const hooks = { onRequest: note, onResponse: note, onRetry: note, onError: note };
  return {
    client: clientFor(
      { url: baseUrl },
      { timeout: 60, logger, logLevel: "debug", hooks, onDrift: note, ...options },
    ),
    events,
  };
}

const escaped = (key: string) =>
  [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

function echoes(key: string): [string, Reply][] {
  const inHeaders = {
    "trace-id": key,
    "content-type": `text/html; key=${key}`,
    "retry-after": key,
  };
  return [
    ["message", json({ id: "HTTP_EXCEPTION", message: `Invalid Api key ${key}` }, 403)],
    ["id and trace id", json({ id: key, traceId: key }, 400, { "trace-id": key })],
    [
      "issues",
      json(
        {
          id: "BAD_REQUEST",
          errors: [
            { path: [key], message: key, code: key, options: [key], more: { [key]: [key] } },
          ],
        },
        400,
      ),
    ],
    ["field names", json({ [key]: { [key]: 1 } }, 400)],
    ["escapes", raw(`{"id":"A","message":"${escaped(key)}"}`, 400)],
    ["a list", json([key, [key]], 500)],
    ["text", raw(`forbidden: ${key}`, 403)],
    ["a long text", raw(`${"x".repeat(1_990)}${key}`, 403)],
    ["a long JSON", json({ message: `${"x".repeat(1_990)}${key}`, pad: "x".repeat(200_000) }, 403)],
    ["a page with 200", raw(`<html>${key}`, 200, inHeaders)],
    ["the start of what is not JSON", raw(key, 200, inHeaders)],
    ["an empty 200", raw("", 200, inHeaders)],
    ["a redirect", redirect(302, `https://elsewhere.example/${encodeURIComponent(key)}`)],
    ["a wrong value", json({ limits: key }, 200, inHeaders)],
    [
      "a wrong name",
      json({ limits: [{ limits: { [key]: key, daily: { limit: key } } }], [key]: key }),
    ],
    ["an escaped wrong value", raw(`{"limits":"${escaped(key)}"}`)],
  ];
}

const faults: [string, Reply][] = [
  ["400", json({ id: "BAD_REQUEST", message: "no" }, 400)],
  ["403", json({ message: "Invalid Api key" }, 403)],
  ["500 and its retries", json({ id: "INTERNAL_SERVER_ERROR" }, 500)],
  ["502 with a page", html(502)],
  ["a page", html(200)],
  ["a redirect", redirect(307, "https://elsewhere.example/x?y")],
  ["a reset", reset],
  ["a cut body", cutInBody()],
  ["a timeout", stall],
  ["a timeout in the body", stallInBody()],
  ["a response that does not match the schema", json({ limits: "no" })],
  ["invalid JSON", raw('{"a":')],
];

const odd = `q"uo\\te/${secret}`;

describe("the API key is in no error, log line or event of", () => {
  const ways: [string, string, ClientOptions["apiKey"]][] = [
    ["a string", secret, secret],
    ["a string with blanks around it", secret, ` \n${secret}\r\n`],
    ["a function", secret, async () => secret],
    ["a function with blanks", secret, () => `  ${secret} `],
    ["a key with quotes and slashes", odd, odd],
  ];
  describe.each(ways)("%s, on", (_, key, apiKey) => {
    test.each([
      ...faults,
      ...echoes(key).map(([name, reply]): [string, Reply] => [
        `a server that quotes it in ${name}`,
        reply,
      ]),
    ])("%s", async (name, reply) => {
      const server = await serve(reply);
      const { client, events } = createRecordingClient(server.url, { apiKey });
      const errors = await Promise.all([
        failure(client.kyc.financialLimits("a")),
        // A response that one of these accepts emits no error.
        ...[
          client.operations.execute({ userOperationHash: hash, signature }),
          client.kyc.individual.standard.process("s_1"),
          client.tokens.list().firstPage(),
        ].map((call: Promise<unknown>) => call.catch((error: unknown) => error)),
      ]);
      for (const request of server.requests) expect(request.headers["x-api-key"]).toBe(key);
      for (const error of errors) expectNoKey(printAll(error), key, `${name}: the error`);
      expectNoKey(printAll(events), key, `${name}: the events`);
      expect(events.length).toBeGreaterThan(0);
    });
  });

  test("a refused connection", async () => {
    const { client, events } = createRecordingClient(`http://127.0.0.1:${await closedPort()}`, {});
    expectNoKey(
      printAll([await failure(client.kyc.financialLimits("a")), events]),
      secret,
      "the error",
    );
  });

  test("an abort, before and after it was sent", async () => {
    const server = await serve(stall);
    const { client, events } = createRecordingClient(server.url, {});
    const errors = [
      await failure(client.kyc.financialLimits("a", { signal: AbortSignal.abort() })),
      await failure(client.kyc.financialLimits("a", { signal: AbortSignal.timeout(20) })),
    ];
    for (const error of errors) expectNoKey(printAll(error), secret, "the error");
    expectNoKey(printAll(events), secret, "the events");
  });

  test("a request that was rejected before it was sent", async () => {
    const { client, events } = createRecordingClient("https://api.example.com", {});
    expectNoKey(
      printAll([await failure(client.kyc.financialLimits("")), events]),
      secret,
      "the error",
    );
  });

  test("a custom fetch that throws the request or its headers", async () => {
    const thrown: ((request: Request) => unknown)[] = [
      (request) => Object.assign(new TypeError("fetch failed"), { request }),
      (request) => new Error(`cannot send ${[...request.headers].join()}`),
      (request) =>
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(`${request.headers.get("x-api-key")}`), { request }),
        }),
      (request) =>
        Object.assign(new Error("no"), {
          code: request.headers.get("x-api-key"),
          name: request.headers.get("x-api-key"),
        }),
      (request) => request.headers.get("x-api-key"),
      (request) => request,
    ];
    for (const make of thrown) {
      const fetch = async (request: Request) => {
        throw make(request);
      };
      const { client, events } = createRecordingClient("https://api.example.com", { fetch });
      const errors = [
        await failure(client.kyc.financialLimits("a")),
        await failure(client.kyc.individual.standard.process("s")),
      ];
      for (const error of errors) expectNoKey(printAll(error), secret, String(make));
      expectNoKey(printAll(events), secret, String(make));
    }
  });
});

describe("a key that is not a valid header value is rejected without quoting it", () => {
  const broken = [
    `${secret}\n${secret}`,
    `${secret} ${secret}`,
    `${secret}é`,
    `${secret}\u0000`,
    `${secret}😀`,
  ];
  test.each(broken)("%j", async (key) => {
    for (const apiKey of [key, () => key, async () => key]) {
      let error: unknown;
      try {
        const server = await serve(json(limits));
        error = await failure(clientFor(server, { apiKey }).kyc.financialLimits("a"));
        expect(server.requests).toHaveLength(0);
      } catch (thrown) {
        error = thrown;
      }
      expect((error as BursarError).name).toBe("ConfigurationError");
      expectNoKey(printAll(error), secret, "the error");
    }
  });

  test.each(["", "  ", 5 as never, {} as never, null as never])(
    "%j from a function",
    async (key) => {
      const server = await serve(json(limits));
      expect(
        await failure(clientFor(server, { apiKey: () => key }).kyc.financialLimits("a")),
      ).toMatchObject({ name: "ConfigurationError" });
      expect(server.requests).toHaveLength(0);
    },
  );
});

// In a page the environment is not read.
test.skipIf(inBrowser)("does not show a key from the environment", async () => {
  vi.stubEnv("BURSAR_API_KEY", `  ${secret}\n`);
  const server = await serve(json({ message: `no ${secret}` }, 403));
  const client = createClient({ baseUrl: server.url, logLevel: "off" });
  expectNoKey(printAll(await failure(client.kyc.financialLimits("a"))), secret, "the error");
  expect(server.requests[0]?.headers["x-api-key"]).toBe(secret);
});

test("does not show the key of a client", () => {
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: secret,
    dangerouslyAllowBrowser: inBrowser,
  });
  expectNoKey(inspect(client, { depth: 10, showHidden: true }), secret, "the client");
  expectNoKey(JSON.stringify(client), secret, "the client");
});

test("does not redact the response data that the caller gets", async () => {
  const body = { limits: [], note: secret };
  const server = await serve(json(body));
  expect(await clientFor(server).kyc.financialLimits("a")).toEqual(body);
  expect(await clientFor(server).request({ method: "GET", path: "/keys" })).toEqual(body);
});

test("returns the response unredacted that drifts, and redacts the events", async () => {
  const body = { limits: [], identityId: [secret] };
  const server = await serve(json(body));
  const { client, events } = createRecordingClient(server.url, {});
  expect(await client.kyc.financialLimits("a")).toEqual(body);
  expectNoKey(printAll(events), secret, "the events");
});
