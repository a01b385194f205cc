import { describe, expect, onTestFinished, test } from "vitest";
import { ConfigurationError, WebhookVerificationError } from "../../src/errors/index.js";
import { createReplayGuard, createWebhookHandler, signWebhook } from "../../src/webhooks/index.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import { waitFor } from "../support/waiting.js";
import { post, setUp, url, withoutPauses } from "./handler-kit.js";
import { buildHeaders, deposit, otherSecret, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;

describe("createWebhookHandler", () => {
  test("responds with 204 after onEvent got the event and its details", async () => {
    const { handle, onEvent, onError } = setUp();
    const request = post();
    const response = await handle(request);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(onEvent.mock.calls).toEqual([
      [JSON.parse(body), { id: testVector.id, sentAt: now, drift: [], request }],
    ]);
    expect(onError).not.toHaveBeenCalled();
  });

  test("ignores a rejected promise of onError", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const onError = async () => {
      throw new Error("log failed");
    };
    const handle = createWebhookHandler({ secret, now: () => now, onEvent: () => {}, onError });
    expect((await handle(post(buildHeaders(), "{}"))).status).toBe(401);
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("responds with 204 to a redelivery without processing it again", async () => {
    const { handle, onEvent, onError } = setUp();
    for (let i = 0; i < 3; i++) expect((await handle(post())).status).toBe(204);
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  });

  test.each([
    ["complete", 204, () => {}],
    ["release", 500, () => Promise.reject(new Error("no database"))],
  ])("responds only after the store has finished %s", async (method, status, onEvent) => {
    const finished: string[] = [];
    const finish = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      finished.push(name);
    };
    const claim = () => ({ complete: finish("complete"), release: finish("release") });
    const { handle } = setUp({ onEvent, replays: { claim } });
    expect((await handle(post())).status).toBe(status);
    expect(finished).toEqual([method]);
  });

  test("responds with 503 while the same delivery is being processed", async () => {
    let fail = (_: Error) => {};
    const { handle, onEvent, onError } = setUp({
      onEvent: () => new Promise((_, reject) => (fail = reject)),
    });
    const first = handle(post());
    await waitFor(() => expect(onEvent).toHaveBeenCalled());
    const request = post();
    const second = await handle(request);
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, "10"]);
    const busy = expect.objectContaining({ name: "WebhookReplayError", state: "busy" });
    expect(onError.mock.calls).toEqual([[busy, request]]);
    fail(new Error("no database"));
    expect((await first).status).toBe(500);
    onEvent.mockImplementation(() => {});
    expect((await handle(post())).status).toBe(204);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no database at 10.0.0.1");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no database at 10.0.0.1"))],
  ])(
    "responds with 500 if onEvent %s, without its message, and accepts the redelivery",
    async (_, onEvent) => {
      const { handle, onError, onEvent: spy } = setUp({ onEvent });
      const response = await handle(post());
      expect([response.status, await response.text()]).toEqual([500, ""]);
      expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: "no database at 10.0.0.1" });
      spy.mockImplementation(() => {});
      expect((await handle(post())).status).toBe(204);
      expect((await handle(post())).status).toBe(204);
      expect(spy).toHaveBeenCalledTimes(2);
    },
  );

  test("responds with 500 to an incomplete event, also when it is retried", async () => {
    const { handle, onEvent, onError } = setUp();
    const { headers, body: text } = await signWebhook({ ...deposit, orderId: null }, secret, {
      now,
    });
    const response = await handle(post(headers, text));
    expect([response.status, await response.text()]).toEqual([500, "unexpected_body"]);
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: "unexpected_body",
      event: { sendFiatAmount: "250" },
    });
    expect((await handle(post(headers, text))).status).toBe(500);
  });

  const { "svix-id": _, ...withoutId } = buildHeaders();
  test.each<[number, string, Request, number]>([
    [401, "bad_signature", post(buildHeaders(), `${body} `), now],
    [401, "no_supported_signature", post(buildHeaders({ signature: "v2,AAAA" })), now],
    [401, "too_old", post(), now + 300_001],
    [401, "too_new", post(), now - 300_001],
    [400, "missing_header", post(withoutId), now],
    [400, "bad_timestamp", post(buildHeaders({ timestamp: "soon" })), now],
    [400, "conflicting_headers", post({ ...buildHeaders(), "webhook-id": "other" }), now],
    [401, "bad_signature", post(buildHeaders(), null), now],
  ])("responds with %i to %s", async (status, code, request, time) => {
    const { handle, onEvent, onError } = setUp({ now: () => time });
    const response = await handle(request);
    expect([response.status, await response.text()]).toEqual([status, code]);
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.any(WebhookVerificationError), request]]);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])(
    "responds with 405 to %s",
    async (method) => {
      const response = await setUp().handle(new Request(url, { method, headers: buildHeaders() }));
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    },
  );

  test("responds with 413 to a large body, with or without a length, and stops reading", async () => {
    const { handle, onEvent } = setUp({ maxBodyBytes: body.length - 1 });
    expect((await handle(post())).status).toBe(413);
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(16));
      },
      cancel() {
        cancelled = true;
      },
    });
    const request = {
      method: "POST",
      headers: new Headers(buildHeaders()),
      body: endless,
      bodyUsed: false,
    } as Request;
    expect((await handle(request)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
    expect(cancelled).toBe(true);
    expect(onEvent).not.toHaveBeenCalled();
    expect((await setUp({ maxBodyBytes: body.length }).handle(post())).status).toBe(204);
  });

  test("responds with 400 if the body cannot be read", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError("connection lost")),
    });
    const { handle, onError } = setUp();
    expect(
      (
        await handle({
          method: "POST",
          headers: new Headers(buildHeaders()),
          body: broken,
          bodyUsed: false,
        } as Request)
      ).status,
    ).toBe(400);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: "connection lost" });
  });

  test("responds with 500 if the body was read before", async () => {
    const { handle, onError } = setUp();
    const request = post();
    await request.text();
    expect((await handle(request)).status).toBe(500);
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(ConfigurationError);
  });

  test("responds with 500 if the store fails, without calling onEvent", async () => {
    const { handle, onEvent } = setUp({
      replays: { claim: () => Promise.reject(new Error("no connection")) },
    });
    expect((await handle(post())).status).toBe(500);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("responds with 204 if only saving the completion failed", async () => {
    const replays = {
      claim: () => ({
        complete: () => Promise.reject(new Error("no connection")),
        release: () => {},
      }),
    };
    const { handle, onError } = setUp({ replays });
    expect((await withoutPauses(() => handle(post()))).status).toBe(204);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: "no connection" });
  });

  test("ignores an error in onError", async () => {
    const onError = () => {
      throw new Error("log failed");
    };
    expect((await setUp({ onError }).handle(post(buildHeaders(), "{}"))).status).toBe(401);
  });
});

test("rejects a Node request that was passed without conversion", async () => {
  const handle = setUp().handle as unknown as (request: unknown) => Promise<Response>;
  await expect(handle({ method: "POST", headers: buildHeaders() })).rejects.toMatchObject({
    kind: "configuration",
    hint: expect.stringContaining("toNodeHandler"),
  });
});

test("accepts a body in many chunks", async () => {
  const bytes = new TextEncoder().encode(body);
  const parts = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { handle } = setUp();
  expect(
    (
      await handle({
        method: "POST",
        headers: new Headers(buildHeaders()),
        body: parts,
        bodyUsed: false,
      } as Request)
    ).status,
  ).toBe(204);
});

test("keeps its secrets if the list is changed later", async () => {
  const list: string[] = [secret];
  const { handle } = setUp({ secret: list });
  list[0] = otherSecret;
  expect((await handle(post())).status).toBe(204);
});

test("shares a store between handlers", async () => {
  const replays = createReplayGuard();
  const [one, two] = [setUp({ replays }), setUp({ replays })];
  await one.handle(post());
  expect((await two.handle(post())).status).toBe(204);
  expect(two.onEvent).not.toHaveBeenCalled();
});

test("rejects invalid options when the handler is created", () => {
  expect(() => setUp({ secret: undefined as never })).toThrow(WebhookVerificationError);
  expect(() => setUp({ secret: [] })).toThrow(WebhookVerificationError);
  expect(() => setUp({ tolerance: -1 })).toThrow(ConfigurationError);
  expect(() => setUp({ secret: [secret, undefined] })).toThrow(/secret 2 of 2 is undefined/);
  expect(() => setUp({ maxBodyBytes: Number.NaN })).toThrow(ConfigurationError);
  for (const bodyTimeout of [0, Number.NaN])
    expect(() => setUp({ bodyTimeout })).toThrow(ConfigurationError);
  expect(() => createWebhookHandler({ secret, onEvent: undefined as never })).toThrow(
    ConfigurationError,
  );
});
