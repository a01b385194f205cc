import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express, { type RequestHandler } from "express";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  createWebhookHandler,
  type NodeHandler,
  signWebhook,
  toNodeHandler,
  type WebhookCallback,
  type WebhookHandlerOptions,
} from "../../src/webhooks/index.js";
import { waitFor } from "../support/waiting.js";
import { deposit, otherSecret, testVector } from "./sample-deliveries.js";

const { secret } = testVector;

async function openServer(server: Server): Promise<string> {
  if (!server.listening) await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

function createEndpoint(options: Partial<WebhookHandlerOptions> = {}) {
  const onEvent = vi.fn<WebhookCallback>();
  const onError = vi.fn<(error: unknown, request: Request) => void>();
  const handle = createWebhookHandler({ secret, onEvent, onError, ...options });
  return { onEvent, onError, handle, handler: toNodeHandler(handle) };
}

const listenTo = (handler: NodeHandler, ...before: RequestHandler[]) =>
  openServer(
    express()
      .post("/webhooks", ...before, handler)
      .listen(0, "127.0.0.1"),
  );

const servers: [string, (endpoint: ReturnType<typeof createEndpoint>) => Promise<string>][] = [
  ["node:http", ({ handler }) => openServer(createServer(handler))],
  ["Express", ({ handler }) => listenTo(handler)],
  [
    "Express, before a body parser",
    ({ handler }) =>
      openServer(express().post("/webhooks", handler).use(express.json()).listen(0, "127.0.0.1")),
  ],
  ["Express, mounted", ({ handler }) => openServer(express().use("/webhooks", handler).listen(0))],
  [
    "Express, behind express.raw",
    ({ handler }) => listenTo(handler, express.raw({ type: "application/json" })),
  ],
  [
    "Express, behind express.text",
    ({ handler }) => listenTo(handler, express.text({ type: "application/json" })),
  ],
  [
    "Hono on Node",
    ({ handle }) => {
      const app = new Hono().post("/webhooks", (context) => handle(context.req.raw));
      return openServer(createServer(toNodeHandler((request) => app.fetch(request))));
    },
  ],
];

describe.each(servers)("with %s, a webhook handler", (_, open) => {
  test("processes a delivery once, and rejects a forged one", async () => {
    const endpoint = createEndpoint();
    const url = await open(endpoint);
    const { headers, body } = await signWebhook({ ...deposit, note: "grüße 🦊" }, secret);
    const statuses: number[] = [];
    for (const content of [body, body, body.replace("247.5", "247500")])
      statuses.push((await fetch(url, { method: "POST", headers, body: content })).status);
    expect(statuses).toEqual([204, 204, 401]);
    expect(endpoint.onEvent.mock.calls).toMatchObject([[{ note: "grüße 🦊" }, {}]]);
    expect(endpoint.onError.mock.calls).toMatchObject([[{ code: "bad_signature" }, {}]]);
  });

  test("rejects other secrets and empty bodies", async () => {
    const endpoint = createEndpoint();
    const url = await open(endpoint);
    const { headers, body } = await signWebhook(deposit, otherSecret);
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(401);
    expect((await fetch(url, { method: "POST", headers })).status).toBe(401);
    expect(endpoint.onEvent).not.toHaveBeenCalled();
  });
});

test.each<[string, RequestHandler]>([
  ["parsed the body", express.json()],
  ["read the body without keeping it", (request, _, next) => void request.resume().on("end", next)],
])("responds with 500 and names the cause if middleware %s", async (_, middleware) => {
  const { handler, onEvent, onError } = createEndpoint();
  const url = await listenTo(handler, middleware);
  const { headers, body } = await signWebhook(deposit, secret);
  const response = await fetch(url, { method: "POST", headers, body });
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining("Mount the handler before express.json()"),
  ]);
  expect(onError.mock.calls).toMatchObject([
    [{ kind: "configuration", hint: expect.stringContaining("express.raw(") }, {}],
  ]);
  expect(onEvent).not.toHaveBeenCalled();
});

/** Sends raw bytes. Returns the socket and the response until the server closes the connection. */
function sendRaw(url: string, text: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  let response = "";
  socket.setEncoding("utf8").on("data", (part) => {
    response += part;
  });
  socket.write(text);
  return { socket, closed: once(socket, "close").then(() => response) };
}

const openings = [
  ["with a length", "content-length: 500\r\n\r\n{"],
  ["in chunks", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ["that never begins", "content-length: 500\r\n\r\n"],
] as const;
const head = "POST /webhooks HTTP/1.1\r\nhost: x\r\n";

test.each(openings)(
  "responds with 408 to a stalled body %s, and closes the connection",
  async (_, opening) => {
    const { handler, onError } = createEndpoint({ bodyTimeout: 50 });
    const { closed } = sendRaw(await openServer(createServer(handler)), head + opening);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*\r\nconnection: close\r\n/is);
    expect(onError.mock.calls).toMatchObject([[{ code: "bad_body" }, {}]]);
  },
);

test.each(openings)("settles if the client disconnects during a body %s", async (_, opening) => {
  const { handler, onError, onEvent } = createEndpoint();
  const settled = vi.fn();
  const arrived = vi.fn();
  const server = createServer((request, response) => {
    arrived();
    handler(request, response).then(settled);
  });
  const { socket } = sendRaw(await openServer(server), head + opening);
  await waitFor(() => expect(arrived).toHaveBeenCalled());
  socket.destroy();
  await waitFor(() => expect(settled).toHaveBeenCalled());
  expect(onError).toHaveBeenCalledTimes(1);
  expect(onEvent).not.toHaveBeenCalled();
});

test("responds with 413 to a body over the limit that never ends", async () => {
  const { handler } = createEndpoint({ maxBodyBytes: 10 });
  const url = await openServer(createServer(handler));
  const large = sendRaw(url, `${head}content-length: 5000000\r\n\r\n${"x".repeat(1_000)}`);
  expect(await large.closed).toMatch(/^HTTP\/1\.1 413 /);
});

test("completes a delivery if the client disconnects while it is processed", async () => {
  let finish = () => {};
  const onEvent = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { handler } = createEndpoint({ onEvent });
  const url = await openServer(createServer(handler));
  const { headers, body } = await signWebhook(deposit, secret);
  const init = { method: "POST", headers, body };
  const controller = new AbortController();
  const first = fetch(url, { ...init, signal: controller.signal }).catch(() => "aborted");
  await waitFor(() => expect(onEvent).toHaveBeenCalled());
  controller.abort();
  expect(await first).toBe("aborted");
  finish();
  await waitFor(async () => expect((await fetch(url, init)).status).toBe(204));
  expect(onEvent).toHaveBeenCalledTimes(1);
});

test("does not abort the request of a response that was sent", async () => {
  let signal: AbortSignal | undefined;
  const handler = toNodeHandler((request) => {
    ({ signal } = request);
    return new Response("done");
  });
  const closed = vi.fn();
  const server = createServer((request, response) => {
    handler(request, response);
    response.once("close", closed);
  });
  expect(await (await fetch(await openServer(server))).text()).toBe("done");
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(signal?.aborted).toBe(false);
});

describe("onError of toNodeHandler", () => {
  test("gets the error of a request that cannot be converted, with the response 400", async () => {
    const onError = vi.fn();
    const handler = toNodeHandler(createEndpoint().handle, { onError });
    const url = await openServer(createServer(handler));
    const { closed } = sendRaw(url, "TRACE /webhooks HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
    expect(onError.mock.calls).toMatchObject([[expect.any(TypeError), { method: "TRACE" }]]);
  });

  test.each<[string, () => Promise<Response>]>([
    ["the handler rejects", () => Promise.reject(new TypeError("broken"))],
    [
      "the body of the response fails",
      async () =>
        new Response(new ReadableStream({ pull: () => Promise.reject(new TypeError("broken")) })),
    ],
  ])("gets the error if %s, with the response 500", async (_, handle) => {
    // Its own failure is ignored.
    const onError = vi.fn(() => Promise.reject(new TypeError("log failed")));
    const url = await openServer(createServer(toNodeHandler(handle, { onError })));
    expect((await fetch(url)).status).toBe(500);
    expect(onError.mock.calls).toMatchObject([[{ message: "broken" }, { method: "GET" }]]);
  });
});

test("rejects an unknown option of toNodeHandler", () => {
  expect(() => toNodeHandler(createEndpoint().handle, { onerror: () => {} } as never)).toThrow(
    expect.objectContaining({ kind: "configuration", hint: "Did you mean onError?" }),
  );
});
