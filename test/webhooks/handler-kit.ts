import { onTestFinished, vi } from "vitest";
import { createWebhookHandler, type WebhookHandlerOptions } from "../../src/webhooks/index.js";
import { buildHeaders, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;
export const url = "https://example.test/webhooks";
/** A request with the test vector, or with other headers or content. */
export const post = (
  headers: Record<string, string> = buildHeaders(),
  content: BodyInit | null = body,
) => new Request(url, { method: "POST", headers, body: content, duplex: "half" } as RequestInit);

/** A handler at the time of the test vector. */
export function setUp(options: Partial<WebhookHandlerOptions> = {}) {
  const onEvent = vi.fn(options.onEvent ?? (() => {}));
  const onError = vi.fn();
  const handle = createWebhookHandler({ secret, now: () => now, onError, ...options, onEvent });
  return { onEvent, onError, handle };
}

/** Awaits a result, and skips the pauses before it. */
export async function withoutPauses<T>(start: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isSettled = false;
  const result = start().finally(() => {
    isSettled = true;
  });
  result.catch(() => {});
  // Reading a body takes real time between the pauses.
  while (!isSettled) await vi.advanceTimersByTimeAsync(10);
  return result;
}
