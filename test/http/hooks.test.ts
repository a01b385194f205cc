import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions } from "../../src/client.js";
import type { Logger, LogLevel } from "../../src/http/config/options.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { html, json, serve, takeTurn, until } from "../support/loopback.js";
import { runInOtherRealm } from "../support/other-realm.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import {
  clientFor,
  envelope,
  failure,
  hash,
  limits,
  signature,
  transport,
  wallet,
} from "./test-client.js";
import { fakeTime, fetchInMemory, never, passTime, passTimeUntil } from "./time-control.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

type HookCall = [name: string, event: Record<string, unknown>];

function recordHooks() {
  const events: HookCall[] = [];
  const note = (name: string) => (event: object) => {
    events.push([name, { ...event }]);
  };
  const hooks = {
    onRequest: note("request"),
    onResponse: note("response"),
    onRetry: note("retry"),
    onError: note("error"),
  };
  return { events, hooks };
}

const about = {
  call: expect.any(Number),
  operation: "kyc.financialLimits",
  method: "GET",
  path: "/api/v1/kyc/identities/{identityId}/financial-limits",
  effect: "read",
};
const duration = expect.any(Number);

describe("hooks are called", () => {
  test("for a success", async () => {
    const { events, hooks } = recordHooks();
    const server = await serve(json(limits, 200, { "trace-id": "t1" }));
    await clientFor(server, { hooks }).kyc.financialLimits("ind_secret");
    expect(events).toEqual([
      ["request", { ...about, attempt: 1, transport }],
      ["response", { ...about, attempt: 1, status: 200, traceId: "t1", duration }],
    ]);
    expect(JSON.stringify(events)).not.toContain("ind_secret");
  });

  test("for every attempt, retry and failure, with one call number", async () => {
    const { events, hooks } = recordHooks();
    const server = await serve([html(503), json(envelope("BAD_REQUEST"), 400)]);
    const error = await failure(clientFor(server, { hooks }).kyc.financialLimits("a"));
    expect(events).toEqual([
      ["request", { ...about, attempt: 1, transport }],
      ["response", { ...about, attempt: 1, status: 503, traceId: undefined, duration }],
      [
        "retry",
        {
          ...about,
          attempt: 1,
          delay: expect.any(Number),
          error: expect.objectContaining({ name: "ServerError" }),
        },
      ],
      ["request", { ...about, attempt: 2, transport }],
      ["response", { ...about, attempt: 2, status: 400, traceId: undefined, duration }],
      ["error", { ...about, attempt: 2, error, duration }],
    ]);
    expect(new Set(events.map(([, event]) => event.call)).size).toBe(1);
  });

  test("for a failure without a response", async () => {
    const { events, hooks } = recordHooks();
    const { url, fetch } = fetchInMemory(never);
    const error = await failure(
      clientFor({ url }, { fetch, hooks, timeout: 20 }).operations.execute({
        userOperationHash: hash,
        signature,
      }),
    );
    expect(events.map(([name]) => name)).toEqual(["request", "error"]);
    expect(events[1]?.[1].error).toBe(error);
    expect(error).toMatchObject({ name: "OutcomeUnknownError" });
  });

  test.each(["onRetry", "onRequest"] as const)("for an abort in %s", async (name) => {
    const { events, hooks } = recordHooks();
    const server = await serve(html(503));
    const controller = new AbortController();
    const record = hooks[name];
    hooks[name] = (event) => {
      record(event);
      controller.abort();
    };
    const options = { hooks, retry: { limit: 1, baseDelay: 60_000 }, totalTimeout: 600_000 };
    const error = await failure(
      clientFor(server, options).kyc.financialLimits("a", { signal: controller.signal }),
    );
    expect(error).toMatchObject({ name: "AbortedError" });
    expect(events.at(-1)).toEqual(["error", { ...about, attempt: 1, error, duration }]);
    expect(events.filter(([kind]) => kind === "error")).toHaveLength(1);
  });

  test("with the milliseconds of the attempt and of the call", async () => {
    fakeTime();
    await passTime(1_000);
    const durations: [name: string, duration: number][] = [];
    const note = (name: string) => (event: { duration: number }) =>
      void durations.push([name, event.duration]);
    const after30 = (body: object, status: number) => () =>
      new Promise<Response>((resolve) =>
        setTimeout(() => resolve(Response.json(body, { status })), 30),
      );
    const { url, fetch, requests } = fetchInMemory(after30({}, 503), after30(envelope("A"), 400));
    const hooks = { onResponse: note("response"), onError: note("error"), onEnd: note("end") };
    const client = clientFor({ url }, { fetch, hooks, retry: { limit: 1, baseDelay: 0 } });
    const call = failure(client.kyc.financialLimits("a"));
    for (const attempt of [1, 2]) {
      await passTimeUntil(() => requests.length === attempt, "the request", 0);
      await passTime(30);
    }
    await call;
    expect(durations).toEqual([
      ["response", 30],
      ["response", 30],
      ["error", 60],
      ["end", 60],
    ]);
  });

  test("for other calls with other call numbers", async () => {
    const { events, hooks } = recordHooks();
    const server = await serve(json(limits));
    const client = clientFor(server, { hooks });
    await Promise.all([client.kyc.financialLimits("a"), client.kyc.financialLimits("b")]);
    expect(new Set(events.map(([, event]) => event.call)).size).toBe(2);
  });
});

describe("a hook does not affect the call", () => {
  const breakers: [string, () => unknown][] = [
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    [
      "throws no error",
      () => {
        throw Object.create(null);
      },
    ],
    ["rejects later", async () => Promise.reject(new Error("broken"))],
    ["returns something", () => 5],
  ];
  test.each(breakers)("when it %s", async (_, breaker) => {
    const hooks = {
      onRequest: breaker,
      onResponse: breaker,
      onRetry: breaker,
      onError: breaker,
    } as NonNullable<ClientOptions["hooks"]>;
    const logged: string[] = [];
    const logger: Logger = {
      error: (message) => logged.push(message),
      warn: () => {},
      info: () => {},
      debug: () => {},
    };
    const server = await serve([html(503), json(limits), json(envelope("A"), 400)]);
    const client = clientFor(server, { hooks, logger, logLevel: "error" });
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({ id: "A" });
    expect(await drained(server)).toHaveLength(3);
    await takeTurn();
    // The hooks ran eight times.
    expect(logged).toHaveLength(_ === "returns something" ? 0 : 8);
  });

  test("when it changes the event", async () => {
    const server = await serve([html(503), json(limits)]);
    const onRequest = (event: object) => Object.assign(event, { attempt: 99, operation: "x" });
    const attempts: number[] = [];
    await clientFor(server, {
      hooks: { onRequest, onResponse: ({ attempt }) => attempts.push(attempt) },
    }).kyc.financialLimits("a");
    expect(attempts).toEqual([1, 2]);
  });
});

describe("a rejection in a callback", () => {
  const rejections: [string, () => unknown][] = [
    ["of an async function", async () => Promise.reject(new Error("broken"))],
    // This promise is not `instanceof Promise` here.
    ...(inBrowser
      ? []
      : [
          ["of another realm", runInOtherRealm("() => Promise.reject(new Error('broken'))")] as [
            string,
            () => unknown,
          ],
        ]),
    [
      "of a thenable",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: this tests a thenable.
        then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error("broken")),
      }),
    ],
    [
      "of a thenable that throws",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: this tests a thenable.
        get then() {
          throw new Error("broken");
        },
      }),
    ],
  ];

  test.each(rejections)("%s is caught in every hook, and logged once", async (_, reject) => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const logged: string[] = [];
    const logger: Logger = {
      error: (message) => logged.push(message),
      warn: () => {},
      info: () => {},
      debug: () => {},
    };
    const hooks = {
      onRequest: reject,
      onResponse: reject,
      onRetry: reject,
      onError: reject,
    } as NonNullable<ClientOptions["hooks"]>;
    const server = await serve([html(503), json(limits), json({ limits: "no" })]);
    const client = clientFor(server, {
      hooks,
      logger,
      logLevel: "error",
      onDrift: reject as never,
    });
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "ResponseValidationError",
    });
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
    expect(logged).toEqual([
      ...["onRequest", "onResponse", "onRetry", "onRequest", "onResponse"].map(
        (name) => `[bursar] hook ${name} threw`,
      ),
      ...[
        "[bursar] hook onRequest threw",
        "[bursar] hook onResponse threw",
        "[bursar] onDrift threw",
        "[bursar] hook onError threw",
      ],
    ]);
  });

  test.each(rejections)(
    "%s in a logger is caught, and reported to the console once",
    async (_, reject) => {
      const unhandled: unknown[] = [];
      onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
      const reported = vi.spyOn(console, "error").mockImplementation(() => {});
      const logger = { error: reject, warn: reject, info: reject, debug: reject } as never;
      const server = await serve([html(503), json(limits)]);
      const client = clientFor(server, { logger, logLevel: "debug" });
      expect(await client.kyc.financialLimits("a")).toEqual(limits);
      await takeTurn();
      expect(reported).toHaveBeenCalledExactlyOnceWith("[bursar] the logger failed", {
        error: expect.any(String),
      });
      // In a page, Vitest writes this rejection to the console.
      await flushUnhandled(unhandled);
      expect(unhandled).toEqual([]);
    },
  );
});

test("a console that throws or rejects does not affect calls", async () => {
  const unhandled: unknown[] = [];
  onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
  const broken = () => {
    throw new Error("console.error fails this test run");
  };
  for (const report of [broken, async () => broken()]) {
    // A spy on the method itself would handle the rejection.
    const spy = vi.spyOn(console as { error: unknown }, "error", "get").mockReturnValue(report);
    const hooks = { onRequest: broken, onResponse: broken, onRetry: broken, onError: broken };
    const options = {
      hooks,
      onDrift: broken,
      logger: { error: broken, warn: broken, info: broken, debug: broken },
    };
    const server = await serve([
      json({ userOperationHash: hash }, 202),
      json({ limits: [] }),
      json(envelope("A"), 400),
    ]);
    const client = clientFor(server, { ...options, logLevel: "debug" });
    expect(await client.operations.execute({ userOperationHash: hash, signature })).toBeDefined();
    expect(await client.kyc.financialLimits("a")).toEqual({ limits: [] });
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "ApiError",
      id: "A",
    });
    await takeTurn();
    spy.mockRestore();
  }
  await flushUnhandled(unhandled);
  expect(unhandled).toEqual([]);
});

test("sends nothing after an abort in onRequest, even if fetch ignores the signal", async () => {
  const controller = new AbortController();
  const fetch = vi.fn(async () => Response.json({ userOperationHash: hash }, { status: 202 }));
  const hooks = { onRequest: () => controller.abort() };
  const client = clientFor({ url: "https://api.example.com" }, { fetch, hooks });
  const call = client.operations.execute(
    { userOperationHash: hash, signature },
    { signal: controller.signal },
  );
  expect(await failure(call)).toMatchObject({ name: "AbortedError", sent: false });
  expect(fetch).not.toHaveBeenCalled();
});

describe("events come in order, and none after the call has ended", () => {
  const recordOrder = () => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const hooks = {
      onRequest: note("request"),
      onResponse: note("response"),
      onRetry: note("retry"),
      onError: note("error"),
    };
    return { order, hooks };
  };

  test("when a custom fetch ignores the timeout and returns late", async () => {
    const { order, hooks } = recordOrder();
    fakeTime();
    const { url, fetch, requests } = fetchInMemory(
      () => new Promise((resolve) => setTimeout(resolve, 60, Response.json({}))),
    );
    for (const bound of [{ timeout: 20 }, { totalTimeout: 20 }]) {
      const client = clientFor({ url }, { fetch, hooks, ...bound });
      const sent = requests.length;
      const call = failure(client.operations.execute({ userOperationHash: hash, signature }));
      await until(() => requests.length > sent, "the request");
      await passTime(20);
      await call;
      await passTime(40);
    }
    expect(order).toEqual(["request", "error", "request", "error"]);
  });

  test.each([
    ["at once", queueMicrotask],
    ["when the retry is planned", (run: () => void) => void setTimeout(run, 0)],
  ])("when the caller aborts between a failure and its retry, %s", async (_, later) => {
    const { order, hooks } = recordOrder();
    const controller = new AbortController();
    hooks.onResponse = () => {
      order.push("response");
      later(() => controller.abort());
    };
    const others = [html(503), json(limits)];
    const server = await serve([json({}, 503, { "retry-after": "4" }), ...others]);
    const call = clientFor(server, { hooks }).kyc.financialLimits("a", {
      signal: controller.signal,
    });
    expect(await failure(call)).toMatchObject({ name: "AbortedError" });
    // This call is retried, so it comes later to each step that the first one could still take.
    expect(await clientFor(server).kyc.financialLimits("a")).toEqual(limits);
    expect(order).toEqual(["request", "response", "error"]);
  });

  test.each([false, true])("when the key function fails, dedupe %s", async (dedupe) => {
    const { order, hooks } = recordOrder();
    const apiKey = () => Promise.reject(Object.create(null));
    const client = clientFor({ url: "https://api.example.com" }, { apiKey, hooks, dedupe });
    expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({
      name: "ConfigurationError",
    });
    expect(order).toEqual(["error"]);
  });
});

describe("the log", () => {
  const levels = ["error", "warn", "info", "debug"] as const;

  async function logOf(
    logLevel: LogLevel | undefined,
  ): Promise<[string, string, Record<string, unknown>][]> {
    const lines: [string, string, Record<string, unknown>][] = [];
    const logger = Object.fromEntries(
      levels.map((level) => [
        level,
        (message: string, fields: object) => lines.push([level, message, { ...fields }]),
      ]),
    ) as unknown as Logger;
    const server = await serve([
      html(503),
      json({ limits: [] }),
      json(envelope("A", `about ${wallet}`), 400),
    ]);
    const hooks = {
      onRequest: () => {
        throw new Error("broken");
      },
    };
    const client = clientFor(server, { logger, logLevel, hooks });
    await client.kyc.financialLimits("ind_private");
    await failure(client.kyc.financialLimits("ind_private"));
    return lines;
  }

  test.each([
    ["off", []],
    ["error", ["error"]],
    ["warn", ["error", "warn"]],
    ["info", ["error", "warn", "info"]],
    ["debug", ["error", "warn", "info", "debug"]],
  ] as [LogLevel, LogLevel[]][])("at %s contains no lower level", async (level, expected) => {
    const lines = await logOf(level);
    expect([...new Set(lines.map(([of]) => of))].sort()).toEqual([...expected].sort());
    for (const [, message] of lines) expect(message).toMatch(/^\[bursar\] /);
  });

  test("contains names, numbers and trace ids, and no part of a request or response", async () => {
    const allowed =
      "attempt call delay duration effect error id method operation outcome path paths status traceId transport".split(
        " ",
      );
    const lines = await logOf("debug");
    expect(lines.length).toBeGreaterThan(8);
    for (const [, , fields] of lines) {
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(fields)));
      expect(
        Object.values(fields).every(
          (value) => typeof value !== "object" || Array.isArray(value) || value === null,
        ),
      ).toBe(true);
    }
    const text = JSON.stringify(lines);
    for (const hidden of ["ind_private", wallet, "about", "gateway", "127.0.0.1"])
      expect(text).not.toContain(hidden);
  });

  test("warns by default of a write whose outcome is unknown, with its status and trace id", async () => {
    const lines: unknown[][] = [];
    const write = (...line: unknown[]) => lines.push(line);
    const logger = { error: write, warn: write, info: write, debug: write } as unknown as Logger;
    const server = await serve(json({ traceId: "trace-of-the-order" }, 500));
    const client = clientFor(server, { logger, logLevel: undefined });
    await failure(client.fiat.createDeposit({ quoteId: "q_1" }));
    await failure(client.kyc.financialLimits("ind_1", { retry: false }));
    expect(lines).toEqual([
      [
        "[bursar] fiat.createDeposit failed",
        expect.objectContaining({
          error: "OutcomeUnknownError",
          outcome: "unknown",
          status: 500,
          traceId: "trace-of-the-order",
        }),
      ],
    ]);
  });

  test("goes to the console and contains only warnings by default", async () => {
    vi.stubEnv("BURSAR_LOG", undefined);
    const spies = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
    const server = await serve([html(503), json({ limits: [] })]);
    await clientFor(server, { logLevel: undefined }).kyc.financialLimits("a");
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0, 0]);
  });

  // In a page the environment is not read.
  test.skipIf(inBrowser)("reads its level from the environment", async () => {
    vi.stubEnv("BURSAR_LOG", " debug ");
    const debug = vi.spyOn(console, "debug").mockImplementation(() => {});
    const server = await serve(json(limits));
    await clientFor(server, { logLevel: undefined }).kyc.financialLimits("a");
    expect(debug).toHaveBeenCalledTimes(2);
    // An option takes precedence.
    await clientFor(server, { logLevel: "info" }).kyc.financialLimits("a");
    expect(debug).toHaveBeenCalledTimes(2);
  });

  describe("passes its fields where they are kept", () => {
    const write = (lines: unknown[][]) =>
      Object.fromEntries(
        levels.map((level) => [level, (...line: unknown[]) => lines.push(line)]),
      ) as unknown as Logger;
    const method = () => {};
    const fields = expect.objectContaining({ operation: "kyc.financialLimits" });
    const message = "[bursar] kyc.financialLimits failed";

    test.each([
      ["console: after the message", { log: method, trace: method }, [message, fields]],
      ["winston: after the message", { log: method, child: method }, [message, fields]],
      [
        "winston with a level fatal",
        { log: method, child: method, fatal: method },
        [message, fields],
      ],
      ["a logger with four methods: after the message", {}, [message, fields]],
      ["pino and bunyan: before the message", { child: method, fatal: method }, [fields, message]],
    ])("%s", async (_, methods, expected) => {
      const lines: unknown[][] = [];
      const server = await serve(json(envelope("A"), 400));
      const logger = { ...write(lines), ...methods };
      await failure(clientFor(server, { logger, logLevel: "info" }).kyc.financialLimits("a"));
      expect(lines).toEqual([expected]);
    });

    test("keeps the logger as this", async () => {
      const lines: unknown[] = [];
      class ObjectLogger {
        readonly lines = lines;
        info(...line: unknown[]) {
          this.lines.push(line);
        }
        child() {}
        fatal() {}
      }
      const server = await serve(json(envelope("A"), 400));
      const logger = new ObjectLogger() as unknown as Logger;
      await failure(clientFor(server, { logger, logLevel: "info" }).kyc.financialLimits("a"));
      expect(lines).toEqual([[fields, message]]);
    });
  });

  test("does not affect calls if the logger throws", async () => {
    const broken = () => {
      throw new Error("disk full");
    };
    const server = await serve([html(503), json({ limits: [] })]);
    const logger = { error: broken, warn: broken, info: broken, debug: broken };
    const client = clientFor(server, { logger, logLevel: "debug" });
    expect(await client.kyc.financialLimits("a")).toEqual({ limits: [] });
  });
});
