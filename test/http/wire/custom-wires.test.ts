import { describe, expect, test } from "vitest";
import type { Wire, WireResponse } from "../../../src/index.js";
import { fetchWire, OutcomeUnknownError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { inBrowser } from "../../support/in-browser.js";
import { until } from "../../support/waiting.js";
import { clientFor, failure, hash, limits, secret, signature } from "../test-client.js";

const server = { url: "https://api.example.com" };
const signed = { userOperationHash: hash, signature };
const queued = JSON.stringify({ userOperationHash: hash });

const respondWith =
  (response: unknown): Wire =>
  async () =>
    response as WireResponse;

test("a wire gets the whole request, once", async () => {
  const requests: Parameters<Wire>[0][] = [];
  const wire: Wire = async (request) => {
    requests.push(request);
    return { status: 202, headers: { "trace-id": "t_1" }, text: queued };
  };
  const call = clientFor(server, { wire }).operations.execute(signed).withResponse();
  const { data, response, traceId } = await call;
  expect(data).toEqual(JSON.parse(queued));
  expect([response.status, response.headers.get("trace-id"), traceId]).toEqual([202, "t_1", "t_1"]);
  expect(await drained({ requests })).toHaveLength(1);
  const { signal, ...sent } = requests[0] as Parameters<Wire>[0];
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(sent).toEqual({
    url: `${server.url}/api/v1/crypto/execute-user-op`,
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-api-key": secret,
    },
    body: JSON.stringify(signed),
    maxBytes: 32_000_000,
  });
});

describe("what a wire returns in place of a response is no success", () => {
  test.each([
    ["nothing", undefined],
    ["no status", { headers: {}, text: queued }],
    ["a status that is no number", { status: "200", headers: {}, text: queued }],
    ["NaN", { status: Number.NaN, headers: {}, text: queued }],
    ["the status of a network error", { status: 0, headers: {}, text: "" }],
    ["an interim status", { status: 101, headers: {}, text: "" }],
    ["no text", { status: 200, headers: {} }],
    ["no headers", { status: 200, text: queued }],
  ])("%s", async (_, response) => {
    const client = clientFor(server, { wire: respondWith(response) });
    const error = await failure(client.operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).cause).toMatchObject({ kind: "connection" });
  });
});

test("a redirect that the wire followed or hid is an error", async () => {
  for (const status of [0, 200]) {
    const wire = respondWith({ status, headers: {}, text: queued, isRedirected: true });
    const client = clientFor(server, { wire });
    const error = await failure(client.operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).cause).toMatchObject({ name: "RedirectError" });
  }
});

test("a redirect that the fetch of fetchWire has hidden is an error", async () => {
  const hidden = { status: 0, type: "opaqueredirect", redirected: false, headers: new Headers() };
  const wire = fetchWire(async () => ({ ...hidden, body: null, text: async () => "" }));
  const error = await failure(clientFor(server, { wire }).kyc.financialLimits("a"));
  expect(error).toMatchObject({ name: "RedirectError", location: undefined });
});

test("a wire that waits before it reads its signal sees that the call was aborted", async () => {
  const stop = new AbortController();
  const steps: unknown[] = [];
  let goOn = () => {};
  const wire: Wire = async (request) => {
    steps.push("called");
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    steps.push(request.signal.aborted);
    throw request.signal.reason;
  };
  const call = clientFor(server, { wire }).operations.execute(signed, { signal: stop.signal });
  const error = failure(call);
  await until(() => steps.length === 1, "the wire");
  stop.abort();
  expect(await error).toMatchObject({ name: "AbortedError", outcome: "unknown" });
  goOn();
  await until(() => steps.length === 2, "the end of the wire");
  expect(steps).toEqual(["called", true]);
});

test("a header that a Headers object cannot have is left out of the response", async () => {
  const headers = { "x-name": "\u4e2d", "trace-id": "t_1", "content-type": "application/json" };
  const wire = respondWith({ status: 200, headers, text: JSON.stringify(limits) });
  const result = await clientFor(server, { wire }).kyc.financialLimits("a").safe();
  expect(result).toMatchObject({ ok: true, traceId: "t_1" });
  const read = (name: string) => result.ok && result.response.headers.get(name);
  expect(["x-name", "trace-id"].map(read)).toEqual([null, "t_1"]);
});

test("the error of a wire is not passed on, and proves nothing", async () => {
  const wire: Wire = async ({ headers }) => {
    throw Object.assign(new TypeError(`key ${headers["x-api-key"]}`), { code: "ECONNREFUSED" });
  };
  const error = await failure(clientFor(server, { wire }).operations.execute(signed));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(JSON.stringify(error)).not.toContain(secret);
});

test.skipIf(inBrowser)("a signal that is none rejects the call and leaves no timer", async () => {
  const wire = respondWith({ status: 200, headers: {}, text: JSON.stringify(limits) });
  const client = clientFor(server, { wire });
  const countTimers = () =>
    process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = countTimers();
  const options = { signal: new AbortController() as never };
  await failure(client.kyc.financialLimits("a", options));
  expect(countTimers()).toBe(before);
});
