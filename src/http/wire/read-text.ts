import { isServer } from "./runtime.js";

/**
 * Reads a body as text, or returns undefined and stops reading if it has more than `maxBytes` bytes
 * after decompression.
 *
 * `isTrusted`: the response is from the runtime's own `fetch`, which checks `content-length`.
 */
export function readText(
  response: Response,
  maxBytes: number,
  isTrusted: boolean,
): Promise<string | undefined> {
  const { headers, body } = response;
  const length = headers.get("content-length");
  if (Number(length) > maxBytes) {
    stopReading(body);
    return Promise.resolve(undefined);
  }
  // `text()` is faster than a stream. A page does not see the `content-encoding` of other origins.
  const isKnown = isTrusted && isServer() && length !== null && !headers.has("content-encoding");
  if (isKnown || maxBytes === Number.POSITIVE_INFINITY) return response.text();
  return readLimited(response, maxBytes);
}

async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  // React Native has no streams and no decoder, and a custom `fetch` may return something like a
  // `Response`.
  if (typeof body?.getReader !== "function" || typeof TextDecoder !== "function") {
    const text = await response.text();
    return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Not awaited: `cancel` may never settle. A `fetch` of the caller may return a stream of Node. */
function stopReading(body: Response["body"]): void {
  const stream = body as { cancel?(): Promise<void>; destroy?(): void } | null;
  if (typeof stream?.cancel === "function") stream.cancel().catch(() => {});
  else stream?.destroy?.();
}
