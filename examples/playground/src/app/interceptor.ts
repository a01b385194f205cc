import type { Attack } from "./attacks";

type Fetch = (request: Request) => Promise<Response>;

/** What stands between the service and the client of this page, for demonstration. */
export interface Interceptor {
  /** Wraps a fetch so that it keeps the last response to each request with a body. */
  watch(fetch: Fetch): Fetch;
  /** A fetch whose responses an attacker has changed. */
  attackWith(attack: Attack, fetch: Fetch): Fetch;
}

const maxResponses = 50;

export function createInterceptor(): Interceptor {
  const kept = new Map<string, { text: string; headers: Headers }>();
  const keyOf = (request: Request, body: string) => `${request.url} ${body}`;
  return {
    watch: (fetch) => async (request) => {
      const body = request.body === null ? "" : await request.clone().text();
      const response = await fetch(request);
      if (body === "" || !response.ok) return response;
      const key = keyOf(request, body);
      kept.delete(key);
      kept.set(key, { text: await response.clone().text(), headers: response.headers });
      const [oldest] = kept.keys();
      if (kept.size > maxResponses && oldest !== undefined) kept.delete(oldest);
      return response;
    },
    attackWith: (attack, fetch) => async (request) => {
      const body = await request.clone().text();
      const again = (changed: string) => fetch(new Request(request.clone(), { body: changed }));
      // The response that the page shows already: a second quote would have another price.
      const found = kept.get(keyOf(request, body));
      const response = found ? undefined : await again(body);
      if (response && !response.ok) return response;
      const text = found?.text ?? (await (response as Response).text());
      const headers = new Headers(found?.headers ?? response?.headers);
      // The log finds bodies by it.
      headers.set("trace-id", `attack-${crypto.randomUUID()}`);
      headers.delete("content-length");
      // The first screen loads this file, and needs no attacks.
      const { tamper } = await import("./attacks");
      const send = async (changed: Record<string, unknown>) =>
        (await again(JSON.stringify(changed))).json();
      const changed = await tamper(JSON.parse(text), attack, { request: JSON.parse(body), send });
      return new Response(JSON.stringify(changed), { headers });
    },
  };
}
