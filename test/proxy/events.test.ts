import { expect, onTestFinished, test, vi } from "vitest";
import { decideOutcome } from "../../src/errors/outcome.js";
import { proxyErrors } from "../../src/proxy/index.js";
import { secret } from "../http/test-client.js";
import { openProxy, swap } from "./proxy-kit.js";

const quote = "/api/v1/crypto/swap";

test("lists every error id with its status and meaning", () => {
  for (const [id, { status, meaning }] of Object.entries(proxyErrors)) {
    expect(id).toMatch(/^(?:PROXY_[A-Z_]+|BAD_REQUEST)$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(meaning).not.toBe("");
  }
});

test("an event contains no name that the page chose", async () => {
  const { post, send, events } = openProxy();
  const account = `0x${"1".repeat(40)}`;
  await send(`/api/v1/crypto/tokens?${account}=1&page=x`);
  await post(quote, { ...swap, amountIn: 5, metadata: { "ana@example.com": {} }, [account]: 1 });
  const operations = [{ address: "x", [account]: 1 }];
  await post("/api/v1/crypto/custom-user-operation", { ...swap, operations });
  expect(events.map(({ issues }) => issues.map(({ path }) => path).sort())).toEqual([
    ["query.*", "query.page"],
    ["body.*", "body.amountIn", "body.metadata.*.*"],
    expect.arrayContaining(["body.operations[0].*", "body.operations[0].address"]),
  ]);
});

test("ignores errors of onResponse, and no event contains the key", async () => {
  const { post } = openProxy({
    onResponse: () => {
      throw new TypeError("full");
    },
  });
  expect((await post(quote, swap)).status).toBe(200);
  const later = openProxy({
    onResponse: (async () => {
      throw new TypeError("full");
    }) as never,
  });
  expect((await later.post(quote, swap)).status).toBe(200);
  const unreadable = openProxy({
    authorize: () => {
      throw Object.create(Error.prototype, {
        message: {
          get: () => {
            throw new TypeError("unreadable");
          },
        },
      });
    },
  });
  expect((await unreadable.post(quote, swap)).status).toBe(403);
  const failing = openProxy({
    authorize: () => {
      throw new TypeError(`key ${secret}`);
    },
  });
  await failing.post(quote, swap);
  expect(failing.events).toHaveLength(1);
  expect(JSON.stringify(failing.events)).not.toContain(secret);
});

test("emits an event for an error whose code throws when it is read", async () => {
  const { post, events } = openProxy({
    authorize: () => {
      throw Object.defineProperty(new TypeError("hidden"), "code", {
        get: () => {
          throw new RangeError("unreadable");
        },
      });
    },
  });
  expect((await post(quote, swap)).status).toBe(403);
  expect(events).toMatchObject([{ status: 403, error: { name: "TypeError", code: undefined } }]);
});

test.each([
  ["Error", "Error", "Error"],
  ["StoreError", "StoreError", "StoreError"],
  ["e.".repeat(32), "e.".repeat(32), "e.".repeat(32)],
  ["e".repeat(65), "Error", undefined],
  ["order 4711 failed", "Error", undefined],
  ["", "Error", undefined],
])("names an error called %j %s, with the code %s, in its event", async (name, expected, code) => {
  const { post, events } = openProxy({
    authorize: () => {
      throw Object.assign(new Error("hidden"), { name, code: name });
    },
  });
  expect((await post(quote, swap)).status).toBe(403);
  expect(events).toMatchObject([{ status: 403, error: { name: expected, code } }]);
});

test("an event has the call, the response and its time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { post, send, events } = openProxy({}, () => {
    vi.setSystemTime(Date.now() + 250);
    return Response.json({ ok: true }, { headers: { "trace-id": "t-1" } });
  });
  await post(quote, swap);
  await send("/api/v1/secrets/4711", { method: "DELETE" });
  const shared = { issues: [], error: undefined };
  expect(events).toEqual([
    {
      ...shared,
      operation: "swap.quote",
      method: "POST",
      path: quote,
      id: undefined,
      sent: true,
      outcome: "success",
      status: 200,
      traceId: "t-1",
      duration: 250,
    },
    {
      ...shared,
      operation: undefined,
      method: "DELETE",
      path: undefined,
      id: "PROXY_NOT_FOUND",
      sent: false,
      outcome: "none",
      status: 404,
      traceId: expect.stringMatching(/^proxy-/),
      duration: 0,
    },
  ]);
});

test.each(Object.entries(proxyErrors))(
  "the client concludes from the id %s what the proxy knows of a write",
  (id, { status, sent }) => {
    expect(decideOutcome("write", { id, status })).toBe(sent ? "unknown" : "none");
  },
);

test.each<[string, Parameters<typeof openProxy>[0], string]>([
  ["a request that was forwarded", {}, "success"],
  ["a request that was not allowed", { authorize: () => false }, "none"],
  ["a response of the hook", { authorize: () => new Response(null, { status: 401 }) }, "none"],
])("an event says what became of %s", async (_, options, outcome) => {
  const { post, events } = openProxy(options);
  await post(quote, swap);
  expect(events).toMatchObject([{ outcome }]);
});
