import { type AnyFetch, sendByFetch } from "./wire/send-by-fetch.js";
import type { Wire } from "./wire/wire.js";

/**
 * Sends the requests of a client by the `fetch` of the package undici. The client option `fetch` is
 * for functions that take the platform's `Request`.
 *
 * @example
 * ```ts
 * import { createClient, fetchWire } from "bursar";
 *
 * // For example: import { fetch } from "undici"
 * const wire = fetchWire(fetch);
 * const client = createClient({ baseUrl: "https://api.example.com", apiKey: "your-key", wire });
 * console.log(typeof client.swap.quote); // function
 * ```
 */
export function fetchWire(fetch: AnyFetch): Wire {
  return (request) => sendByFetch(fetch, request);
}
