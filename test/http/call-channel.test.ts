// The channel is only in Node, from 20.16.

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { EndEvent, TracedCall } from "../../src/index.js";
import { drained } from "../support/drained.js";
import { after, html, json, reset, serve, stall, until } from "../support/loopback.js";
import { clientFor, envelope, failure, hash, limits, secret, signature } from "./test-client.js";
import { fetchInMemory } from "./time-control.js";
import { expectNoKey, printAll } from "./wire/secret-checks.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const channel = tracingChannel<TracedCall, TracedCall>("bursar:call");
const names = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
const signed = { userOperationHash: hash, signature };
const path = "/api/v1/kyc/identities/{identityId}/financial-limits";
const read = {
  operation: "kyc.financialLimits",
  effect: "read",
  "url.template": path,
  "http.request.method": "GET",
};

/** Records the events of the channel during one test, each with a copy of its context. */
function subscribeToCalls() {
  const events: { name: (typeof names)[number]; context: TracedCall; copy: TracedCall }[] = [];
  const note = (name: (typeof names)[number]) => (context: TracedCall) => {
    events.push({ name, context, copy: { ...context } });
  };
  const subscribers = {
    start: note("start"),
    end: note("end"),
    asyncStart: note("asyncStart"),
    asyncEnd: note("asyncEnd"),
    error: note("error"),
  };
  channel.subscribe(subscribers);
  onTestFinished(() => void channel.unsubscribe(subscribers));
  return {
    events,
    namesOf: () => events.map(({ name }) => name),
    ends: () => events.filter(({ name }) => name === "asyncEnd").map(({ copy }) => copy),
  };
}

describe("a subscriber of bursar:call gets", () => {
  test("the events of tracePromise for a success, with one context", async () => {
    const { events, namesOf, ends } = subscribeToCalls();
    const server = await serve([html(503), json(limits, 200, { "trace-id": "t1" })]);
    expect(await clientFor(server).kyc.financialLimits("ind_1")).toEqual(limits);
    expect(namesOf()).toEqual(["start", "end", "asyncStart", "asyncEnd"]);
    expect(new Set(events.map(({ context }) => context)).size).toBe(1);
    expect(events[0]?.copy).toEqual({ operation: "kyc.financialLimits" });
    expect(ends()).toEqual([
      {
        ...read,
        outcome: "success",
        "http.response.status_code": 200,
        "http.request.resend_count": 1,
        traceId: "t1",
      },
    ]);
    expect(Object.keys(ends()[0] ?? {})).not.toContain("error");
  });

  test("the error that the caller gets, before the end", async () => {
    const { events, namesOf } = subscribeToCalls();
    const server = await serve(json(envelope("A"), 400, { "trace-id": "t1" }));
    const error = await failure(clientFor(server).operations.execute(signed));
    expect(namesOf()).toEqual(["start", "end", "error", "asyncStart", "asyncEnd"]);
    for (const { copy } of events.slice(2)) {
      expect(copy).toMatchObject({
        operation: "operations.execute",
        effect: "write",
        outcome: "none",
        "http.request.method": "POST",
        "http.response.status_code": 400,
        "http.request.resend_count": 0,
        "error.type": "ApiError",
        traceId: "t1",
      });
      expect(copy.error).toBe(error);
    }
  });

  test("an unknown outcome, without the status of an earlier attempt", async () => {
    const { ends } = subscribeToCalls();
    const server = await serve(reset);
    await failure(clientFor(server).operations.execute(signed));
    expect(ends()).toMatchObject([{ outcome: "unknown", "error.type": "OutcomeUnknownError" }]);
    expect(ends()[0]?.["http.response.status_code"]).toBeUndefined();
  });

  test("no status if the last attempt had no response", async () => {
    const { ends } = subscribeToCalls();
    const server = await serve([html(503), reset, reset]);
    await failure(clientFor(server).kyc.financialLimits("a"));
    expect(ends()).toMatchObject([{ "http.request.resend_count": 2, outcome: "none" }]);
    expect(ends()[0]?.["http.response.status_code"]).toBeUndefined();
  });

  test("every call that onEnd gets, with the same data", async () => {
    const { ends } = subscribeToCalls();
    const hooked: EndEvent[] = [];
    const onEnd = (event: EndEvent) => void hooked.push(event);
    const server = await serve(json(limits));
    const client = clientFor(server, { hooks: { onEnd } });
    const aborted = { signal: AbortSignal.abort() };
    await client.kyc.financialLimits("a");
    await failure(client.kyc.financialLimits(""));
    await failure(client.kyc.financialLimits("a", { timeout: -1 }));
    await failure(client.kyc.financialLimits("a", aborted));
    await client.request({ method: "GET", path: "/api/v1/x" });
    await failure(client.request({ method: "GET", path: "no path" as never }));
    await failure(client.kyc.uploadDocument({ url: server.url, fields: {} }, new Blob([])));
    await client.kyc.uploadDocument({ url: server.url, fields: {} }, new Blob(["x"]));
    const fields = ({ operation, effect, outcome, error }: EndEvent | TracedCall) => ({
      operation,
      effect,
      outcome,
      error,
    });
    expect(hooked).toHaveLength(8);
    expect(ends().map(fields)).toEqual(hooked.map(fields));
    expect(ends().map((call) => call["http.request.resend_count"])).toEqual(Array(8).fill(0));
    expect(ends()[7]).toMatchObject({
      "http.response.status_code": 200,
      "http.request.method": "POST",
    });
  });

  test("each caller of a shared read", async () => {
    const { ends } = subscribeToCalls();
    const server = await serve(after(10, json(limits, 200, { "trace-id": "t1" })));
    const client = clientFor(server, { dedupe: true });
    await Promise.all([1, 2, 3].map(() => client.kyc.financialLimits("a")));
    expect(await drained(server)).toHaveLength(1);
    expect(ends()).toEqual(
      Array(3).fill(expect.objectContaining({ ...read, outcome: "success", traceId: "t1" })),
    );
    expect(ends().filter((call) => call["http.response.status_code"] === 200)).toHaveLength(1);
  });

  test("a call that was aborted after it was sent", async () => {
    const { ends } = subscribeToCalls();
    const server = await serve(stall);
    const controller = new AbortController();
    const { signal } = controller;
    const call = failure(clientFor(server).operations.execute(signed, { signal }));
    await until(() => server.requests.length === 1, "the request");
    expect(ends()).toEqual([]);
    controller.abort();
    const error = await call;
    expect(ends()).toMatchObject([{ outcome: "unknown", "error.type": "AbortedError" }]);
    expect(ends()[0]?.error).toBe(error);
  });

  // test/properties/redaction.test.ts has the other places.
  test("no key if the service repeats it in the trace id of a success", async () => {
    const { events } = subscribeToCalls();
    const client = clientFor(await serve(json(limits, 200, { "trace-id": secret })));
    await client.kyc.financialLimits("ind_1");
    expect(events).toHaveLength(4);
    expectNoKey(printAll(events), secret, "the events of the channel");
  });

  test("no id and no URL of an upload", async () => {
    const { ends } = subscribeToCalls();
    const server = await serve(json(limits));
    const target = { url: `${server.url}/bucket?token=topsecret`, fields: { policy: "topsecret" } };
    const client = clientFor(server);
    await client.kyc.uploadDocument(target, new Blob(["x"]));
    await client.kyc.financialLimits("topsecret");
    expect(ends()).toHaveLength(2);
    expect(printAll(ends())).not.toContain("topsecret");
  });
});

describe("the call runs in the store that start binds", () => {
  const stores = new AsyncLocalStorage<TracedCall>();

  function bind() {
    channel.start.bindStore(stores, (context) => context as TracedCall);
    onTestFinished(() => void channel.start.unbindStore(stores));
  }

  test("with its hooks, its key function and its retries, but not the caller", async () => {
    bind();
    const seen: unknown[] = [];
    const note = () => void seen.push(stores.getStore()?.operation);
    const replies = [new Response("", { status: 503 }), Response.json(limits)].map(
      (reply) => () => {
        note();
        return reply;
      },
    );
    const { url, fetch } = fetchInMemory(...replies);
    const apiKey = () => {
      note();
      return secret;
    };
    const hooks = { onRequest: note, onRetry: note, onEnd: note };
    await clientFor({ url }, { fetch, apiKey, hooks }).kyc.financialLimits("a");
    expect(seen).toEqual(Array(8).fill("kyc.financialLimits"));
    expect(stores.getStore()).toBeUndefined();
  });

  test("with the requests of Node's own fetch", async () => {
    bind();
    const seen: unknown[] = [];
    const note = () => void seen.push(stores.getStore()?.operation);
    subscribe("undici:request:create", note);
    onTestFinished(() => void unsubscribe("undici:request:create", note));
    const server = await serve([html(503), json(limits)]);
    await clientFor(server).kyc.financialLimits("a");
    expect(seen).toEqual(Array(2).fill("kyc.financialLimits"));
  });
});

test("a subscriber that freezes or breaks the context does not affect the call", async () => {
  const freeze = (context: unknown) => void Object.freeze(context);
  channel.start.subscribe(freeze);
  onTestFinished(() => void channel.start.unsubscribe(freeze));
  const client = clientFor(await serve([json(limits), json(envelope("A"), 400)]));
  expect(await client.kyc.financialLimits("a")).toEqual(limits);
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({ id: "A" });
});

test("the stack of an error contains the caller's frame while the channel is used", async () => {
  subscribeToCalls();
  const client = clientFor(await serve(json(envelope("A"), 400)));
  async function namedCaller(): Promise<unknown> {
    return await client.kyc.financialLimits("a");
  }
  expect(((await failure(namedCaller())) as Error).stack).toContain("namedCaller");
});

test.each<[string, object | undefined]>([
  ["no process", undefined],
  ["a process without built-in modules", { env: {} }],
  ["a module without tracing channels", { env: {}, getBuiltinModule: () => ({}) }],
  ["no such module", { env: {}, getBuiltinModule: () => undefined }],
  [
    "a tracing channel that does not count its subscribers",
    { env: {}, getBuiltinModule: () => ({ tracingChannel: () => ({}) }) },
  ],
  [
    "a process that throws",
    {
      env: {},
      getBuiltinModule: () => {
        throw new Error("not supported");
      },
    },
  ],
])("calls work in a runtime with %s", async (_, process) => {
  const { events } = subscribeToCalls();
  const { url, fetch } = fetchInMemory(() => Response.json(limits));
  vi.stubGlobal("process", process);
  const client = clientFor({ url }, { fetch });
  expect(await client.kyc.financialLimits("a")).toEqual(limits);
  vi.unstubAllGlobals();
  expect(events).toEqual([]);
});

test("a client finds subscribers that come after it", async () => {
  const client = clientFor(await serve(json(limits)));
  await client.kyc.financialLimits("a");
  const { ends } = subscribeToCalls();
  await client.kyc.financialLimits("a");
  expect(ends()).toMatchObject([read]);
});
