import { createInit, isMisreported401 } from "./fetch-response.js";
import { readText } from "./read-text.js";
import type { WireRequest, WireResponse } from "./wire.js";

/**
 * A `fetch` whose `Request` and `Response` are classes of its own, such as that of the package
 * undici. It must accept a web stream as a body, and `redirect: "manual"`.
 */
// biome-ignore lint/suspicious/noExplicitAny: its options and its Response are of any class
export type AnyFetch = (url: string, init: any) => Promise<any>;

/** Sends one request of a wire by a `fetch` with classes of its own. */
export async function sendByFetch(fetch: AnyFetch, request: WireRequest): Promise<WireResponse> {
  const { url, signal, maxBytes } = request;
  if (signal.aborted) throw signal.reason;
  let response: Response | undefined;
  try {
    // A wire does not know which requests are writes, so none may be repeated.
    const init = createInit({ ...request, isWrite: true }, signal, false);
    response = (await fetch(url, init)) as Response;
    const text = await readText(response, maxBytes, false);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: text ?? "",
      isTooLong: text === undefined,
      isRedirected: response.redirected || response.type === "opaqueredirect",
    };
  } catch (error) {
    if (response === undefined && isMisreported401(error)) {
      return { status: 401, headers: {}, text: "" };
    }
    throw Object.assign(error as Error, { hasResponse: response !== undefined });
  }
}
