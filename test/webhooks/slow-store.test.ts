import { expect, onTestFinished, test, vi } from "vitest";
import { TimeoutError } from "../../src/errors/index.js";
import type { ReplayClaim } from "../../src/webhooks/index.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import { waitFor } from "../support/waiting.js";
import { post, setUp, withoutPauses } from "./handler-kit.js";

const never = () => new Promise<never>(() => {});
const limits = { storeTimeout: 20 };
const timedOut = (method: string) =>
  expect.objectContaining({
    message: expect.stringContaining(`replays.${method}`),
    timeout: 20,
    scope: "attempt",
  });

test("responds with 500 to a claim that never settles", async () => {
  const { handle, onEvent, onError } = setUp({ ...limits, replays: { claim: never } });
  const request = post();
  expect((await handle(request)).status).toBe(500);
  expect(onError.mock.calls).toEqual([[timedOut("claim"), request]]);
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(TimeoutError);
  expect(onEvent).not.toHaveBeenCalled();
});

test.each(["complete", "release"])("responds with 500 to a claim with %s only", async (method) => {
  const claim = () => ({ [method]: () => {} }) as never;
  const { handle, onEvent } = setUp({ ...limits, replays: { claim } });
  expect((await handle(post())).status).toBe(500);
  expect(onEvent).not.toHaveBeenCalled();
});

test("releases a claim that arrives late, and ignores that this fails", async () => {
  const unhandled: unknown[] = [];
  onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
  const release = vi.fn(() => Promise.reject(new Error("no connection")));
  let settle: (claim: ReplayClaim) => void = () => {};
  const claim = () => new Promise<ReplayClaim>((resolve) => (settle = resolve));
  const { handle } = setUp({ ...limits, replays: { claim } });
  expect((await handle(post())).status).toBe(500);
  settle({ complete: () => {}, release });
  await waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  await flushUnhandled(unhandled);
  expect(unhandled).toEqual([]);
});

test("responds with 204 if complete never settles", async () => {
  const complete = vi.fn(never);
  const { handle, onEvent, onError } = setUp({
    ...limits,
    replays: { claim: () => ({ complete, release: () => {} }) },
  });
  expect((await withoutPauses(() => handle(post()))).status).toBe(204);
  expect(complete).toHaveBeenCalledTimes(3);
  expect(onEvent).toHaveBeenCalledTimes(1);
  expect(onError.mock.calls).toEqual([[timedOut("complete"), expect.anything()]]);
});

test("responds with 500 if release never settles", async () => {
  const failure = new TypeError("no database");
  const { handle, onError } = setUp({
    ...limits,
    onEvent: () => Promise.reject(failure),
    replays: { claim: () => ({ complete: () => {}, release: never }) },
  });
  expect((await handle(post())).status).toBe(500);
  expect(onError.mock.calls.map(([error]) => error)).toEqual([failure, timedOut("release")]);
});

test("calls the methods of a store and of its claims as methods", async () => {
  const calls: string[] = [];
  class Claim implements ReplayClaim {
    readonly #calls = calls;
    complete(): void {
      this.#calls.push("complete");
    }
    release(): void {
      this.#calls.push("release");
    }
  }
  class Store {
    readonly #claim = new Claim();
    claim(): ReplayClaim {
      return this.#claim;
    }
  }
  const onEvent = vi.fn(() => {}).mockRejectedValueOnce(new Error("no database") as never);
  const { handle } = setUp({ replays: new Store(), onEvent });
  for (const status of [500, 204]) expect((await handle(post())).status).toBe(status);
  expect(calls).toEqual(["release", "complete"]);
});

test("leaves no timer after a call of the store", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { handle } = setUp();
    expect((await handle(post())).status).toBe(204);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("rejects a storeTimeout that is not above 0", () => {
  for (const storeTimeout of [0, Number.NaN])
    expect(() => setUp({ storeTimeout })).toThrow(/storeTimeout: expected milliseconds > 0/);
});

test("accepts every storeTimeout above 0, also one that no timer has", async () => {
  expect(() => setUp({ storeTimeout: 0.5 })).not.toThrow();
  const claim = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { complete() {}, release() {} };
  };
  for (const storeTimeout of [2 ** 31, Number.POSITIVE_INFINITY]) {
    const { handle } = setUp({ storeTimeout, replays: { claim } });
    expect((await handle(post())).status).toBe(204);
  }
});
