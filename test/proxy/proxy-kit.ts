import { onTestFinished, vi } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../src/client.js";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { createProxy, type ProxyEvent, type ProxyOptions } from "../../src/proxy/index.js";
import { secret } from "../http/test-client.js";
import { fixtures } from "../support/fixtures/index.js";

export const origin = "https://app.test";
export const prefix = "/api/bursar";
export const baseUrl = "https://service.test/base";
/** The operations that a proxy can allow. */
export const allOperations: EndpointName[] = fixtures
  .filter(({ serverOnly }) => !serverOnly)
  .map(({ name }) => name);

/** A request that reached the service. */
export interface ForwardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Reply = (request: Request, index: number) => Response | Promise<Response>;

/** A proxy in front of a service that records requests. By default it allows every operation. */
export function openProxy(
  options: Partial<ProxyOptions> = {},
  reply: Reply = () => Response.json({ ok: true }),
) {
  const forwarded: ForwardedRequest[] = [];
  const events: ProxyEvent[] = [];
  const proxy = createProxy({
    baseUrl,
    apiKey: secret,
    prefix,
    allow: allOperations,
    authorize: () => true,
    onResponse: (event) => void events.push(event),
    fetch: async (request) => {
      const body = await request.clone().text();
      forwarded.push({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body,
      });
      return reply(request, forwarded.length - 1);
    },
    ...options,
  });
  const send = (path: string, init: RequestInit = {}) =>
    proxy(new Request(path.startsWith("/") ? origin + prefix + path : path, init));
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { proxy, forwarded, events, send, post };
}

/** A page's client: it has no key and sends every request to the proxy. */
export function createPageClient(
  proxy: (request: Request) => Promise<Response>,
  options: ClientOptions = {},
): Client {
  return createClient({
    baseUrl: origin + prefix,
    apiKey: null,
    fetch: proxy,
    retry: false,
    logLevel: "off",
    ...options,
  });
}

/** The parts of an error response. */
export async function readError(pending: Response | Promise<Response>) {
  const response = await pending;
  const body = (await response.json()) as {
    id?: string;
    statusCode: number;
    message: string;
    issues?: { path: string; code: string }[];
    traceId: string;
  };
  return { status: response.status, id: body.id, body, headers: response.headers };
}

export const wallet = "0x1111111111111111111111111111111111111111";
export const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

/** A valid body for `swap.quote`, with the fields in the order of the contract. */
export const swap = {
  amountIn: "100",
  chainIdIn: 137,
  chainIdOut: 137,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: token,
  tokenIn: token,
  tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
  walletAddress: wallet,
  toAddress: wallet,
};

/** Stops all timers until the test has finished. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets a time limit pass after `stopTimers`. Returns a promise that never settles. */
export function letTimePass(milliseconds: number): Promise<never> {
  // Not yet, because the caller may start its timer after this call.
  setImmediate(() => vi.advanceTimersByTime(milliseconds));
  return new Promise(() => {});
}
