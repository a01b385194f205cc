import { setImmediate } from "node:timers/promises";
import { environmentManager, focusManager, QueryObserver } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createQueries } from "../../src/query/index.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { clientOn, recorder, type StubResponse } from "../support/recorder.js";
import { openQueryClient } from "./query-kit.js";

const start = Date.UTC(2026, 0, 1);
const request = fixtureOf("swap.quote").minimalArgs[0] as never;

beforeEach(async () => {
  // On a server no query has a timer, and Node is taken for one.
  environmentManager.setIsServer(() => false);
  await import("../../src/http/transport.js");
  vi.useFakeTimers({ now: start });
});
afterEach(() => vi.useRealTimers());

/** Quotes whose lives, in milliseconds from when they are asked for, are these; the form of the time is the caller's. */
const quotes = (
  lives: readonly number[],
  form: (time: number) => unknown = (time) => time,
): StubResponse => ({
  json: { quotes: lives.map((life) => ({ expiresAt: form(Date.now() + life) })) },
});

async function watch(
  answer: (count: number) => StubResponse,
  make = (queries: ReturnType<typeof createQueries>): object => queries.swap.quote(request),
) {
  let count = 0;
  const fetch = recorder(() => answer(++count));
  const queries = createQueries(clientOn(fetch, { validation: "off" }));
  const queryClient = openQueryClient();
  const observer = new QueryObserver(queryClient, make(queries) as never);
  const end = observer.subscribe(() => {});
  onTestFinished(end);
  const sentAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    // What is under way arrives. A page's own answers take time that stands still here, so this suite runs in Node.
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

describe("a quote is fetched anew", () => {
  test.each([
    ["milliseconds", (time: number) => time],
    ["seconds", (time: number) => time / 1_000],
    ["text", (time: number) => new Date(time).toISOString()],
  ])("shortly before it expires and not before, with the time in %s", async (_, form) => {
    const { sentAfter } = await watch(() => quotes([30_000], form));
    expect(await sentAfter(27_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
    expect(await sentAfter(27_700)).toBe(2);
    expect(await sentAfter(400)).toBe(3);
  });

  test("when the first of very many expires", () => {
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

  test("when the first of several expires", async () => {
    const { sentAfter } = await watch(() => quotes([60_000, 20_000, 40_000]));
    expect(await sentAfter(17_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
  });

  test("where the answer wraps it, as for fiat", async () => {
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

  test("though a countdown renders it each second", async () => {
    const { sentAfter, again } = await watch(() => quotes([30_000]));
    for (let second = 0; second < 27; second++) {
      again();
      expect(await sentAfter(1_000)).toBe(1);
    }
    again();
    expect(await sentAfter(1_100)).toBe(2);
  });

  test("no sooner than five seconds later, however short its life", async () => {
    const { sentAfter } = await watch(() => quotes([100]));
    expect(await sentAfter(4_900)).toBe(1);
    expect(await sentAfter(200)).toBe(2);
    // A minute of such quotes is a dozen requests, not hundreds.
    expect(await sentAfter(60_000)).toBeLessThanOrEqual(14);
  });
});

test("a quote is fetched anew when it expires though the clock was set back meanwhile", async () => {
  const { sentAfter, again } = await watch(() => quotes([30_000]));
  vi.setSystemTime(start - 86_400_000);
  again();
  expect(await sentAfter(28_100)).toBe(2);
});

describe("a quote is not fetched anew", () => {
  test("again and again where it lives longer than a timer can wait", async () => {
    const { sentAfter } = await watch(() => quotes([60 * 86_400_000]));
    expect(await sentAfter(600_000)).toBe(1);
  });

  test.each([
    ["came as expired, because a clock is off", () => quotes([-1])],
    ["came as long expired", () => quotes([-3_600_000, -1])],
    ["says nothing of its end", () => ({ json: { quotes: [{ expiresAt: null }, {}] } })],
    [
      "says it in an unknown form",
      () => ({
        json: { quotes: [{ expiresAt: "soon" }, { expiresAt: { at: 1 } }, { expiresAt: 1e20 }] },
      }),
    ],
    ["holds no quote", () => ({ json: { quotes: [] } })],
  ])("by itself where it %s", async (_, answer) => {
    const { sentAfter } = await watch(answer);
    expect(await sentAfter(3_600_000)).toBe(1);
  });

  test("in a tab that nobody sees, and at once when it is seen again", async () => {
    const { sentAfter } = await watch(() => quotes([30_000]));
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    expect(await sentAfter(600_000)).toBe(1);
    focusManager.setFocused(true);
    expect(await sentAfter(10)).toBe(2);
  });

  test("when a tab is seen again while it lives", async () => {
    const { sentAfter } = await watch(() => quotes([30_000]));
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    await sentAfter(10_000);
    focusManager.setFocused(true);
    expect(await sentAfter(10)).toBe(1);
  });

  test("by another component while it lives, and is after", async () => {
    const { sentAfter, queries, queryClient, end } = await watch(() => quotes([30_000]));
    end();
    await sentAfter(20_000);
    new QueryObserver(queryClient, queries.swap.quote(request)).subscribe(() => {})();
    expect(await sentAfter(0)).toBe(1);
    await sentAfter(10_000);
    onTestFinished(new QueryObserver(queryClient, queries.swap.quote(request)).subscribe(() => {}));
    expect(await sentAfter(0)).toBe(2);
  });

  test("after a failure that cannot get better, such as a spent quota", async () => {
    const spent = { status: 403, json: { id: "UNAVAILABLE_COMPUTE_UNITS", message: "none left" } };
    const { sentAfter, observer } = await watch((count) =>
      count === 1 ? quotes([30_000]) : spent,
    );
    expect(await sentAfter(29_000)).toBe(2);
    expect(observer.getCurrentResult().error).toMatchObject({ id: "UNAVAILABLE_COMPUTE_UNITS" });
    expect(await sentAfter(3_600_000)).toBe(2);
  });

  test("for half a minute after a failure that may pass, or for as long as the service asks", async () => {
    const answers: StubResponse[] = [
      quotes([30_000]),
      { status: 503, json: {} },
      { status: 503, json: {}, headers: { "retry-after": "90" } },
    ];
    const { sentAfter } = await watch((count) => answers[count - 1] ?? quotes([30_000]));
    expect(await sentAfter(29_000)).toBe(2);
    expect(await sentAfter(28_000)).toBe(2);
    expect(await sentAfter(2_000)).toBe(3);
    expect(await sentAfter(88_000)).toBe(3);
    expect(await sentAfter(3_000)).toBe(4);
    // It goes on as before.
    expect(await sentAfter(28_500)).toBe(5);
  });

  test("while it is being fetched already, however long that takes", () => {
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
  });
});
