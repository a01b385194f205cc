import { describe, expect, test, vi } from "vitest";
import { isBursarError } from "../../src/index.js";
import type { ProxyOptions } from "../../src/proxy/index.js";
import { createWriteIdCache } from "../../src/proxy/write-ids.js";
import { until } from "../support/waiting.js";
import { letTimePass, openProxy, origin, prefix, stopTimers, swap } from "./proxy-kit.js";

const path = "/api/v1/crypto/execute-user-op";
const body = { userOperationHash: `0x${"ab".repeat(32)}`, signature: `0x${"cd".repeat(65)}` };
const id = { "bursar-once": "m1x2y3-abcdefgh" };
const accepted = () =>
  Response.json({ userOperationHash: body.userOperationHash }, { status: 202 });

describe("a write that a browser repeats", () => {
  test("is forwarded once; the second arrival has an unknown outcome", async () => {
    const { post, forwarded, events } = openProxy({}, accepted);
    expect((await post(path, body, id)).status).toBe(202);
    const again = await post(path, body, id);
    expect(again.status).toBe(502);
    expect(await again.json()).not.toHaveProperty("id");
    expect(forwarded).toHaveLength(1);
    expect(events.map(({ id }) => id)).toEqual([undefined, "PROXY_RESPONSE_LOST"]);
  });

  test("is forwarded once if both arrive together", async () => {
    const { post, forwarded } = openProxy({}, accepted);
    const statuses = (await Promise.all([post(path, body, id), post(path, body, id)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([202, 502]);
    expect(forwarded).toHaveLength(1);
  });

  test("is forwarded again with another id, or without an id", async () => {
    const { post, forwarded } = openProxy({}, accepted);
    for (const headers of [id, { "bursar-once": "m1x2y3-other-one" }, {}, {}])
      expect((await post(path, body, headers)).status).toBe(202);
    expect(forwarded).toHaveLength(4);
  });

  test("is forwarded if the first one was rejected", async () => {
    const authorize = vi.fn(() => true).mockReturnValueOnce(false);
    const { post, forwarded } = openProxy({ authorize }, accepted);
    expect((await post(path, body, id)).status).toBe(403);
    expect((await post(path, body, id)).status).toBe(202);
    expect(forwarded).toHaveLength(1);
  });

  test.each<[string, Partial<Parameters<typeof openProxy>[0]>]>([
    ["authorize", { authorize: vi.fn(() => false).mockReturnValueOnce(true as never) }],
    [
      "the session",
      {
        authorize: vi
          .fn(() => new Response(null, { status: 401 }))
          .mockReturnValueOnce(true as never),
      },
    ],
    [
      "limit",
      { limit: vi.fn(() => ({ retryAfter: 1_000 })).mockReturnValueOnce(undefined as never) },
    ],
    [
      "a limit that fails",
      {
        limit: vi
          .fn(() => {
            throw new Error("down");
          })
          .mockReturnValueOnce(undefined as never),
      },
    ],
  ])("has an unknown outcome if %s would refuse the second arrival", async (_, options) => {
    const { post, forwarded, events } = openProxy(options, accepted);
    expect((await post(path, body, id)).status).toBe(202);
    const again = await post(path, body, id);
    expect(again.status).toBe(502);
    expect(await again.json()).not.toHaveProperty("id");
    expect(forwarded).toHaveLength(1);
    expect(events.map(({ outcome }) => outcome)).toEqual(["success", "unknown"]);
  });

  test("has an unknown outcome if it arrives while the first one is authorized", async () => {
    let allow = () => {};
    const allowed = new Promise<boolean>((resolve) => {
      allow = () => resolve(true);
    });
    const authorize = vi
      .fn<() => boolean | Promise<boolean>>(() => false)
      .mockReturnValueOnce(allowed);
    const { post, forwarded } = openProxy({ authorize }, accepted);
    const first = post(path, body, id);
    await until(() => authorize.mock.calls.length === 1, "the call of authorize");
    const again = await post(path, body, id);
    expect(again.status).toBe(502);
    expect(await again.json()).not.toHaveProperty("id");
    allow();
    expect((await first).status).toBe(202);
    expect(forwarded).toHaveLength(1);
  });

  test("does not affect reads with an id", async () => {
    const { send, post, forwarded } = openProxy({}, () =>
      Response.json({ tokens: [], total: 0, page: 1, perPage: 100 }),
    );
    for (let i = 0; i < 2; i++) {
      await send("/api/v1/crypto/tokens", { headers: id });
      // A quote is no write, although it has a body.
      await post("/api/v1/crypto/swap", swap, id);
    }
    expect(forwarded).toHaveLength(4);
  });

  test("has no id at the service", async () => {
    const { post, forwarded } = openProxy({}, accepted);
    await post(path, body, id);
    expect(forwarded[0]?.headers).not.toHaveProperty("bursar-once");
  });

  test("is forwarded again if the id has an invalid length or form", async () => {
    const { post, forwarded } = openProxy({}, accepted);
    for (const odd of ["x".repeat(7), "y".repeat(65), "a b c d e f g h"]) {
      for (let i = 0; i < 2; i++)
        expect((await post(path, body, { "bursar-once": odd })).status).toBe(202);
    }
    expect(forwarded).toHaveLength(6);
    for (const valid of ["x".repeat(8), "y".repeat(64)])
      for (const status of [202, 502])
        expect((await post(path, body, { "bursar-once": valid })).status).toBe(status);
  });

  test("is forgotten after 10,000 newer ids", async () => {
    const { claim, endClaim } = createWriteIdCache();
    for (let i = 0; i <= 10_000; i++) {
      claim(`sending-${i}`);
      endClaim?.(`sending-${i}`, true);
    }
    expect(claim("sending-10000")).toBe(false);
    expect(claim("sending-1")).toBe(false);
    expect(claim("sending-0")).toBe(true);
  });

  test("is not forgotten for writes that were not forwarded, however many are open", async () => {
    const { claim, endClaim } = createWriteIdCache();
    claim("forwarded");
    endClaim?.("forwarded", true);
    for (let i = 0; i <= 10_000; i++) claim(`checked-${i}`);
    expect(claim("forwarded")).toBe(false);
    expect(claim("checked-0")).toBe(false);
    for (let i = 0; i <= 10_000; i++) endClaim?.(`checked-${i}`, false);
    expect(claim("forwarded")).toBe(false);
    expect(claim("checked-0")).toBe(true);
  });
});

describe("the option once", () => {
  test("decides by the id", async () => {
    const once = vi.fn(async () => false);
    const { post, forwarded } = openProxy({ once }, accepted);
    expect((await post(path, body, id)).status).toBe(502);
    expect(once).toHaveBeenCalledWith("m1x2y3-abcdefgh");
    expect(forwarded).toHaveLength(0);
  });

  test("is not called for a request that authorize refuses, so that strangers fill no store", async () => {
    const once = vi.fn(async () => true);
    for (const refusal of [false, new Response(null, { status: 403 })]) {
      const { post } = openProxy({ once, authorize: () => refusal }, accepted);
      expect((await post(path, body, id)).status).toBe(403);
    }
    expect(once).not.toHaveBeenCalled();
  });

  test.each<[string, NonNullable<ProxyOptions["limit"]>]>([
    ["refuses it", () => ({ retryAfter: 1_000 })],
    [
      "fails",
      () => {
        throw new Error("down");
      },
    ],
  ])("decides before limit, also if that %s at the second instance", async (_, refuse) => {
    const ids = new Set<string>();
    const once = (each: string) => !ids.has(each) && ids.add(each).size > 0;
    const limit = vi.fn(refuse);
    const [first, second] = [
      openProxy({ once }, accepted),
      openProxy({ once, limit: limit as never }, accepted),
    ];
    expect((await first.post(path, body, id)).status).toBe(202);
    const again = await second.post(path, body, id);
    expect(again.status).toBe(502);
    expect(await again.json()).not.toHaveProperty("id");
    expect([limit.mock.calls, second.forwarded]).toEqual([[], []]);
  });

  test("is not called again for a write that this instance has forwarded", async () => {
    const once = vi.fn(async () => true);
    const { post, forwarded } = openProxy({ once }, accepted);
    expect((await post(path, body, id)).status).toBe(202);
    expect((await post(path, body, id)).status).toBe(502);
    expect([once.mock.calls.length, forwarded.length]).toEqual([1, 1]);
  });

  test.each([
    ["rejects", () => Promise.reject(new TypeError("down"))],
    [
      "throws before it returns a promise",
      () => {
        throw new TypeError("down");
      },
    ],
    ["returns something else", () => "OK" as never],
  ])("rejects the write with an unknown outcome if it %s", async (_, once) => {
    const { post, forwarded } = openProxy({ once }, accepted);
    const response = await post(path, body, id);
    expect(response.status).toBe(502);
    expect(await response.json()).not.toHaveProperty("id");
    expect(forwarded).toHaveLength(0);
  });

  test("rejects the write with an unknown outcome after the timeout", async () => {
    stopTimers();
    const { post, forwarded, events } = openProxy(
      { once: () => letTimePass(30), timeout: 30 },
      accepted,
    );
    const response = await post(path, body, id);
    expect(response.status).toBe(502);
    expect(await response.json()).not.toHaveProperty("id");
    expect(forwarded).toHaveLength(0);
    expect(events).toMatchObject([{ error: { name: "TimeoutError" }, sent: false }]);
  });

  test("is not awaited after the client disconnects", async () => {
    const client = new AbortController();
    const once = () => {
      client.abort();
      return new Promise<never>(() => {});
    };
    const { proxy, forwarded } = openProxy({ once }, accepted);
    const response = await proxy(
      new Request(`${origin}${prefix}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...id },
        body: JSON.stringify(body),
        signal: client.signal,
      }),
    );
    expect(response.status).toBe(499);
    expect(forwarded).toHaveLength(0);
  });

  test("must be a function", () => {
    try {
      openProxy({ once: "redis" as never });
      expect.unreachable();
    } catch (error) {
      expect(isBursarError(error) && error.message).toBe(
        'createProxy: once: expected a function, got "redis"',
      );
    }
  });
});
