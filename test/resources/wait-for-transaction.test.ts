import { describe, expect, test } from "vitest";
import { AbortedError, TimeoutError, WaitTimeoutError } from "../../src/errors/transport.js";
import type { WaitOptions } from "../../src/http/poll.js";
import { clientFor, envelope, failure, hash, secret, transaction, wallet } from "../http/kit.js";
import { after, html, json, type Loopback, type Reply, reset, serve, stall, until } from "../support/loopback.js";

const seen = (status: string, more: Record<string, unknown> = { userOperationHash: hash }) =>
  json({ transactions: [transaction("tx_1", { status, ...more })], nextLastId: null });
type Options = Pick<WaitOptions<unknown>, "timeout" | "interval" | "maxInterval" | "signal">;

const nothing = json({ transactions: [] });

function wait(server: Loopback, options: Options = {}) {
  return clientFor(server).wallets.waitForTransaction(wallet, { userOperationHash: hash }, { interval: 2, maxInterval: 4, ...options });
}

describe("waiting for a transaction", () => {
  test.each(["COMPLETED", "FAILED", "PARTIALLY_COMPLETED"])("ends at %s", async (status) => {
    const server = await serve([seen("PROCESSING"), seen(status), seen("PROCESSING")]);
    expect(await wait(server)).toMatchObject({ id: "tx_1", status });
    expect(server.requests).toHaveLength(2);
  });

  test("goes on at every other status, the unknown ones too", async () => {
    const server = await serve([
      nothing,
      seen("PROCESSING"),
      seen("ON_BRIDGE"),
      seen("LOOKED_AT_TWICE"),
      seen("completed"),
      seen("COMPLETED"),
    ]);
    expect((await wait(server)).status).toBe("COMPLETED");
    expect(server.requests).toHaveLength(6);
  });

  test("asks the history for exactly this hash", async () => {
    const server = await serve(seen("COMPLETED"));
    await wait(server);
    expect(server.requests[0]?.path).toBe(`/api/v1/wallets/${wallet}/history`);
    expect(server.requests[0]?.query.get("userOperationHash")).toBe(hash);
    expect(server.requests[0]?.headers["x-api-key"]).toBe(secret);
  });

  test("takes no transaction with another hash for this one", async () => {
    const other = transaction("tx_0", { userOperationHash: `0x${"99".repeat(32)}`, status: "COMPLETED" });
    const mine = transaction("tx_1", { userOperationHash: hash.toUpperCase().replace("0X", "0x"), status: "FAILED" });
    const server = await serve([json({ transactions: [other] }), json({ transactions: [other, mine] })]);
    expect(await wait(server)).toMatchObject({ id: "tx_1", status: "FAILED" });
  });

  test("takes no final transaction without a hash for this one", async () => {
    const server = await serve([seen("COMPLETED", {}), seen("FAILED")]);
    expect(await wait(server)).toMatchObject({ status: "FAILED", userOperationHash: hash });
  });

  test("asks nothing without a hash, because an empty filter would find any transaction", async () => {
    const server = await serve(seen("COMPLETED", {}));
    const { wallets } = clientFor(server);
    for (const subject of [{ userOperationHash: "" as typeof hash }, {} as { userOperationHash: typeof hash }]) {
      expect(await failure(wallets.waitForTransaction(wallet, subject))).toMatchObject({
        kind: "request_validation",
        issues: [{ path: ["userOperationHash"] }],
      });
    }
    expect(server.requests).toHaveLength(0);
  });

  test("knows a transaction by the filter, while it holds no hash", async () => {
    const server = await serve([seen("PROCESSING", {}), seen("COMPLETED")]);
    const progress: (string | undefined)[] = [];
    const client = clientFor(server);
    await client.wallets.waitForTransaction(
      wallet,
      { userOperationHash: hash },
      { interval: 1, onProgress: ({ status }) => progress.push(status) },
    );
    expect(progress).toEqual(["PROCESSING", "COMPLETED"]);
  });

  test.each([
    ["503", html(503)],
    ["a crash", json(envelope("INTERNAL_SERVER_ERROR"), 500)],
    ["408", json({}, 408)],
    ["429", json({}, 429)],
    ["a reset", reset],
    ["a page with 200", html(200)],
    ["an empty answer", ({ response }: { response: { end(): void } }) => response.end()],
  ] as [string, Reply][])("survives %s", async (_, fault) => {
    const server = await serve([fault, fault, fault, fault, fault, seen("COMPLETED")]);
    expect((await wait(server)).status).toBe("COMPLETED");
    expect(server.requests).toHaveLength(6);
  });

  test("survives a look that takes too long", async () => {
    const server = await serve([stall, seen("COMPLETED")]);
    const client = clientFor(server, { timeout: 30 });
    expect((await client.wallets.waitForTransaction(wallet, { userOperationHash: hash }, { interval: 1 })).status).toBe("COMPLETED");
  });

  test.each([
    [400, "BAD_REQUEST"],
    [401, "UNAUTHORIZED_EXCEPTION"],
    [403, "UNAVAILABLE_COMPUTE_UNITS"],
    [404, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"],
  ])("ends at once at %i", async (status, id) => {
    const server = await serve(json(envelope(id), status));
    expect(await failure(wait(server))).toMatchObject({ status, id });
    expect(server.requests).toHaveLength(1);
  });

  test("tells its progress", async () => {
    const server = await serve([nothing, html(503), seen("ON_BRIDGE"), seen("COMPLETED")]);
    const told: unknown[] = [];
    const client = clientFor(server);
    await client.wallets.waitForTransaction(
      wallet,
      { userOperationHash: hash },
      { interval: 1, onProgress: ({ status, record, elapsed }) => told.push([status, record?.id, elapsed >= 0]) },
    );
    expect(told).toEqual([
      [undefined, undefined, true],
      ["ON_BRIDGE", "tx_1", true],
      ["COMPLETED", "tx_1", true],
    ]);
  });

  test("looks less and less often, down to the longest pause", async () => {
    const server = await serve(({ index, ...exchange }) => seen(index < 7 ? "PROCESSING" : "COMPLETED")({ index, ...exchange }));
    await wait(server, { interval: 20, maxInterval: 45 });
    const gaps = server.requests.slice(1).map((request, i) => request.at - (server.requests[i]?.at ?? 0));
    expect(gaps[0]).toBeGreaterThanOrEqual(18);
    expect(gaps[1]).toBeGreaterThanOrEqual(28);
    expect(gaps[2]).toBeGreaterThanOrEqual(43);
    expect(Math.max(...gaps)).toBeLessThan(1_000);
  });
});

describe("when the time is up", () => {
  test("the error has the hash, the last status, and says not to submit again", async () => {
    const server = await serve([nothing, seen("ON_BRIDGE"), html(503)]);
    const error = await failure(wait(server, { timeout: 500 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      kind: "timeout",
      scope: "wait",
      operation: "wallets.waitForTransaction",
      timeout: 500,
      subject: hash,
      lastStatus: "ON_BRIDGE",
      alreadySubmitted: true,
      lastError: { name: "ServerError", status: 503 },
    });
    expect((error as Error).message).toMatch(/do not submit it again/);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ subject: hash, lastError: { name: "ServerError" } });
  });

  test("a record that never showed up has no status, and an answered last look leaves no error", async () => {
    const server = await serve([html(503), nothing]);
    const error = await failure(wait(server, { timeout: 400, interval: 40, maxInterval: 40 }));
    expect(error).toMatchObject({ name: "WaitTimeoutError", lastStatus: undefined, lastError: undefined });
    expect((error as Error).message).toMatch(/not shown up/);
  });

  test("a look under way is ended", async () => {
    const server = await serve(stall);
    const begun = performance.now();
    expect(await failure(wait(server, { timeout: 60 }))).toBeInstanceOf(WaitTimeoutError);
    expect(performance.now() - begun).toBeLessThan(500);
    await server.idle();
  });

  test("a wait that is shorter than its pause looks more than once all the same", async () => {
    const server = await serve([nothing, seen("COMPLETED")]);
    expect((await wait(server, { timeout: 200, interval: 60_000, maxInterval: 60_000 })).status).toBe("COMPLETED");
  });

  test("the error does not come long before it", async () => {
    const server = await serve(nothing);
    const begun = performance.now();
    await failure(wait(server, { timeout: 200, interval: 150, maxInterval: 150 }));
    expect(performance.now() - begun).toBeGreaterThan(140);
    expect(performance.now() - begun).toBeLessThan(400);
  });
});

describe("an abort ends the wait at once", () => {
  test.each([
    ["during a look", stall, {}],
    ["between two looks", nothing, { interval: 60_000, maxInterval: 60_000 }],
  ] as [string, Reply, Options][])("%s", async (_, reply, options) => {
    const server = await serve(reply);
    const controller = new AbortController();
    const begun = performance.now();
    const call = failure(wait(server, { ...options, signal: controller.signal }));
    await until(() => server.requests.length === 1, "the first look");
    await new Promise((resolve) => setTimeout(resolve, 15));
    controller.abort("left");
    const error = await call;
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as AbortedError).reason).toBe("left");
    expect(performance.now() - begun).toBeLessThan(500);
    expect(server.requests).toHaveLength(1);
    await server.idle();
  });

  test("before it begins, and then nothing is sent", async () => {
    const server = await serve(after(5, nothing));
    expect(await failure(wait(server, { signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
    expect(server.requests).toHaveLength(0);
  });
});
