import type { Fault } from "./outcome-cases.js";

/** A service behind an intermediary that applies the faults of a plan. */
export interface FaultyService {
  readonly requests: readonly { method: string; path: string; body: string }[];
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves when every request that was sent has been handled. */
  quiet(): Promise<void>;
}

const page = "<!doctype html><title>gateway</title>";
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };
const start = new TextEncoder().encode('{"half":');

/** Complete replies of an intermediary or of the service. */
const replies = {
  page: { status: 200, headers: html, body: page },
  gateway: { status: 502, headers: html, body: page },
  gatewayTimeout: { status: 408, headers: html, body: "" },
  redirect: { status: 307, headers: { location: "https://elsewhere.example/" }, body: "" },
  invalidJson: { status: 200, headers: json, body: '{"half":' },
  refusal: { status: 403, headers: json, body: '{"id":"NOT_ALLOWED"}' },
  serviceError: { status: 500, headers: json, body: '{"id":"INTERNAL_SERVER_ERROR"}' },
} as const;

/** Replies that are not complete. */
function breakOff(reply: Fault["reply"], request: Request): Response | Promise<never> {
  switch (reply) {
    case "echo":
      return new Response(`<p>${request.headers.get("x-api-key")}</p>`, { status: 503 });
    case "close":
      return Response.error();
    case "half":
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(start),
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      );
    case "stall":
      // It ignores the signal.
      return new Promise(() => {});
    case "stallInBody":
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(start) }));
    case "garbage":
      throw undefined;
    default:
      // A custom `fetch` proves nothing by the code of its error.
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" }),
      });
  }
}

export function createFaultyService(
  forward: (request: Request) => Promise<Response>,
  faults: readonly Fault[],
): FaultyService {
  const requests: { method: string; path: string; body: string }[] = [];
  const pending = new Set<Promise<unknown>>();

  /** The client may give up before the service has handled the request. */
  function track<T>(handled: Promise<T>): Promise<T> {
    pending.add(handled);
    return handled.finally(() => pending.delete(handled));
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const fault = faults[requests.length] ?? { delivery: "now", reply: "real" };
    const arrived = { method, path: pathname + search, body: "" };
    requests.push(arrived);
    const kept = request.clone();
    arrived.body = await request.text();
    const real = fault.delivery === "now" ? await track(forward(kept)) : undefined;
    if (fault.delivery === "late") {
      const delayed = new Promise((resolve) => setTimeout(resolve, fault.delay));
      void track(delayed.then(() => forward(kept)));
    }
    if (real && fault.reply === "real") return real;
    const { body, ...init } = replies[fault.reply as keyof typeof replies] ?? {};
    return body === undefined ? breakOff(fault.reply, request) : new Response(body, init);
  }

  return {
    requests,
    fetch,
    async quiet() {
      await new Promise((resolve) => setTimeout(resolve));
      while (pending.size > 0) await Promise.allSettled([...pending]);
    },
  };
}
