import { describe, expect, test } from "vitest";
import type { ClientOptions } from "../../src/client.js";
import { type CallOptions, ConfigurationError, type RetryQuotaEvent } from "../../src/index.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { clientFor, failure, hash, limits, transaction, wallet } from "./test-client.js";
import { fakeTime, fetchInMemory, passTime, passTimeUntil, watchEnd } from "./time-control.js";

const retry = { limit: 2, baseDelay: 0, maxDelay: 0 };
const dead = () => new Response("", { status: 503 });
const unreachable = () => {
  throw new TypeError("fetch failed");
};
const alive = () => Response.json(limits);

/** A client of a service in memory, which is dead until `revive`. */
function createService(options: ClientOptions = {}, broken: () => Response = dead) {
  const events: RetryQuotaEvent[] = [];
  let isDead = true;
  const { url, requests, fetch } = fetchInMemory(() => (isDead ? broken() : alive()));
  const hooks = { onRetryQuotaEmpty: (event: RetryQuotaEvent) => void events.push(event) };
  const client = clientFor({ url }, { fetch, retry, hooks, ...options });
  return {
    events,
    requests,
    client,
    read: (count: number, by = client) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, index) => by.kyc.financialLimits(`${index}`)),
      ),
    setDead(value: boolean) {
      isDead = value;
    },
  };
}

describe("the quota for retries", () => {
  test("limits the retries of 1,000 calls to a dead service to 10 %", async () => {
    const { read, requests } = createService();
    for (let batch = 0; batch < 10; batch++) await read(100);
    expect(await drained({ requests })).toHaveLength(1_100);
  });

  test("limits the retries of concurrent calls, however many each may make", async () => {
    const options = { retry: { ...retry, limit: 9, quota: 50 } };
    const { read, requests } = createService(options, unreachable);
    await read(100);
    expect(await drained({ requests })).toHaveLength(110);
  });

  test("is not needed while the service responds", async () => {
    const { read, requests, setDead, events } = createService({ retry: { ...retry, quota: 5 } });
    setDead(false);
    await read(20);
    expect(await drained({ requests })).toHaveLength(20);
    expect(events).toEqual([]);
  });

  test("gets one token per success, and never more than its size", async () => {
    const { read, requests, setDead } = createService({ retry: { ...retry, quota: 20 } });
    await read(10);
    expect(await drained({ requests })).toHaveLength(14);
    setDead(false);
    await read(9);
    setDead(true);
    await read(10);
    // 9 tokens pay for 1 retry.
    expect(await drained({ requests })).toHaveLength(14 + 9 + 11);
    setDead(false);
    await read(100);
    setDead(true);
    await read(10);
    expect(await drained({ requests })).toHaveLength(34 + 100 + 14);
  });

  test("is of the size in the option quota, and does not exist for false", async () => {
    for (const [quota, retries] of [
      [5, 1],
      [54, 10],
      [false, 40],
      [undefined, 40],
    ] as const) {
      const { read, requests } = createService({ retry: { ...retry, quota } });
      await read(20);
      expect(await drained({ requests }), String(quota)).toHaveLength(20 + retries);
    }
  });

  test("makes the first failure final, whose hint states the reason", async () => {
    const { client, read, requests } = createService({ retry: { ...retry, quota: 5 } });
    await read(1);
    const error = await failure(client.kyc.financialLimits("a"));
    expect(error).toMatchObject({ kind: "api", status: 503, outcome: "none" });
    expect(error).toHaveProperty(
      "hint",
      "The service may be down. Try again later. It was not retried, because retry.quota of the client is empty.",
    );
    expect(await drained({ requests })).toHaveLength(3);
  });

  test("also pays for the retry of a write that never arrived", async () => {
    const refused = () => {
      throw Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error("connect ECONNREFUSED"), {
          code: "ECONNREFUSED",
          syscall: "connect",
        }),
      });
    };
    const { client, read, requests } = createService({ retry: { ...retry, quota: 10 } }, refused);
    await read(2);
    expect(await drained({ requests })).toHaveLength(4);
    await failure(client.kyc.individual.standard.process("s_1"));
    expect(await drained({ requests })).toHaveLength(5);
  });

  test("is shared by the pages of listings", async () => {
    const { client, requests } = createService({ retry: { ...retry, quota: 10 } });
    await Promise.allSettled(Array.from({ length: 10 }, () => client.tokens.list().firstPage()));
    expect(await drained({ requests })).toHaveLength(12);
  });

  test("is spent once for a read that several callers share", async () => {
    const { client, requests } = createService({ dedupe: true, retry: { ...retry, quota: 10 } });
    await Promise.allSettled(Array.from({ length: 10 }, () => client.kyc.financialLimits("a")));
    expect(await drained({ requests })).toHaveLength(3);
  });

  test("is shared by clients of withOptions, unless quota or baseUrl changes", async () => {
    const small = { ...retry, quota: 50 };
    const { client, read, requests } = createService({ retry: small });
    for (let timeout = 1_000; timeout < 1_010; timeout++) {
      await read(10, client.withOptions({ timeout, retry: { ...small, limit: 3 } }));
    }
    expect(await drained({ requests })).toHaveLength(110);
    await read(5, client.withOptions({ baseUrl: "https://other.test" }));
    expect(await drained({ requests })).toHaveLength(125);
    await read(5, client.withOptions({ retry: { ...retry, quota: 100 } }));
    expect(await drained({ requests })).toHaveLength(140);
    // Retries without a quota keep its size, and the tokens.
    await read(5, client.withOptions({ retry: 2 }));
    await read(5, client);
    expect(await drained({ requests })).toHaveLength(150);
  });

  test("is its own for another key, so that no tenant uses up the retries of another", async () => {
    const { client, read, requests } = createService({ retry: { ...retry, quota: 50 } });
    await read(100);
    expect(await drained({ requests })).toHaveLength(110);
    await read(5, client.withOptions({ apiKey: "the-key-of-another-tenant" }));
    expect(await drained({ requests })).toHaveLength(110 + 15);
    // A client per request has the tokens of its tenant, not new ones.
    for (let i = 0; i < 20; i++)
      await read(1, client.withOptions({ apiKey: "the-key-of-another-tenant" }));
    expect(await drained({ requests })).toHaveLength(125 + 20);
    // A function may return any key, so that all functions share their tokens.
    for (let i = 0; i < 20; i++)
      await read(1, client.withOptions({ apiKey: () => "the-key-of-a-third-tenant" }));
    expect(await drained({ requests })).toHaveLength(145 + 20 + 10);
    await read(5, client.withOptions({ apiKey: null }));
    expect(await drained({ requests })).toHaveLength(175 + 15);
  });

  test("is not spent by calls that do not retry", async () => {
    const { client, read, requests } = createService({ retry: { ...retry, quota: 50 } });
    for (let i = 0; i < 20; i++) await failure(client.kyc.financialLimits("a", { retry: false }));
    await read(10);
    expect(await drained({ requests })).toHaveLength(20 + 20);
    // A delay beyond the total timeout, and then one of a millisecond.
    let delay = 3_600;
    const busy = () => new Response("", { status: 503, headers: { "retry-after": String(delay) } });
    const late = createService({ retry: { ...retry, quota: 50 } }, busy);
    await late.read(20);
    delay = 0.001;
    await late.read(10);
    expect(await drained(late)).toHaveLength(20 + 20);
  });
});

describe("onRetryQuotaEmpty is called", () => {
  test("once per emptying, with the operation and the error of the call", async () => {
    const { read, events, setDead } = createService({ retry: { ...retry, quota: 20 } });
    await read(100);
    expect(events).toEqual([
      { operation: "kyc.financialLimits", error: expect.objectContaining({ status: 503 }) },
    ]);
    setDead(false);
    await read(9);
    setDead(true);
    await read(100);
    expect(events).toHaveLength(1);
    // Half full: 4 points and 6.
    setDead(false);
    await read(6);
    setDead(true);
    await read(100);
    expect(events).toHaveLength(2);
  });

  test("together with one warning in the log", async () => {
    const lines: unknown[][] = [];
    const note = (...line: unknown[]) => void lines.push(line);
    const logger = { error: note, warn: note, info: note, debug: note };
    const quota = { ...retry, quota: 5 };
    await createService({ logger, logLevel: "warn", retry: quota }).read(100);
    expect(lines).toEqual([
      [
        "[bursar] no retries: retry.quota is empty",
        { operation: "kyc.financialLimits", error: "ServerError" },
      ],
    ]);
  });

  test("also if the hook throws, which changes nothing for the calls", async () => {
    const hooks = {
      onRetryQuotaEmpty: () => {
        throw new Error("from the hook");
      },
    };
    const { read, requests } = createService({ hooks, retry: { ...retry, quota: 5 } });
    const outcomes = await read(10);
    expect(await drained({ requests })).toHaveLength(11);
    for (const outcome of outcomes)
      expect(outcome).toHaveProperty("reason", expect.objectContaining({ status: 503 }));
  });
});

describe("a wait", () => {
  const options = { interval: 1_000, maxInterval: 60_000, timeout: 3_600_000 };

  // A page loads the code of waits in real time, while the fake time passes.
  test.skipIf(inBrowser)(
    "pays for each poll after a failure, and polls slowly without tokens",
    async () => {
      fakeTime();
      const quota = { ...retry, quota: 10 };
      const { client, requests, events } = createService({ retry: quota });
      const call = failure(
        client.wallets.waitForTransaction(
          wallet,
          { userOperationHash: hash },
          { ...options, timeout: 200_000 },
        ),
      );
      const end = watchEnd(call);
      await passTime(0);
      const times: number[] = [];
      for (let seconds = 0; seconds < 130; seconds += 2.5) {
        if (requests.length > times.length) times.push(seconds);
        await passTime(2_500);
      }
      // After 1 s, 1.5 s, and then the maximum.
      expect(times).toEqual([0, 2.5, 5, 65, 125]);
      expect(events).toMatchObject([{ operation: "wallets.waitForTransaction" }]);
      await passTimeUntil(() => end.hasEnded, "the end of the wait", 60_000);
      expect(await call).toMatchObject({ name: "WaitTimeoutError" });
    },
  );

  test("still finds the record after the quota was empty", async () => {
    fakeTime();
    const found = () =>
      Response.json({ transactions: [transaction("tx_1", { userOperationHash: hash })] });
    const { url, fetch, requests } = fetchInMemory(dead, dead, dead, found);
    const client = clientFor({ url }, { fetch, retry: { ...retry, quota: 5 } });
    const call = client.wallets.waitForTransaction(wallet, { userOperationHash: hash }, options);
    const end = watchEnd(call);
    await passTimeUntil(() => end.hasEnded, "the end of the wait", 10_000);
    expect(await call).toMatchObject({ id: "tx_1" });
    expect(await drained({ requests })).toHaveLength(4);
  });
});

describe("bad options", () => {
  test.each([0, 4, 5.5, -1, Number.NaN, Number.POSITIVE_INFINITY, "500", true, {}])(
    "retry.quota: %o is rejected when the client is created",
    (quota) => {
      const create = () => createService({ retry: { quota: quota as number } });
      expect(create).toThrow(ConfigurationError);
      expect(create).toThrow("createClient: retry.quota: expected false or an integer ≥ 5, got ");
    },
  );

  test("an unknown option of retry is rejected with a suggestion", () => {
    const create = () => createService({ retry: { quotas: 5 } as never });
    expect(create).toThrow('retry: unknown option "quotas"');
    expect(create).toThrow(expect.objectContaining({ hint: "Did you mean quota?" }));
  });

  test("retry of another type is rejected", () => {
    expect(() => createService({ retry: "3" as never })).toThrow(ConfigurationError);
  });

  test("a call cannot change the quota, and nothing is sent", async () => {
    const { client, requests } = createService();
    const options = { retry: { quota: 5 } } as CallOptions;
    expect(await failure(client.kyc.financialLimits("a", options))).toMatchObject({
      kind: "configuration",
      message: 'call: retry: unknown option "quota"',
    });
    expect(await drained({ requests })).toEqual([]);
  });
});
