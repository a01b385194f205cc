import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type Server, request as send } from "node:http";
import { connect as connect2, createServer as createServer2 } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { json, text as readText } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import express from "express";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client.js";
import {
  createProxy,
  type ProxyEvent,
  type ProxyOptions,
  toNodeHandler,
  walletOf,
} from "../../src/proxy/index.js";
import { pickExecutable, signQuote } from "../../src/signing/index.js";
import { failure, secret } from "../http/test-client.js";
import { openWallet, owner } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { drained } from "../support/drained.js";
import { serve } from "../support/loopback.js";
import { allOperations, openProxy, prefix, swap } from "./proxy-kit.js";

async function openServer(server: Server): Promise<string> {
  if (!server.listening) await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openPage(options: Partial<ProxyOptions<IncomingMessage>> = {}) {
  const wallet = await openWallet({ now: new Date() });
  const { baseUrl, apiKey, fetch } = wallet.sandbox;
  const events: ProxyEvent[] = [];
  const proxy = createProxy<IncomingMessage>({
    baseUrl,
    apiKey,
    fetch,
    prefix,
    allow: allOperations,
    authorize: () => true,
    onResponse: (event) => void events.push(event),
    ...options,
  });
  return { ...wallet, proxy, events };
}

const pageAt = (url: string) =>
  createClient({ baseUrl: url + prefix, apiKey: null, retry: false, logLevel: "off" });

/** Sends raw bytes, and returns the raw response. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let response = "";
  socket.setEncoding("utf8").on("data", (part) => {
    response += part;
  });
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return response;
}

const servers: [
  string,
  (proxy: Awaited<ReturnType<typeof openPage>>["proxy"]) => Promise<string>,
][] = [
  ["node:http", (proxy) => openServer(createServer(toNodeHandler(proxy)))],
  [
    "Express, mounted",
    (proxy) => openServer(express().use(prefix, toNodeHandler(proxy)).listen(0, "127.0.0.1")),
  ],
  [
    "Express, behind a body parser",
    (proxy) =>
      openServer(
        express().use(express.json()).use(prefix, toNodeHandler(proxy)).listen(0, "127.0.0.1"),
      ),
  ],
  [
    "Hono",
    async (proxy) => {
      const app = new Hono().all(`${prefix}/*`, (context) => proxy(context.req.raw));
      return openServer(
        createServer(toNodeHandler((request) => Promise.resolve(app.fetch(request)))),
      );
    },
  ],
];

describe.each(servers)("over a real connection with %s", (name, openProxyServer) => {
  test("quotes, signs, executes and awaits a swap", async () => {
    const { proxy, address, sandbox, events } = await openPage();
    const page = pageAt(await openProxyServer(proxy));
    const request = createSwapRequest(address);
    const { quotes } = await page.swap.quote(request);
    const queued = await page.operations.execute(
      await signQuote(pickExecutable(quotes), owner, { expect: request, owner: owner.address }),
    );
    sandbox.advance(60_000);
    expect(await page.wallets.waitForTransaction(address, queued, { interval: 1 })).toMatchObject({
      status: "COMPLETED",
    });
    expect(events.map(({ operation }) => operation).slice(0, 2)).toEqual([
      "swap.quote",
      "operations.execute",
    ]);
  });

  test("rejects a body over the limit with a response", async () => {
    const { proxy, sandbox } = await openPage({ maxBodyBytes: 50_000 });
    const url = await openProxyServer(proxy);
    const before = sandbox.requests.length;
    const body = JSON.stringify({ ...swap, metadata: { pad: "x".repeat(60_000) } });
    const response = await fetch(`${url}${prefix}/api/v1/crypto/swap`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { id: "PROXY_BODY_TOO_LARGE" },
    ]);
    // Without a content-length. Only a body parser waits for the end of the body.
    const end = name.includes("body parser") ? "0\r\n\r\n" : "";
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n${end}`;
    const streamed = await raw(
      url,
      `POST ${prefix}/api/v1/crypto/swap HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`,
    );
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /);
    expect(await drained(sandbox)).toHaveLength(before);
  });
});

const tokens = `${prefix}/api/v1/crypto/tokens`;

describe("over a raw connection", () => {
  // test/proxy/input.test.ts has more targets.
  test.each([
    [`GET http://evil.test${tokens}`, 400],
    [`GET ${prefix}/api/v1/x/%2e%2e/crypto/tokens`, 400],
    ["OPTIONS *", 400],
    [`TRACE ${tokens}`, 400],
    [`GET ${tokens}`, 200],
  ])("%s gets the status %i", async (line, status) => {
    const { proxy, sandbox } = await openPage();
    const before = sandbox.requests.length;
    const url = await openServer(createServer(toNodeHandler(proxy)));
    expect(
      await raw(url, `${line} HTTP/1.1\r\nhost: app.test\r\nconnection: close\r\n\r\n`),
    ).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await drained(sandbox)).length - before).toBe(status === 200 ? 1 : 0);
  });

  test.each(["evil.test/x", "a b", "x@evil.test", "", "x?y", "x#y"])(
    "ignores the host header %j",
    async (host) => {
      const { proxy, sandbox } = await openPage({ allow: ["tokens.list"] });
      const before = sandbox.requests.length;
      const url = await openServer(createServer(toNodeHandler(proxy)));
      await raw(url, `GET /nowhere HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      expect(
        await raw(url, `GET ${tokens} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 200 /);
      expect((await drained(sandbox)).slice(before).map(({ path }) => path)).toEqual([
        "/api/v1/crypto/tokens",
      ]);
    },
  );

  test("rejects two content types, and two body lengths", async () => {
    const { proxy, sandbox } = await openPage();
    const before = sandbox.requests.length;
    const url = await openServer(createServer(toNodeHandler(proxy)));
    const body = JSON.stringify(swap);
    const head = `POST ${prefix}/api/v1/crypto/swap HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n`;
    expect(
      await raw(
        url,
        `${head}content-type: application/json\r\ncontent-type: text/plain\r\n\r\n${body}`,
      ),
    ).toMatch(/^HTTP\/1.1 415 /);
    expect(
      await raw(
        url,
        `${head}transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n0\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 400 /);
    expect(await drained(sandbox)).toHaveLength(before);
  });
});

test("passes properties that middleware added to authorize", async () => {
  type WithSession = IncomingMessage & { session?: { wallet: string } };
  const { sandbox, address } = await openWallet();
  const { baseUrl, apiKey, fetch: upstream } = sandbox;
  const proxy = createProxy({
    baseUrl,
    apiKey,
    fetch: upstream,
    prefix,
    allow: ["wallets.portfolio"],
    authorize: (_request, call, incoming: WithSession) =>
      walletOf(call) === incoming.session?.wallet,
  });
  const app = express().use((incoming, _response, next) => {
    if (incoming.headers.cookie === "me")
      (incoming as WithSession).session = { wallet: address.toLowerCase() };
    next();
  });
  const url = await openServer(app.use(prefix, toNodeHandler(proxy)).listen(0, "127.0.0.1"));
  const portfolio = `${url}${prefix}/api/v1/wallets/${address}/portfolio`;
  const statuses = [
    await fetch(portfolio, { headers: { cookie: "me" } }),
    await fetch(portfolio),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 403]);
});

test("keeps several cookies of a Response of authorize", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
  const { proxy } = await openPage({
    authorize: () => new Response("in", { status: 401, headers }),
  });
  const response = await fetch((await openServer(createServer(toNodeHandler(proxy)))) + tokens);
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
    401,
    "in",
    ["a=1", "b=2"],
  ]);
});

test("aborts the request to the service when the page disconnects", async () => {
  const service = await serve(() => {});
  const { proxy, events } = await openPage({
    baseUrl: service.url,
    fetch: undefined,
    apiKey: secret,
  });
  const url = await openServer(createServer(toNodeHandler(proxy)));
  const controller = new AbortController();
  const call = failure(pageAt(url).tokens.list({}, { signal: controller.signal }).firstPage());
  await expect.poll(() => service.requests.length).toBe(1);
  controller.abort();
  expect(await call).toMatchObject({ name: "AbortedError" });
  await service.idle();
  expect(service.abandoned).toBe(1);
  await expect.poll(() => events.at(-1)?.id).toBe("PROXY_ABORTED");
});

test("sends nothing if the page disconnects during its body", async () => {
  const { proxy, events, sandbox } = await openPage();
  const before = sandbox.requests.length;
  const server = createServer(toNodeHandler(proxy));
  const url = await openServer(server);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(
    `POST ${prefix}/api/v1/crypto/swap HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"amountIn"`,
  );
  await once(server, "request");
  socket.destroy();
  await expect.poll(() => events.at(-1)?.id).toBe("PROXY_ABORTED");
  expect(await drained(sandbox)).toHaveLength(before);
});

test("keeps the connection open after it rejects an unread body", async () => {
  const { proxy } = await openPage({ allow: [] });
  const server = createServer(toNodeHandler(proxy));
  const connected = vi.fn();
  server.on("connection", connected);
  const { port } = new URL(await openServer(server));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const post = (size: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": size };
      const outgoing = send(
        { port, agent, method: "POST", path: `${prefix}/api/v1/crypto/swap`, headers },
        (incoming) => incoming.resume().on("end", () => resolve(incoming.statusCode)),
      );
      outgoing.on("error", reject).end("x".repeat(size));
    });
  for (const size of [10, 20_000_000, 10]) expect(await post(size)).toBe(403);
  expect(connected).toHaveBeenCalledOnce();
});

test("passes the headers as middleware changed them to authorize", async () => {
  const seen: Record<string, string>[] = [];
  const { proxy } = await openPage({
    authorize: (request) => seen.push(Object.fromEntries(request.headers)) > 9,
  });
  const app = express().use((incoming, _response, next) => {
    Reflect.deleteProperty(incoming.headers, "x-internal");
    incoming.headers["x-user"] = "ana";
    incoming.headers["x-new"] = "1";
    next();
  });
  const url = await openServer(app.use(prefix, toNodeHandler(proxy)).listen(0, "127.0.0.1"));
  const head = `GET ${tokens} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
  await raw(
    url,
    `${head}X-Internal: yes\r\nX-User: root\r\nx-user: bob\r\nx-two: 1\r\nx-two: 2\r\ncookie: a=1\r\ncookie: b=2\r\n\r\n`,
  );
  expect(seen).toMatchObject([
    { "x-user": "ana", "x-new": "1", "x-two": "1, 2", cookie: "a=1; b=2" },
  ]);
  expect(seen[0]).not.toHaveProperty("x-internal");
});

test("removes the framing headers of a Response that authorize fetched", async () => {
  const identity = await serve(({ response }) => {
    const page = gzipSync("log in");
    response
      .writeHead(401, {
        "content-encoding": "gzip",
        "transfer-encoding": "chunked",
        "www-authenticate": "Basic",
      })
      .end(page);
  });
  const { proxy } = await openPage({ authorize: () => fetch(identity.url) });
  const url = await openServer(createServer(toNodeHandler(proxy)));
  const response = await raw(url, `GET ${tokens} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\nlog in$/);
  expect(response).toMatch(/www-authenticate: Basic/i);
  expect(response).toMatch(/content-length: 6\r\n/i);
  expect(response).not.toMatch(/transfer-encoding|content-encoding/i);
});

test.each([false, true])(
  "reads an HTTP/2 body without a content-length (body parser: %j)",
  async (parsed) => {
    const { proxy, forwarded } = openProxy();
    const handler = toNodeHandler(proxy);
    const server = createServer2(async (incoming, outgoing) => {
      if (parsed) Object.assign(incoming, { body: await json(incoming) });
      await handler(incoming, outgoing);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const client = connect2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({
      ":method": "POST",
      ":path": `${prefix}/api/v1/crypto/swap`,
      "content-type": "application/json",
    });
    stream.end(JSON.stringify(swap));
    const [responded] = await once(stream, "response");
    expect(responded[":status"]).toBe(200);
    expect(forwarded.map(({ body }) => JSON.parse(body))).toEqual([swap]);
  },
);

describe("a response of the service that arrives in many parts", () => {
  const text = JSON.stringify({ tokens: [], name: "Ωμέγα €".repeat(100_000) });
  const length = String(Buffer.byteLength(text));

  async function proxyToLarge() {
    const service = await serve(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
    return openProxy({ baseUrl: service.url, fetch: undefined }).proxy;
  }

  test("is sent whole over HTTP/1.1, with its length", async () => {
    const url = await openServer(createServer(toNodeHandler(await proxyToLarge())));
    const response = await fetch(url + tokens);
    expect(response.headers.get("content-length")).toBe(length);
    expect(await response.text()).toBe(text);
  });

  test("is sent whole over HTTP/2", async () => {
    const server = createServer2(toNodeHandler(await proxyToLarge()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const client = connect2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    const stream = client.request({ ":path": tokens });
    const [responded] = await once(stream, "response");
    expect(responded["content-length"]).toBe(length);
    expect(await readText(stream)).toBe(text);
  });

  test("is a failure of the server if a wrapper has read it already", async () => {
    const proxy = await proxyToLarge();
    const seen: unknown[] = [];
    const handler = toNodeHandler(
      async (request: Request) => {
        const response = await proxy(request);
        await response.text();
        return response;
      },
      { onError: (error) => void seen.push(error) },
    );
    const response = await fetch((await openServer(createServer(handler))) + tokens);
    expect(response.status).toBe(500);
    expect(seen).toHaveLength(1);
  });
});
