import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import type { StandardSchemaV1 } from "../../../src/http/validation/standard-schema.js";
import { drained } from "../../support/drained.js";
import {
  after,
  holdReply,
  html,
  json,
  type Reply,
  serve,
  stall,
  takeTurn,
  until,
} from "../../support/loopback.js";
import {
  clientFor,
  failure,
  hash,
  limits,
  noQuotes,
  signature,
  swapRequest,
  transaction,
  wallet,
} from "../test-client.js";
import {
  fakeTime,
  fetchInMemory,
  never,
  passTime,
  passTimeUntil,
  watchEnd,
} from "../time-control.js";

const slow = (reply: Reply = json(limits)) => after(10, reply);
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe("with dedupe", () => {
  test("sends one request for fifty identical concurrent reads", async () => {
    const server = await serve(slow());
    const client = clientFor(server, { dedupe: true });
    expect(await Promise.all(times(50, () => client.kyc.financialLimits("a")))).toEqual(
      times(50, () => limits),
    );
    expect(await drained(server)).toHaveLength(1);
  });

  test("gives each caller lists of its own, and the details of the response", async () => {
    const row = transaction("tx_1");
    const page = { transactions: [row], nextLastId: null };
    const server = await serve(slow(json(page, 200, { "trace-id": "t1" })));
    const client = clientFor(server, { dedupe: true });
    const start = () => client.wallets.history(wallet).withResponse();
    const [first, second, third] = await Promise.all([start(), start(), start()]);
    expect(await drained(server)).toHaveLength(1);
    const [one, two, three] = [first, second, third].map(({ data }) => data.items as object[]);
    one?.splice(0);
    expect([two, three]).toEqual([[row], [row]]);
    two?.push({});
    expect([one, three]).toEqual([[], [row]]);
    for (const { response, traceId } of [first, second, third])
      expect([response.status, traceId]).toEqual([200, "t1"]);
  });

  test("shares only identical reads", async () => {
    const server = await serve(slow(json({ transactions: [] })));
    const client = clientFor(server, { dedupe: true });
    await Promise.all([
      client.wallets.history(wallet).firstPage(),
      client.wallets.history(wallet).firstPage(),
      client.wallets.history(wallet, { take: 5 }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { headers: { "x-a": "1" } }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { headers: { "x-a": "2" } }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { validation: "off" }).firstPage(),
      // Its response may be compared with less of the request.
      client.wallets.history(wallet, { take: 5 }, { requestValidation: "off" }).firstPage(),
      client.wallets.history(`${wallet.slice(0, -1)}2`).firstPage(),
    ]);
    expect(await drained(server)).toHaveLength(7);
  });

  test("shares no session in another language", async () => {
    const server = await serve(slow(json({ session: { id: "s_1", status: "PENDING" } })));
    const { standard } = clientFor(server, { dedupe: true }).kyc.individual;
    const languages = ["en", "pt", "en"];
    await Promise.all(languages.map((language) => standard.get("s_1", { language })));
    const sent = (await drained(server)).map(({ headers }) => headers["x-language"]);
    expect(sent.sort()).toEqual(["en", "pt"]);
  });

  test("shares no custom request: each has its own schema", async () => {
    const server = await serve(slow(json({ a: 1 })));
    const { request } = clientFor(server, { dedupe: true });
    const read = (name: string) => {
      const validate = (value: unknown) => ({ value: { [name]: value } });
      const response: StandardSchemaV1 = { "~standard": { version: 1, vendor: "test", validate } };
      return request({ method: "GET", path: "/x", response });
    };
    expect(await Promise.all([read("first"), read("second")])).toEqual([
      { first: { a: 1 } },
      { second: { a: 1 } },
    ]);
    expect(await drained(server)).toHaveLength(2);
  });

  test("shares nothing between two clients", async () => {
    const server = await serve(slow());
    await Promise.all(times(2, () => clientFor(server, { dedupe: true }).kyc.financialLimits("a")));
    expect(await drained(server)).toHaveLength(2);
  });

  test("limits a caller to its own timeout", async () => {
    const server = await serve(stall);
    const client = clientFor(server, { dedupe: true, timeout: 100_000 });
    const controller = new AbortController();
    const patient = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    expect(await failure(client.kyc.financialLimits("a", { timeout: 30 }))).toMatchObject({
      name: "TimeoutError",
      timeout: 30,
    });
    controller.abort();
    await patient;
  });

  test("never shares reads with different keys", async () => {
    const server = await serve(
      after(20, ({ request, ...exchange }) =>
        json({ limits: [], key: request.headers["x-api-key"] })({ request, ...exchange }),
      ),
    );
    const keys = ["key-of-ana", "key-of-ben", "key-of-ana", "key-of-ben"];
    let called = 0;
    const client = clientFor(server, {
      dedupe: true,
      apiKey: async () => keys[called++] as string,
    });
    const responses = await Promise.all(keys.map(() => client.kyc.financialLimits("a")));
    expect(responses.map((response) => (response as { key?: string }).key)).toEqual(keys);
    expect((await drained(server)).map(({ headers }) => headers["x-api-key"]).sort()).toEqual([
      "key-of-ana",
      "key-of-ben",
    ]);
    expect(called).toBe(4);
  });

  test("limits a later caller to its own total timeout, including the key function", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(never);
    const apiKey = vi.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 600, "key")));
    const client = clientFor({ url }, { fetch, dedupe: true, apiKey, totalTimeout: 800 });
    // Both are handled at once: the second may reject while the first is awaited.
    const calls = [1, 2].map(() => failure(client.kyc.financialLimits("a")));
    const states = calls.map(watchEnd);
    await until(() => apiKey.mock.calls.length === 2, "the key functions");
    await passTime(600);
    await until(() => requests.length === 1, "the request");
    await passTime(199);
    expect(states.map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
    await passTime(1);
    for (const call of calls) {
      expect(await call).toMatchObject({ name: "TimeoutError", timeout: 800, scope: "total" });
    }
    expect(await drained({ requests })).toHaveLength(1);
  });

  test("gives a late caller its whole total timeout, and the first one no more than its own", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(never);
    const client = clientFor({ url }, { fetch, dedupe: true, totalTimeout: 1_000 });
    const first = failure(client.kyc.financialLimits("a"));
    await until(() => requests.length === 1, "the request");
    await passTime(900);
    const late = failure(client.kyc.financialLimits("a"));
    const [firstState, lateState] = [watchEnd(first), watchEnd(late)];
    await takeTurn();
    await passTime(100);
    expect(await first).toMatchObject({ name: "TimeoutError", scope: "total" });
    await passTime(899);
    expect([firstState.hasEnded, lateState.hasEnded]).toEqual([true, false]);
    await passTime(1);
    expect(await late).toMatchObject({ name: "TimeoutError", scope: "total" });
    expect(await drained({ requests })).toHaveLength(1);
  });

  test("retries within the whole total timeout of a late caller", async () => {
    fakeTime();
    let fail = (_response: Response): void => {};
    const unavailable = () => new Promise<Response>((resolve) => (fail = resolve));
    const { url, fetch, requests } = fetchInMemory(unavailable, () => Response.json(limits));
    const client = clientFor({ url }, { fetch, dedupe: true, totalTimeout: 1_000 });
    const first = failure(client.kyc.financialLimits("a"));
    await until(() => requests.length === 1, "the request");
    await passTime(900);
    const late = client.kyc.financialLimits("a");
    await takeTurn();
    // Later than the first caller waits.
    fail(Response.json({}, { status: 503, headers: { "retry-after": "0.5" } }));
    await passTimeUntil(() => requests.length === 2, "the second request", 50);
    expect(await late).toEqual(limits);
    expect(await first).toMatchObject({ outcome: "none" });
  });

  test("never shares writes and quotes", async () => {
    const server = await serve(slow(json(noQuotes)));
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(3, () => client.swap.quote(swapRequest)));
    expect(await drained(server)).toHaveLength(3);
    const queue = await serve(slow(json({ userOperationHash: hash }, 202)));
    const writer = clientFor(queue, { dedupe: true });
    await Promise.all(
      times(3, () =>
        writer.operations.execute({ userOperationHash: hash, signature }, { dedupe: true }),
      ),
    );
    expect(await drained(queue)).toHaveLength(3);
  });

  test("continues for other callers when one aborts", async () => {
    const { reply, release } = holdReply(json(limits));
    const server = await serve(reply);
    const client = clientFor(server, { dedupe: true });
    const controller = new AbortController();
    const leaver = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    const others = times(3, () => client.kyc.financialLimits("a"));
    await until(() => server.requests.length === 1, "the request");
    controller.abort("left");
    const error = await leaver;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ reason: "left", sent: true });
    release();
    expect(await Promise.all(others)).toEqual(times(3, () => limits));
    expect(await drained(server)).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  test("aborts the request when the last caller aborts", async () => {
    const server = await serve([stall, json(limits)]);
    const client = clientFor(server, { dedupe: true });
    const controllers = times(3, () => new AbortController());
    const calls = controllers.map(({ signal }) =>
      failure(client.kyc.financialLimits("a", { signal })),
    );
    await until(() => server.requests.length === 1, "the request");
    for (const i of [0, 1]) {
      controllers[i]?.abort();
      expect(await calls[i]).toBeInstanceOf(AbortedError);
    }
    // In Node, the server would notice a closed connection before this request.
    await client.kyc.financialLimits("b");
    expect(server.abandoned).toBe(0);
    controllers[2]?.abort();
    expect(await calls[2]).toBeInstanceOf(AbortedError);
    await server.idle();
    expect(server.abandoned).toBe(1);
  });

  test("sends a new request after that", async () => {
    const server = await serve([stall, json(limits)]);
    const client = clientFor(server, { dedupe: true });
    const controller = new AbortController();
    const leaver = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
    expect(await leaver).toBeInstanceOf(AbortedError);
  });

  test("sends nothing if the signal is already aborted", async () => {
    const server = await serve(json(limits));
    const call = clientFor(server, { dedupe: true }).kyc.financialLimits("a", {
      signal: AbortSignal.abort(),
    });
    expect(await failure(call)).toMatchObject({ name: "AbortedError", sent: false });
    expect(await drained(server)).toHaveLength(0);
  });

  test("shares a failure, and sends the next call again", async () => {
    const server = await serve([slow(json({ id: "A" }, 400)), json(limits)]);
    const client = clientFor(server, { dedupe: true });
    const errors = await Promise.all(times(5, () => failure(client.kyc.financialLimits("a"))));
    for (const error of errors) expect(error).toMatchObject({ id: "A" });
    expect(await drained(server)).toHaveLength(1);
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
  });

  test("shares retries", async () => {
    const server = await serve([html(503), slow()]);
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(5, () => client.kyc.financialLimits("a")));
    expect(await drained(server)).toHaveLength(2);
  });

  test("caches nothing: a later call sends again", async () => {
    const server = await serve(json(limits));
    const client = clientFor(server, { dedupe: true });
    for (let i = 0; i < 3; i++) await client.kyc.financialLimits("a");
    expect(await drained(server)).toHaveLength(3);
  });

  test("shares the pages of listings", async () => {
    const server = await serve(slow(json({ transactions: [transaction("a")] })));
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(4, () => client.wallets.history(wallet).toArray({ limit: 9 })));
    expect(await drained(server)).toHaveLength(1);
  });
});

test("is off by default, and each call can turn it off", async () => {
  const server = await serve(slow());
  await Promise.all(times(3, () => clientFor(server).kyc.financialLimits("a")));
  expect(await drained(server)).toHaveLength(3);
  const client = clientFor(server, { dedupe: true });
  await Promise.all(times(3, () => client.kyc.financialLimits("a", { dedupe: false })));
  expect(await drained(server)).toHaveLength(6);
});
