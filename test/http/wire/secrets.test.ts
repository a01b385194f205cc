import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../../../src/client.js";
import type { BursarError } from "../../../src/errors/base.js";
import { drained } from "../../support/drained.js";
import { inBrowser } from "../../support/in-browser.js";
import {
  closedPort,
  html,
  json,
  type Reply,
  redirect,
  serve,
  stall,
  until,
} from "../../support/loopback.js";
import { clientFor, failure, limits, secret } from "../test-client.js";
import {
  createRecordingClient,
  expectHiddenKey,
  expectNoKey,
  faults,
  printAll,
} from "./secret-checks.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

// test/properties/redaction.test.ts has every spelling and place of a key in a response.
describe("the API key is in no error, log line or event of", () => {
  test.each(faults)("a call that ends with %s", (...fault) => expectHiddenKey(fault));

  test.each<[string, ClientOptions["apiKey"]]>([
    ["with blanks around it", ` \n${secret}\r\n`],
    ["of a function", async () => secret],
    ["of a function, with blanks", () => `  ${secret} `],
  ])("a call with a key %s", async (_, apiKey) => {
    for (const fault of faults.slice(0, 3)) await expectHiddenKey(fault, apiKey);
  });

  test("a call whose last response repeats the key of an earlier attempt", async () => {
    const page: Reply = ({ response }) => {
      response.writeHead(403, { "content-type": "text/plain", "x-trace-id": `id ${secret}` });
      response.end(`no ${secret}`);
    };
    const server = await serve([html(503), page]);
    const keys = [secret, "another-key-of-the-same-project"];
    const { client, events } = createRecordingClient(server.url, {
      apiKey: () => keys.shift() as string,
    });
    const error = await failure(client.kyc.financialLimits("a"));
    expect(error).toMatchObject({ status: 403 });
    expectNoKey(printAll([error, events]), secret, "the error");
    expect(keys).toEqual([]);
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
    ];
    const controller = new AbortController();
    const call = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    errors.push(await call);
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
        expect(await drained(server)).toHaveLength(0);
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
      expect(await drained(server)).toHaveLength(0);
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

test("does not show the key of an earlier attempt that a later response repeats", async () => {
  const keys = ["sk_first_0123456789abcdef", "sk_second_0123456789abcdef"];
  const server = await serve([json({}, 503), json({ message: `no ${keys}` }, 403)]);
  let sent = 0;
  const client = clientFor(server, { apiKey: () => keys[sent++] ?? "" });
  const error = await failure(client.kyc.financialLimits("a"));
  for (const key of keys) expectNoKey(printAll(error), key, "the error");
  expect(error).toMatchObject({ serviceMessage: "no [api key],[api key]" });
});

test.skipIf(inBrowser)("does not show a key that reading a location restores", async () => {
  const key = "sk-live-0123456789abcdef";
  const server = await serve(redirect(302, `https://sk-live-01\u00ad23456789abcdef.example`));
  const error = await failure(clientFor(server, { apiKey: key }).kyc.financialLimits("a"));
  expectNoKey(printAll(error), key, "the error");
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

test("does not show a key in the data of an error, however large it is", async () => {
  const odd = `q"uo\\te/${secret}`;
  const notes = [odd, encodeURIComponent(odd)];
  const pad = "\\n%2541\\\\n".repeat(25_000);
  const server = await serve(json({ limits: 1, notes, pad }));
  const error = await failure(clientFor(server, { apiKey: odd }).kyc.financialLimits("a"));
  expect(error).toMatchObject({ data: { limits: 1, notes: ["[api key]", "[api key]"], pad } });
});

test("keeps the start of a long text that a custom fetch throws, without the key", async () => {
  const fetch = async (request: Request) => {
    throw new TypeError(`${request.headers.get("x-api-key")} ${"x".repeat(100_000)}`);
  };
  const { client, events } = createRecordingClient("https://api.example.com", { fetch });
  const error = await failure(client.kyc.financialLimits("a"));
  expectNoKey(printAll([error, events]), secret, "the error");
  expect((error as { cause: Error }).cause.message).toHaveLength(2_000);
});

test("returns the response unredacted that drifts, and redacts the events", async () => {
  const body = { limits: [], identityId: [secret] };
  const server = await serve(json(body));
  const { client, events } = createRecordingClient(server.url, {});
  expect(await client.kyc.financialLimits("a")).toEqual(body);
  expectNoKey(printAll(events), secret, "the events");
});
