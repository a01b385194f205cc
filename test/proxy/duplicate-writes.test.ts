import { describe, expect, test, vi } from "vitest";
import { isBursarError } from "../../src/index.js";
import { everything, openProxy, origin, prefix } from "./proxy-kit.js";

const path = "/api/v1/crypto/execute-user-op";
const body = { userOperationHash: `0x${"ab".repeat(32)}`, signature: `0x${"cd".repeat(65)}` };
const id = { "bursar-once": "m1x2y3-abcdefgh" };
const accepted = () =>
  Response.json({ userOperationHash: body.userOperationHash }, { status: 202 });

describe("a write that a browser sends again by itself", () => {
  test("is forwarded once; the second arrival has an unknown outcome", async () => {
    const { post, arrived, events } = openProxy({}, accepted);
    expect((await post(path, body, id)).status).toBe(202);
    const again = await post(path, body, id);
    expect(again.status).toBe(502);
    expect(await again.json()).not.toHaveProperty("id");
    expect(arrived).toHaveLength(1);
    expect(events.map(({ id }) => id)).toEqual([undefined, "PROXY_ANSWER_LOST"]);
  });

  test("is forwarded once, too, where both arrive together", async () => {
    const { post, arrived } = openProxy({}, accepted);
    const statuses = (await Promise.all([post(path, body, id), post(path, body, id)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([202, 502]);
    expect(arrived).toHaveLength(1);
  });

  test("another sending of the same, and one without an id, are forwarded", async () => {
    const { post, arrived } = openProxy({}, accepted);
    for (const headers of [id, { "bursar-once": "m1x2y3-other-one" }, {}, {}])
      expect((await post(path, body, headers)).status).toBe(202);
    expect(arrived).toHaveLength(4);
  });

  test("what was refused before has used up no id", async () => {
    const authorize = vi.fn(() => true).mockReturnValueOnce(false);
    const { post, arrived } = openProxy({ authorize }, accepted);
    expect((await post(path, body, id)).status).toBe(403);
    expect((await post(path, body, id)).status).toBe(202);
    expect(arrived).toHaveLength(1);
  });

  test("reads and quotes are forwarded as often as they come", async () => {
    const { ask, arrived } = openProxy({}, () =>
      Response.json({ tokens: [], total: 0, page: 1, perPage: 100 }),
    );
    for (let i = 0; i < 2; i++) await ask("/api/v1/crypto/tokens", { headers: id });
    expect(arrived).toHaveLength(2);
  });

  test("the id goes to no service", async () => {
    const { post, arrived } = openProxy({}, accepted);
    await post(path, body, id);
    expect(arrived[0]?.headers).not.toHaveProperty("bursar-once");
  });

  test("ids of any length and form take no memory: they count for none", async () => {
    const { post, arrived } = openProxy({}, accepted);
    for (const odd of ["x", "y".repeat(65), "a b c d e f g h"]) {
      for (let i = 0; i < 2; i++)
        expect((await post(path, body, { "bursar-once": odd })).status).toBe(202);
    }
    expect(arrived).toHaveLength(6);
  });

  test("the memory is bounded: the oldest ids go first", async () => {
    const { post, arrived } = openProxy({}, accepted);
    for (let i = 0; i <= 10_000; i++) await post(path, body, { "bursar-once": `sending-${i}` });
    expect((await post(path, body, { "bursar-once": "sending-10000" })).status).toBe(502);
    expect((await post(path, body, { "bursar-once": "sending-0" })).status).toBe(202);
    expect(arrived).toHaveLength(10_002);
  }, 60_000);
});

describe("a store that instances share", () => {
  test("decides, with the id", async () => {
    const once = vi.fn(async () => false);
    const { post, arrived } = openProxy({ once }, accepted);
    expect((await post(path, body, id)).status).toBe(502);
    expect(once).toHaveBeenCalledWith("m1x2y3-abcdefgh");
    expect(arrived).toHaveLength(0);
  });

  test.each([
    ["throws", () => Promise.reject(new TypeError("down"))],
    ["answers with what is no answer", () => "OK" as never],
  ])("lets nothing pass where it %s, and calls the outcome unknown", async (_, once) => {
    const { post, arrived } = openProxy({ once }, accepted);
    const answer = await post(path, body, id);
    expect(answer.status).toBe(502);
    expect(await answer.json()).not.toHaveProperty("id");
    expect(arrived).toHaveLength(0);
  });

  test("that never answers ends with the timeout, and leaves the outcome unknown", async () => {
    const { post, arrived, events } = openProxy(
      { once: () => new Promise(() => {}), timeout: 30 },
      accepted,
    );
    const answer = await post(path, body, id);
    expect(answer.status).toBe(502);
    expect(await answer.json()).not.toHaveProperty("id");
    expect(arrived).toHaveLength(0);
    expect(events).toMatchObject([{ error: { name: "TimeoutError" }, sent: false }]);
  });

  test("that never answers ends when the client disconnects", async () => {
    const { proxy, arrived } = openProxy({ once: () => new Promise(() => {}) }, accepted);
    const answer = await proxy(
      new Request(`${origin}${prefix}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...id },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30),
      }),
    );
    expect(answer.status).toBe(502);
    expect(arrived).toHaveLength(0);
  });

  test("that is no function is refused at once", () => {
    try {
      openProxy({ once: "redis" as never });
      expect.unreachable();
    } catch (error) {
      expect(isBursarError(error) && error.message).toBe("createProxy: once must be a function");
    }
  });
});

test("pages of other origins may send the id", async () => {
  const { ask } = openProxy({ allow: everything, allowOrigins: ["https://other.test"] });
  const answer = await ask(`${origin}${prefix}${path}`, {
    method: "OPTIONS",
    headers: { origin: "https://other.test" },
  });
  expect(answer.headers.get("access-control-allow-headers")).toContain("bursar-once");
});
