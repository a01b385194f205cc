import { setImmediate } from "node:timers/promises";
import { environmentManager, focusManager, QueryObserver } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AbortedError, TimeoutError } from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { clientOn, recorder, type StubResponse } from "../support/recorder.js";
import { openQueryClient } from "./query-kit.js";

const start = Date.UTC(2026, 0, 1);
const request = fixtureOf("swap.quote").minimalArgs[0] as never;

beforeEach(() => {
  // Queries have no timers on a server, and TanStack Query takes Node for one.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: start });
});
afterEach(() => vi.useRealTimers());

/** Quotes with these lifetimes in milliseconds. `form` formats the expiry. */
const quotes = (
  lifetimes: readonly number[],
  form: (time: number) => unknown = (time) => time,
): StubResponse => ({
  json: { quotes: lifetimes.map((lifetime) => ({ expiresAt: form(Date.now() + lifetime) })) },
});

async function watch(
  response: (count: number) => StubResponse,
  make = (queries: ReturnType<typeof createQueries>): object => queries.swap.quote(request),
) {
  let count = 0;
  const fetch = recorder(() => response(++count));
  const queries = createQueries(clientOn(fetch, { validation: "off" }));
  const queryClient = openQueryClient();
  const observer = new QueryObserver(queryClient, make(queries) as never);
  const end = observer.subscribe(() => {});
  onTestFinished(end);
  const sentAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    // Lets pending responses arrive. In a browser they would need the real clock.
    await setImmediate();
    return fetch.requests.length;
  };
  expect(await sentAfter(0)).toBe(1);
  return {
    observer,
    sentAfter,
    queries,
    queryClient,
    end,
    again: () => observer.setOptions(make(queries) as never),
  };
}

describe("a quote is fetched again", () => {
  test.each([
    ["milliseconds", (time: number) => time],
    ["seconds", (time: number) => time / 1_000],
    ["text", (time: number) => new Date(time).toISOString()],
  ])("shortly before it expires, with the expiry in %s", async (_, form) => {
    const { sentAfter } = await watch(() => quotes([30_000], form));
    expect(await sentAfter(27_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
    expect(await sentAfter(27_700)).toBe(2);
    expect(await sentAfter(400)).toBe(3);
  });

  test("before the first of 200,000 quotes expires", () => {
    const { refetchInterval } = createQueries(clientOn(recorder())).swap.quote(request);
    const data = {
      quotes: Array.from({ length: 200_000 }, (_, i) => ({ expiresAt: start + 30_000 + i })),
    } as never;
    const state = {
      data,
      dataUpdatedAt: start,
      error: null,
      errorUpdatedAt: 0,
      fetchStatus: "idle",
    };
    expect(refetchInterval({ state })).toBe(28_000);
  });

  test("before the first of several quotes expires", async () => {
    const { sentAfter } = await watch(() => quotes([60_000, 20_000, 40_000]));
    expect(await sentAfter(17_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
  });

  test("if it is nested in the response, as for fiat", async () => {
    const depositQuote = () => ({
      json: {
        depositQuote: { quoteId: "q", expiresAt: new Date(Date.now() + 60_000).toISOString() },
      },
    });
    const { sentAfter } = await watch(depositQuote, ({ fiat }) =>
      fiat.quoteDeposit(fixtureOf("fiat.quoteDeposit").minimalArgs[0] as never),
    );
    expect(await sentAfter(57_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
  });

  test("although a countdown renders every second", async () => {
    const { sentAfter, again } = await watch(() => quotes([30_000]));
    for (let second = 0; second < 27; second++) {
      again();
      expect(await sentAfter(1_000)).toBe(1);
    }
    again();
    expect(await sentAfter(1_100)).toBe(2);
  });

  test("at least five seconds later, regardless of its lifetime", async () => {
    const { sentAfter } = await watch(() => quotes([100]));
    expect(await sentAfter(4_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
    // A minute of short-lived quotes takes a dozen requests, not hundreds.
    expect(await sentAfter(60_000)).toBeLessThanOrEqual(14);
  });
});

test("a quote is fetched again at its expiry although the clock was set back", async () => {
  const { sentAfter, again } = await watch(() => quotes([30_000]));
  vi.setSystemTime(start - 86_400_000);
  again();
  expect(await sentAfter(28_100)).toBe(2);
});

describe("a quote is not fetched again", () => {
  test("immediately if its lifetime exceeds the maximum of a timer", async () => {
    const { sentAfter } = await watch(() => quotes([60 * 86_400_000]));
    expect(await sentAfter(600_000)).toBe(1);
  });

  test.each([
    ["had expired on arrival, because a clock is wrong", () => quotes([-1])],
    ["had expired long before arrival", () => quotes([-3_600_000, -1])],
    ["has no expiry", () => ({ json: { quotes: [{ expiresAt: null }, {}] } })],
    [
      "has an expiry in an unknown form",
      () => ({
        json: { quotes: [{ expiresAt: "soon" }, { expiresAt: { at: 1 } }, { expiresAt: 1e20 }] },
      }),
    ],
    ["has no quotes", () => ({ json: { quotes: [] } })],
  ])("automatically if the response %s", async (_, response) => {
    const { sentAfter } = await watch(response);
    expect(await sentAfter(3_600_000)).toBe(1);
  });

  test("in a hidden tab, but at once when the tab is visible again", async () => {
    const { sentAfter } = await watch(() => quotes([30_000]));
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    expect(await sentAfter(600_000)).toBe(1);
    focusManager.setFocused(true);
    expect(await sentAfter(10)).toBe(2);
  });

  test("when a tab is visible again before the expiry", async () => {
    const { sentAfter } = await watch(() => quotes([30_000]));
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    await sentAfter(10_000);
    focusManager.setFocused(true);
    expect(await sentAfter(10)).toBe(1);
  });

  test("by another component before the expiry", async () => {
    const { sentAfter, queries, queryClient, end } = await watch(() => quotes([30_000]));
    end();
    await sentAfter(20_000);
    new QueryObserver(queryClient, queries.swap.quote(request)).subscribe(() => {})();
    expect(await sentAfter(0)).toBe(1);
    await sentAfter(10_000);
    onTestFinished(new QueryObserver(queryClient, queries.swap.quote(request)).subscribe(() => {}));
    expect(await sentAfter(0)).toBe(2);
  });

  test("after a permanent failure, such as an exceeded quota", async () => {
    const quotaExceeded = {
      status: 403,
      json: { id: "UNAVAILABLE_COMPUTE_UNITS", message: "none left" },
    };
    const { sentAfter, observer } = await watch((count) =>
      count === 1 ? quotes([30_000]) : quotaExceeded,
    );
    expect(await sentAfter(29_000)).toBe(2);
    expect(observer.getCurrentResult().error).toMatchObject({ id: "UNAVAILABLE_COMPUTE_UNITS" });
    expect(await sentAfter(3_600_000)).toBe(2);
  });

  test("for 30 seconds or retry-after after a temporary failure", async () => {
    const responses: StubResponse[] = [
      quotes([30_000]),
      { status: 503, json: {} },
      { status: 503, json: {}, headers: { "retry-after": "90" } },
    ];
    const { sentAfter } = await watch((count) => responses[count - 1] ?? quotes([30_000]));
    expect(await sentAfter(29_000)).toBe(2);
    expect(await sentAfter(28_000)).toBe(2);
    expect(await sentAfter(2_000)).toBe(3);
    expect(await sentAfter(88_000)).toBe(3);
    expect(await sentAfter(3_000)).toBe(4);
    // The normal schedule resumes.
    expect(await sentAfter(28_500)).toBe(5);
  });

  test("while a fetch is in progress or paused", () => {
    const { refetchInterval } = createQueries(clientOn(recorder())).swap.quote(request);
    const state = {
      data: { quotes: [{ expiresAt: start }] } as never,
      dataUpdatedAt: start - 30_000,
      error: null,
      errorUpdatedAt: 0,
    };
    expect(refetchInterval({ state: { ...state, fetchStatus: "fetching" } })).toBe(false);
    expect(refetchInterval({ state: { ...state, fetchStatus: "paused" } })).toBe(false);
    expect(refetchInterval({ state: { ...state, fetchStatus: "idle" } })).toBe(250);
    // Slow once: it may respond the next time.
    const details = { operation: "swap.quote", sent: true, reason: undefined };
    const slow = new TimeoutError("slow", { ...details, timeout: 1, scope: "total" });
    const delayAfter = (error: Error) =>
      refetchInterval({
        state: { ...state, error: error as never, errorUpdatedAt: start, fetchStatus: "idle" },
      });
    expect(delayAfter(slow)).toBe(30_000);
    expect(delayAfter(new AbortedError("closed", details))).toBe(false);
  });
});
