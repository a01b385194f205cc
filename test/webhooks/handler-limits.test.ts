import { expect, test } from "vitest";
import { inBrowser } from "../support/in-browser.js";
import { post, setUp, url } from "./handler-kit.js";
import { buildHeaders } from "./sample-deliveries.js";

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
  const stalled = new ReadableStream({ pull: () => new Promise(() => {}), ...source });
  const request = post({ ...buildHeaders(), ...headers }, stalled);
  expect((await handle(request)).status).toBe(status);
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

test("waits for the body without a limit if the timeout is infinite", async () => {
  const { handle } = setUp({ bodyTimeout: Number.POSITIVE_INFINITY });
  expect((await handle(post())).status).toBe(204);
});
