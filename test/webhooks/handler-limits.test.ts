import { expect, onTestFinished, test, vi } from "vitest";
import { inBrowser } from "../support/in-browser.js";
import { until, waitFor } from "../support/waiting.js";
import { post, setUp, url } from "./handler-kit.js";
import { buildHeaders, testVector } from "./sample-deliveries.js";

test.each<[string, Partial<UnderlyingDefaultSource<Uint8Array>>, Record<string, string>, number]>([
  ["stalls", {}, {}, 408],
  ["stalls and whose cancel stalls", { cancel: () => new Promise(() => {}) }, {}, 408],
  [
    "is too large and whose cancel stalls",
    { cancel: () => new Promise(() => {}) },
    { "content-length": "9999999" },
    413,
  ],
])("responds to a body that %s", async (_, source, headers, status) => {
  // A browser removes `content-length` from the headers of a request.
  if (inBrowser && status === 413) return;
  const { handle, onEvent, onError } = setUp({ bodyTimeout: 20 });
  const cancel = vi.fn(source.cancel);
  const stalled = new ReadableStream({ pull: () => new Promise(() => {}), cancel });
  const request = post({ ...buildHeaders(), ...headers }, stalled);
  expect((await handle(request)).status).toBe(status);
  // A body that is too large by its header is not read.
  await waitFor(() => expect(cancel).toHaveBeenCalledTimes(status === 408 ? 1 : 0));
  expect(onError.mock.calls).toEqual([
    [expect.objectContaining({ name: "WebhookVerificationError", code: "bad_body" }), request],
  ]);
  expect(onEvent).not.toHaveBeenCalled();
});

test.each(["before", "during"])(
  "stops waiting for the body if the client disconnects %s it",
  async (when) => {
    const { handle, onError } = setUp();
    const disconnected = new AbortController();
    const stalled = new ReadableStream({ pull: () => new Promise(() => {}) });
    const init = { method: "POST", headers: buildHeaders(), body: stalled, duplex: "half" };
    const request = new Request(url, { ...init, signal: disconnected.signal } as RequestInit);
    if (when === "before") disconnected.abort();
    const response = handle(request);
    disconnected.abort();
    expect((await response).status).toBe(400);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: "bad_body",
      message: expect.stringContaining("disconnected"),
    });
  },
);

const claim = vi.fn(() => new Promise<never>(() => {}));
test.each<[string, number, number, object, boolean]>([
  ["10 seconds for the body", 10_000, 408, {}, true],
  ["5 seconds for the store", 5_000, 500, { replays: { claim } }, false],
])("waits %s by default", async (_, time, status, options, isStalled) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stalled = new ReadableStream({ pull: () => new Promise(() => {}) });
  const settled = vi.fn();
  const response = setUp(options).handle(isStalled ? post(buildHeaders(), stalled) : post());
  void response.then(settled);
  const isWaiting = () => (isStalled ? vi.getTimerCount() : claim.mock.calls.length) === 1;
  await until(isWaiting, "the wait");
  await vi.advanceTimersByTimeAsync(time - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await response).status).toBe(status);
});

test("accepts a body of 1 MiB by default", async () => {
  // A browser removes the header.
  if (inBrowser) return;
  const { handle } = setUp();
  for (const [length, status] of [
    [1_048_577, 413],
    [1_048_576, 204],
  ])
    expect((await handle(post({ ...buildHeaders(), "content-length": `${length}` }))).status).toBe(
      status,
    );
});

test("waits for the body without a limit if the timeout is infinite", async () => {
  const { handle } = setUp({ bodyTimeout: Number.POSITIVE_INFINITY });
  const slow = new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(new TextEncoder().encode(testVector.body));
      controller.close();
    },
  });
  expect((await handle(post(buildHeaders(), slow))).status).toBe(204);
});
