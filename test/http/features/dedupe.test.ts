import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { AbortedError, TimeoutError } from "../../../src/errors/connection.js";
import { after, html, json, type Reply, serve, stall, until } from "../../support/loopback.js";
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

const slow = (reply: Reply = json(limits)) => after(40, reply);
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe("with dedupe", () => {
  test("fifty identical reads in flight send one request, and all have its answer", async () => {
    const server = await serve(slow());
    const client = clientFor(server, { dedupe: true });
    expect(await Promise.all(times(50, () => client.kyc.financialLimits("a")))).toEqual(
      times(50, () => limits),
    );
    expect(server.requests).toHaveLength(1);
  });

  test("only what is identical is shared", async () => {
    const server = await serve(slow(json({ transactions: [] })));
    const client = clientFor(server, { dedupe: true });
    await Promise.all([
      client.wallets.history(wallet).firstPage(),
      client.wallets.history(wallet).firstPage(),
      client.wallets.history(wallet, { take: 5 }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { headers: { "x-a": "1" } }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { headers: { "x-a": "2" } }).firstPage(),
      client.wallets.history(wallet, { take: 5 }, { validation: "off" }).firstPage(),
      client.wallets.history(`${wallet.slice(0, -1)}2`).firstPage(),
    ]);
    expect(server.requests).toHaveLength(6);
  });

  test("nobody shares with another client", async () => {
    const server = await serve(slow());
    await Promise.all(times(2, () => clientFor(server, { dedupe: true }).kyc.financialLimits("a")));
    expect(server.requests).toHaveLength(2);
  });

  test("a caller with a timeout of its own waits no longer than that", async () => {
    const server = await serve(stall);
    const client = clientFor(server, { dedupe: true, timeout: 10_000 });
    const controller = new AbortController();
    const patient = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    const begun = performance.now();
    expect(await failure(client.kyc.financialLimits("a", { timeout: 30 }))).toBeInstanceOf(
      TimeoutError,
    );
    expect(performance.now() - begun).toBeLessThan(1_000);
    controller.abort();
    await patient;
  });

  test("reads with different keys are never shared, and each gets the response to its own key", async () => {
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
    const answers = await Promise.all(keys.map(() => client.kyc.financialLimits("a")));
    expect(answers.map((answer) => (answer as { key?: string }).key)).toEqual(keys);
    expect(server.requests.map(({ headers }) => headers["x-api-key"]).sort()).toEqual([
      "key-of-ana",
      "key-of-ben",
    ]);
    expect(called).toBe(4);
  });

  test("a caller who joins late is bounded by the own budget, the key function included", async () => {
    const server = await serve(stall);
    const apiKey = () => new Promise<string>((resolve) => setTimeout(resolve, 150, "key"));
    const client = clientFor(server, { dedupe: true, apiKey, totalTimeout: 200 });
    const startedAt = performance.now();
    // Both are handled at once: the second may reject while the first is awaited.
    const calls = [1, 2].map(() => failure(client.kyc.financialLimits("a")));
    for (const call of calls) {
      expect(await call).toMatchObject({
        name: "TimeoutError",
        timeout: 200,
        scope: "total",
      });
    }
    expect(performance.now() - startedAt).toBeLessThan(330);
  });

  test("writes and quotes are never shared", async () => {
    const server = await serve(slow(json(noQuotes)));
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(3, () => client.swap.quote(swapRequest)));
    expect(server.requests).toHaveLength(3);
    const queue = await serve(slow(json({ userOperationHash: hash }, 202)));
    const writer = clientFor(queue, { dedupe: true });
    await Promise.all(
      times(3, () =>
        writer.operations.execute({ userOperationHash: hash, signature }, { dedupe: true }),
      ),
    );
    expect(queue.requests).toHaveLength(3);
  });

  test("one caller who leaves does not trouble the others", async () => {
    const server = await serve(slow());
    const client = clientFor(server, { dedupe: true });
    const controller = new AbortController();
    const leaver = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    const others = times(3, () => client.kyc.financialLimits("a"));
    await until(() => server.requests.length === 1, "the request");
    controller.abort("left");
    const error = await leaver;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ reason: "left", sent: true });
    expect(await Promise.all(others)).toEqual(times(3, () => limits));
    expect(server.requests).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  test("the request ends when the last one has left", async () => {
    const server = await serve(stall);
    const client = clientFor(server, { dedupe: true });
    const controllers = times(3, () => new AbortController());
    const calls = controllers.map(({ signal }) =>
      failure(client.kyc.financialLimits("a", { signal })),
    );
    await until(() => server.requests.length === 1, "the request");
    controllers[0]?.abort();
    controllers[1]?.abort();
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(server.busy).toBe(1);
    controllers[2]?.abort();
    for (const call of calls) expect(await call).toBeInstanceOf(AbortedError);
    await server.idle();
    expect(server.abandoned).toBe(1);
  });

  test("a new caller after that has a request of its own", async () => {
    const server = await serve([stall, json(limits)]);
    const client = clientFor(server, { dedupe: true });
    const controller = new AbortController();
    const leaver = failure(client.kyc.financialLimits("a", { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
    expect(await leaver).toBeInstanceOf(AbortedError);
  });

  test("a caller whose signal was aborted before sends nothing", async () => {
    const server = await serve(json(limits));
    const call = clientFor(server, { dedupe: true }).kyc.financialLimits("a", {
      signal: AbortSignal.abort(),
    });
    expect(await failure(call)).toMatchObject({ name: "AbortedError", sent: false });
    expect(server.requests).toHaveLength(0);
  });

  test("a failure is shared, and the next call sends again", async () => {
    const server = await serve([slow(json({ id: "A" }, 400)), json(limits)]);
    const client = clientFor(server, { dedupe: true });
    const errors = await Promise.all(times(5, () => failure(client.kyc.financialLimits("a"))));
    for (const error of errors) expect(error).toMatchObject({ id: "A" });
    expect(server.requests).toHaveLength(1);
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
  });

  test("retries are shared", async () => {
    const server = await serve([html(503), slow()]);
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(5, () => client.kyc.financialLimits("a")));
    expect(server.requests).toHaveLength(2);
  });

  test("nothing is kept: a call after the answer sends again", async () => {
    const server = await serve(json(limits));
    const client = clientFor(server, { dedupe: true });
    for (let i = 0; i < 3; i++) await client.kyc.financialLimits("a");
    expect(server.requests).toHaveLength(3);
  });

  test("listings share their pages", async () => {
    const server = await serve(slow(json({ transactions: [transaction("a")] })));
    const client = clientFor(server, { dedupe: true });
    await Promise.all(times(4, () => client.wallets.history(wallet).toArray({ limit: 9 })));
    expect(server.requests).toHaveLength(1);
  });
});

test("dedupe is off unless asked for, and a call decides for itself", async () => {
  const server = await serve(slow());
  await Promise.all(times(3, () => clientFor(server).kyc.financialLimits("a")));
  expect(server.requests).toHaveLength(3);
  const client = clientFor(server, { dedupe: true });
  await Promise.all(times(3, () => client.kyc.financialLimits("a", { dedupe: false })));
  expect(server.requests).toHaveLength(6);
});
