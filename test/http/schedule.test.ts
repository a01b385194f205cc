import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions, Schedule } from "../../src/index.js";
import { drained } from "../support/drained.js";
import { after, holdReply, html, json, serve, stall, until } from "../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import { clientFor, failure, hash, limits, signature } from "./test-client.js";
import { fakeTime, fetchInMemory, passTime } from "./time-control.js";

const signed = { userOperationHash: hash, signature };
const queued = json({ userOperationHash: hash }, 202);

/** Runs at most `limit` tasks at once, like p-limit. */
function createLimiter(limit: number): Schedule {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    await run();
    running--;
    waiting.shift()?.();
  };
}

describe("schedule", () => {
  test("runs every attempt, and gets the operation, the attempt and a signal", async () => {
    const seen: object[] = [];
    const schedule: Schedule = (run, info) => {
      seen.push(info);
      return run();
    };
    const server = await serve([html(503), json(limits)]);
    await clientFor(server, { schedule }).kyc.financialLimits("a");
    const signal = expect.any(AbortSignal);
    expect(seen).toEqual([
      { operation: "kyc.financialLimits", attempt: 1, signal },
      { operation: "kyc.financialLimits", attempt: 2, signal },
    ]);
  });

  test("limits the requests that run at once", async () => {
    let atOnce = 0;
    let most = 0;
    const fetch = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce--;
      return Response.json(limits);
    };
    const { url } = fetchInMemory(() => Response.json({}));
    const client = clientFor({ url }, { fetch, schedule: createLimiter(2) });
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => client.kyc.financialLimits("a")));
    expect(most).toBe(2);
  });

  test("does not use up the time limit of an attempt", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(() => Response.json(limits));
    let release = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const schedule: Schedule = async (run) => {
      await new Promise<void>((resolve) => {
        release = resolve;
        begin();
      });
      await run();
    };
    const client = clientFor({ url }, { fetch, schedule, timeout: 50 });
    const call = client.kyc.financialLimits("a");
    await begun;
    await passTime(1_000);
    expect(await drained({ requests })).toHaveLength(0);
    release();
    expect(await call).toEqual(limits);
  });

  const waits: Schedule = (run, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(run()), { once: true });
    });

  test.each([
    ["an abort", {}, "AbortedError"],
    ["the total timeout", { totalTimeout: 20 }, "TimeoutError"],
  ] as [string, ClientOptions, string][])(
    "is ended by %s, after which a late run sends nothing",
    async (_, options, name) => {
      fakeTime();
      const { url, fetch, requests } = fetchInMemory(() => Response.json({}));
      const client = clientFor({ url }, { fetch, schedule: waits, ...options });
      const controller = new AbortController();
      const call = failure(client.operations.execute(signed, { signal: controller.signal }));
      await passTime(20);
      if (name === "AbortedError") controller.abort();
      expect(await call).toMatchObject({ name });
      await passTime(20);
      expect(await drained({ requests })).toHaveLength(0);
    },
  );

  const cause = new Error("the queue is full");
  const failures: [string, Schedule][] = [
    ["rejects", () => Promise.reject(cause)],
    [
      "throws",
      () => {
        throw cause;
      },
    ],
  ];
  test.each(failures)("rejects the call, with nothing sent, if it %s", async (_, schedule) => {
    const server = await serve(queued);
    const error = await failure(clientFor(server, { schedule }).operations.execute(signed));
    expect(error).toMatchObject({ name: "ConfigurationError", cause });
    expect((error as Error).message).toContain("operations.execute");
    expect(await drained(server)).toEqual([]);
  });

  test("rejects the call if it ends without a run, and a later run sends nothing", async () => {
    const runs: (() => Promise<void>)[] = [];
    const schedule: Schedule = async (run) => void runs.push(run);
    const server = await serve(queued);
    const error = await failure(clientFor(server, { schedule }).operations.execute(signed));
    expect(error).toMatchObject({ name: "ConfigurationError" });
    await Promise.all(runs.map((run) => run()));
    expect(await drained(server)).toEqual([]);
  });

  test("sends nothing by a run right after its end, before the call has rejected", async () => {
    const { url, fetch, requests } = fetchInMemory(() => Response.json({}));
    const counts: number[] = [];
    for (let steps = 0; steps < 12; steps++) {
      const runLater = async (run: () => Promise<void>) => {
        for (let i = 0; i < steps; i++) await undefined;
        await run();
      };
      const schedule: Schedule = async (run) => void runLater(run);
      const error = await failure(
        clientFor({ url }, { fetch, schedule }).operations.execute(signed),
      );
      const sent = (await drained({ requests })).length;
      // A run that comes before the end sends the request.
      if ((error as Error).name === "ConfigurationError") expect([steps, sent]).toEqual([steps, 0]);
      counts.push(sent);
      requests.length = 0;
    }
    expect([counts.at(0), counts.at(-1)]).toEqual([1, 0]);
  });

  test("sends an attempt once, however often it is run", async () => {
    const schedule: Schedule = async (run) => {
      await Promise.all([run(), run()]);
      await run();
    };
    const { reply, release } = holdReply(queued);
    const server = await serve(reply);
    const call = clientFor(server, { schedule }).operations.execute(signed);
    await until(() => server.requests.length > 0, "the request");
    release();
    await call;
    expect(await drained(server)).toHaveLength(1);
  });

  test("does not hinder an abort, which closes the connection of a request that it has run", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const client = clientFor(server, { schedule: (run) => run(), timeout: 600_000 });
    const call = failure(client.operations.execute(signed, { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort("left");
    expect(await call).toMatchObject({ name: "AbortedError", sent: true, reason: "left" });
    await server.idle();
    expect(server.abandoned).toBe(1);
  });

  test("does not decide over a request that it has run", async () => {
    const schedule: Schedule = (run) => {
      void run();
      return Promise.reject(new Error("after the run"));
    };
    const server = await serve(after(5, queued));
    const client = clientFor(server, { schedule });
    expect(await client.operations.execute(signed)).toEqual({ userOperationHash: hash });
  });

  test("does not delay a response that it has run", async () => {
    const schedule: Schedule = async (run) => {
      await run();
      await new Promise(() => {});
    };
    const client = clientFor(await serve(json(limits)), { schedule });
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
  });

  test("gets no rejection from a failed attempt", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const ran = vi.fn();
    const schedule: Schedule = async (run) => ran(await run());
    const server = await serve(json({ id: "A" }, 400));
    const call = clientFor(server, { schedule }).operations.execute(signed);
    expect(await failure(call)).toMatchObject({ name: "ApiError", id: "A" });
    await until(() => ran.mock.calls.length === 1, "the end of the run");
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("runs uploads", async () => {
    const operations: string[] = [];
    const schedule: Schedule = (run, { operation }) => {
      operations.push(operation);
      return run();
    };
    const storage = await serve(html(204));
    const target = { url: storage.url, fields: { key: "k" } };
    await clientFor(storage, { schedule }).kyc.uploadDocument(target, new Blob(["x"]));
    expect(operations).toEqual(["kyc.uploadDocument"]);
    expect(await drained(storage)).toHaveLength(1);
  });

  test("does not hinder the limits of an upload that it has run", async () => {
    const storage = await serve(stall);
    const target = { url: storage.url, fields: { key: "k" } };
    const { kyc } = clientFor(storage, { schedule: (run) => run() });
    const controller = new AbortController();
    const { signal } = controller;
    const call = failure(kyc.uploadDocument(target, new Blob(["x"]), { signal }));
    await until(() => storage.requests.length === 1, "the upload");
    controller.abort("left");
    const aborted = { name: "AbortedError", sent: true, reason: "left", outcome: "unknown" };
    expect(await call).toMatchObject(aborted);
    await storage.idle();
    const late = kyc.uploadDocument(target, new Blob(["x"]), { timeout: 20 });
    expect(await failure(late)).toMatchObject({ name: "TimeoutError", outcome: "unknown" });
  });

  test("is ended by an abort of an upload, and by nothing but that", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(() => Response.json({}));
    const schedule = vi.fn(waits);
    const client = clientFor({ url }, { fetch, schedule });
    const controller = new AbortController();
    const target = { url: "https://storage.example.com", fields: { key: "k" } };
    const options = { signal: controller.signal, timeout: 10 };
    const settled = vi.fn();
    const call = failure(client.kyc.uploadDocument(target, new Blob(["x"]), options));
    void call.then(settled);
    await until(() => schedule.mock.calls.length === 1, "the schedule");
    await passTime(1_000);
    expect(settled).not.toHaveBeenCalled();
    controller.abort();
    expect(await call).toMatchObject({ name: "AbortedError", sent: false });
    expect(await drained({ requests })).toHaveLength(0);
  });
});
