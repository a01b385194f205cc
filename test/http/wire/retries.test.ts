import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, RateLimitError, ServerError } from "../../../src/errors/api.js";
import { TimeoutError } from "../../../src/errors/connection.js";
import { parseRetryAfter } from "../../../src/http/response/retry-after.js";
import { drained } from "../../support/drained.js";
import { cutIsComplete, skipInWebKit } from "../../support/in-browser.js";
import { cutInBody, html, json, type Reply, reset, serve } from "../../support/loopback.js";
import {
  clientFor,
  depositRequest,
  type ErrorClass,
  envelope,
  failure,
  limits,
  noQuotes,
  secret,
  swapRequest,
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

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const passing: [string, Reply[]][] = [
  ["two 503s with a page", [html(503), html(503)]],
  ["502 and 504", [html(502), html(504)]],
  ["a 500 with an unknown id", [json(envelope("NEVER_HEARD_OF"), 500)]],
  ["a 500 without an id", [json({ message: "crashed" }, 500)]],
  [
    "a 500 that may pass",
    [json(envelope("INTERNAL_SERVER_ERROR"), 500), json(envelope("SWAP_QUOTE"), 500)],
  ],
  ["408", [json({}, 408)]],
  ["429 without Retry-After", [json({}, 429)]],
  ["429 with Retry-After 0", [json({}, 429, { "retry-after": "0" })]],
  ["resets", [reset, reset]],
  ["bodies cut in the middle", [cutInBody(), cutInBody(503)]],
];

describe("a read is retried after", () => {
  test.for(passing)("%s", async ([title, faults], { skip }) => {
    if (title.startsWith("bodies cut")) skipInWebKit(skip, cutIsComplete);
    const server = await serve([...faults, json(limits)]);
    expect(await clientFor(server).kyc.financialLimits("ind_1")).toEqual(limits);
    expect(await drained(server)).toHaveLength(faults.length + 1);
  });
});

describe("a quote is retried after", () => {
  test.for(passing)("%s", async ([title, faults], { skip }) => {
    if (title.startsWith("bodies cut")) skipInWebKit(skip, cutIsComplete);
    const server = await serve([...faults, json(noQuotes)]);
    expect(await clientFor(server).swap.quote(swapRequest)).toEqual(noQuotes);
    expect(await drained(server)).toHaveLength(faults.length + 1);
    const bodies = server.requests.map((request) => request.body.toString());
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ amountIn: "1" });
  });
});

describe("a read is not retried after", () => {
  const finals: [string, Reply, ErrorClass][] = [
    ["400", json(envelope("BAD_REQUEST"), 400), ApiError],
    ["401", json(envelope("UNAUTHORIZED_EXCEPTION"), 401), ApiError],
    ["403", json(envelope("NOT_ALLOWED"), 403), ApiError],
    ["404", json(envelope("HTTP_EXCEPTION"), 404), ApiError],
    ["409", json(envelope("TAX_EXPORT_SCHEDULE_ALREADY_EXISTS"), 409), ApiError],
    ["501", html(501), ServerError],
    [
      "a 500 that the catalogue calls final",
      json(envelope("FAILED_TO_ESTIMATE_TRANSFER"), 500),
      ServerError,
    ],
    [
      "a 429 that lasts until tomorrow",
      json(envelope("TAX_EXPORT_ALREADY_REQUESTED_TODAY"), 429),
      RateLimitError,
    ],
  ];
  test.each(finals)("%s", async (_, reply, type) => {
    const server = await serve(reply);
    expect(await failure(clientFor(server).wallets.deposit(wallet, depositRequest))).toBeInstanceOf(
      type,
    );
    expect(await drained(server)).toHaveLength(1);
  });

  test.each([0, 1])("a timeout of one attempt, after %i others", async (others) => {
    const busy = () => Response.json({}, { status: 503 });
    const { url, fetch, requests } = fetchInMemory(...Array(others).fill(busy), never);
    const error = await failure(
      clientFor({ url }, { fetch, timeout: 20 }).kyc.financialLimits("ind_1"),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ scope: "attempt" });
    expect(await drained({ requests })).toHaveLength(1 + others);
  });
});

describe("the number of attempts is exact", () => {
  test.each([
    [false, 1],
    [0, 1],
    [1, 2],
    [2, 3],
    [{ limit: 4, baseDelay: 1 }, 5],
  ] as const)("retry %o", async (retry, attempts) => {
    const server = await serve(html(503));
    expect(
      await failure(
        clientFor(server, { retry: { limit: 7, baseDelay: 1, maxDelay: 2 } }).kyc.financialLimits(
          "a",
          { retry },
        ),
      ),
    ).toMatchObject({ status: 503 });
    expect(await drained(server)).toHaveLength(attempts);
  });
});

test("keeps the client's delays if a call changes only the number of retries", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const server = await serve(html(503));
  const delays: number[] = [];
  const client = clientFor(server, {
    retry: { limit: 2, baseDelay: 2, maxDelay: 3 },
    hooks: { onRetry: ({ delay }) => delays.push(delay) },
  });
  await failure(client.kyc.financialLimits("a", { retry: 3 }));
  await failure(client.kyc.financialLimits("a", { retry: { maxDelay: 7 } }));
  expect(delays).toEqual([2, 3, 3, 2, 4]);
});

describe("the retry delay", () => {
  test.each([
    [0, [0, 0, 0, 0]],
    [0.5, [2, 4, 5, 5]],
    [0.999, [3.996, 7.992, 9.99, 9.99]],
  ])("is full jitter: with chance %d", async (chance, expected) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const server = await serve(html(503));
    const delays: number[] = [];
    const client = clientFor(server, {
      retry: { limit: 4, baseDelay: 4, maxDelay: 10 },
      hooks: { onRetry: ({ delay }) => delays.push(delay) },
    });
    await failure(client.kyc.financialLimits("a"));
    expect(delays.map((delay) => Math.round(delay * 1_000) / 1_000)).toEqual(expected);
  });

  test("is the value of Retry-After", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(
      () => Response.json({}, { status: 429, headers: { "retry-after": "0.05" } }),
      () => Response.json({}, { status: 503, headers: { "retry-after": "0" } }),
      () => Response.json(limits),
    );
    const delays: number[] = [];
    const call = clientFor(
      { url },
      { fetch, hooks: { onRetry: ({ delay }) => delays.push(delay) } },
    ).kyc.financialLimits("a");
    await passTimeUntil(() => delays.length === 1, "the first failure", 0);
    await passTime(49);
    expect(await drained({ requests })).toHaveLength(1);
    await passTime(1);
    await passTimeUntil(() => requests.length === 3, "two retries", 0);
    await call;
    expect(delays).toEqual([50, 0]);
  });

  test("is by default up to half a second, doubles to 8 seconds, and ends two retries", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    fakeTime();
    const { url, fetch } = fetchInMemory(() => Response.json({}, { status: 503 }));
    const delays: number[] = [];
    const hooks = { onRetry: ({ delay }: { delay: number }) => void delays.push(delay) };
    const client = clientFor({ url }, { fetch, hooks, retry: undefined });
    for (const options of [{}, { retry: 6 }]) {
      const call = failure(client.kyc.financialLimits("a", options));
      const state = watchEnd(call);
      await passTimeUntil(() => state.hasEnded, "the end of the call", 500);
      await call;
    }
    expect(delays).toEqual([500, 1_000, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  test("rejects without a retry if it exceeds the remaining time", async () => {
    const server = await serve(json(envelope("BUSY"), 429, { "retry-after": "3600" }));
    const onRetry = vi.fn();
    const error = await failure(clientFor(server, { hooks: { onRetry } }).kyc.financialLimits("a"));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 3_600_000, id: "BUSY" });
    expect(await drained(server)).toHaveLength(1);
    expect(onRetry).not.toHaveBeenCalled();
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0);

  test.each([
    ["0", 0],
    ["5", 5_000],
    [" 7 ", 7_000],
    ["1.5", 1_500],
    ["Sat, 31 Jan 2026 12:00:09 GMT", 9_000],
    ["Saturday, 31-Jan-26 12:00:09 GMT", 9_000],
    ["Sat Jan 31 12:00:09 2026", 9_000],
    ["Sat, 31 Jan 2026 11:00:00 GMT", 0],
  ])("parses %s in every time zone", (header, expected) => {
    for (const zone of ["UTC", "America/Sao_Paulo", "Asia/Tokyo"]) {
      vi.stubEnv("TZ", zone);
      vi.spyOn(Date, "now").mockReturnValue(now);
      expect(parseRetryAfter(header), zone).toBe(expected);
    }
  });

  test.each([
    null,
    "",
    " ",
    "-5",
    "soon",
    "try in 5",
    "5 seconds",
    "NaN",
    "Infinity",
    "1e3",
    "0x10",
    "--",
    "20/26",
    "Sat, 99 Foo 2026 12:00:00 GMT",
  ])("ignores %s", (header) => {
    expect(parseRetryAfter(header)).toBeUndefined();
  });

  test("is ignored in a response if it is malformed", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const server = await serve([
      json({}, 429, { "retry-after": "try in 5" }),
      json({}, 429, { "retry-after": "-5" }),
      json(limits),
    ]);
    const delays: number[] = [];
    const client = clientFor(server, {
      retry: { limit: 2, baseDelay: 4, maxDelay: 4 },
      hooks: { onRetry: ({ delay }) => delays.push(delay) },
    });
    await client.kyc.financialLimits("a");
    expect(delays).toEqual([2, 2]);
  });
});

describe("totalTimeout bounds all attempts together", () => {
  test.each([
    [{}, {}, 119, 2],
    [{}, {}, 120, 1],
    [{ timeout: 1_000 }, {}, 119, 2],
    [{ timeout: 200_000 }, {}, 199, 2],
    [{ timeout: 200_000 }, {}, 200, 1],
    [{}, { timeout: 200_000 }, 199, 2],
    [{ timeout: 200_000 }, { timeout: 1_000 }, 120, 1],
    [{ timeout: 200_000, totalTimeout: 119_000 }, {}, 119, 1],
    [{ totalTimeout: 119_000 }, { totalTimeout: 119_001, timeout: 1_000 }, 119, 2],
    [{ totalTimeout: 500_000 }, { totalTimeout: 119_000, timeout: 200_000 }, 119, 1],
  ])("or else in two minutes or a longer timeout: %o, %o, Retry-After %i", async (...row) => {
    const [options, ofCall, after, count] = row;
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(
      () => Response.json({}, { status: 503, headers: { "retry-after": String(after) } }),
      () => Response.json(limits),
    );
    const onRetry = vi.fn();
    const client = clientFor({ url }, { fetch, ...options, hooks: { onRetry } });
    const call = client.kyc.financialLimits("a", ofCall);
    const state = watchEnd(call);
    const isPlanned = () => state.hasEnded || onRetry.mock.calls.length === 1;
    await passTimeUntil(isPlanned, "the end of the first attempt", 0);
    await passTime(after * 1_000);
    await call.safe();
    expect(await drained({ requests })).toHaveLength(count);
  });

  test("including the delays", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(() => Response.json({}, { status: 503 }));
    const onRetry = vi.fn();
    const client = clientFor(
      { url },
      {
        fetch,
        retry: { limit: 1_000, baseDelay: 20, maxDelay: 20 },
        totalTimeout: 300,
        hooks: { onRetry },
      },
    );
    const call = failure(client.kyc.financialLimits("a"));
    const state = watchEnd(call);
    for (let retries = 1; retries < 15; retries++) {
      await passTimeUntil(() => onRetry.mock.calls.length === retries, "the failure", 0);
      await passTime(20);
    }
    // At 280 ms a further delay would exceed the limit.
    await passTimeUntil(() => state.hasEnded, "the end of the call", 0);
    expect(await call).toBeInstanceOf(ServerError);
    expect(await drained({ requests })).toHaveLength(15);
  });

  test("and ends an attempt with the failure that caused the retry", async () => {
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(() => Response.json({}, { status: 503 }), never);
    const call = failure(clientFor({ url }, { fetch, totalTimeout: 500 }).kyc.financialLimits("a"));
    await passTimeUntil(() => requests.length === 2, "the retry", 1);
    await passTime(500);
    expect(await call).toBeInstanceOf(ServerError);
    expect(await drained({ requests })).toHaveLength(2);
    expect(requests[1]?.signal.aborted).toBe(true);
  });
});

test.each([
  ["of a call", false],
  ["of a shared read, whose first key was asked for before", true],
])("calls the key function for each attempt %s", async (_, dedupe) => {
  const server = await serve([html(503), html(503), json(limits)]);
  let count = 0;
  const apiKey = async () => `${secret}-${++count}`;
  await clientFor(server, { apiKey, dedupe }).kyc.financialLimits("a");
  expect((await drained(server)).map((request) => request.headers["x-api-key"])).toEqual(
    [1, 2, 3].map((n) => `${secret}-${n}`),
  );
});
