import { type Client, type ClientOptions, createClient } from "../../src/client.js";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { createProxy, type ProxyEvent, type ProxyOptions } from "../../src/proxy/index.js";
import { secret } from "../http/test-client.js";

export const origin = "https://app.test";
export const prefix = "/api/bursar";
export const baseUrl = "https://service.test/base";
export const everything: EndpointName[] = endpoints.map(({ name }) => name);

/** A request as it reached the service. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Reply = (request: Request, index: number) => Response | Promise<Response>;

/** A proxy before a service that notes what arrives. It lets pass what the contract knows, unless told otherwise. */
export function openProxy(
  options: Partial<ProxyOptions> = {},
  reply: Reply = () => Response.json({ ok: true }),
) {
  const arrived: Arrived[] = [];
  const events: ProxyEvent[] = [];
  const proxy = createProxy({
    baseUrl,
    apiKey: secret,
    prefix,
    allow: everything,
    authorize: () => true,
    onAnswer: (event) => void events.push(event),
    fetch: async (request) => {
      const body = await request.clone().text();
      arrived.push({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body,
      });
      return reply(request, arrived.length - 1);
    },
    ...options,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    proxy(new Request(path.startsWith("/") ? origin + prefix + path : path, init));
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { proxy, arrived, events, ask, post };
}

/** A page's client: it has no key, and knows the proxy only. */
export function pageClient(
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

/** What was answered, in short. */
export async function told(answer: Response | Promise<Response>) {
  const response = await answer;
  const body = (await response.json()) as {
    id?: string;
    statusCode: number;
    message: string;
    issues?: { path: unknown[]; code: string }[];
    traceId: string;
  };
  return { status: response.status, id: body.id, body, headers: response.headers };
}

export const wallet = "0x1111111111111111111111111111111111111111";
export const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

/** A right body for `swap.quote`, its fields in the contract's order. */
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
