import { request as send } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../src/client.js";
import {
  createSandbox,
  type ListenOptions,
  type SandboxOptions,
} from "../../../src/sandbox/index.js";
import { listen } from "../../../src/sandbox/server/node-listener.js";
import { drained } from "../../support/drained.js";
import { waitFor } from "../../support/waiting.js";
import { findUploadTargets, uploadDocuments } from "../kyc/verification-sessions.js";

async function openServer(options: SandboxOptions = {}, listenOptions: ListenOptions = {}) {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen(listenOptions);
  onTestFinished(() => server.close());
  const client = createClient({
    baseUrl: server.url,
    apiKey: sandbox.apiKey,
    validation: "strict",
    retry: false,
    logLevel: "off",
  });
  return { sandbox, server, client };
}

async function serve(fetch: (request: Request) => Promise<Response>) {
  const server = await listen(fetch);
  onTestFinished(() => server.close());
  return server;
}

test("serves a client on the loopback address", async () => {
  const { client, server } = await openServer();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect((await client.tokens.list({ search: "USDC" }).firstPage()).items.length).toBeGreaterThan(
    1,
  );
});

test("returns upload targets with the host name of the request", async () => {
  const { sandbox, server } = await openServer();
  const client = createClient({
    baseUrl: `http://localhost:${server.port}`,
    apiKey: sandbox.apiKey,
    logLevel: "off",
  });
  const created = await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
  expect(findUploadTargets(created).map(({ url }) => url)).toEqual([
    `http://localhost:${server.port}/storage/documents`,
  ]);
  await client.kyc.individual.enhanced.process(
    await uploadDocuments({ client }, created, new Uint8Array(3_000_000).fill(7)),
  );
});

/** The origin that a preflight and a request from a page at `origin` allow. */
async function askFrom(url: string, origin: string) {
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST" },
  });
  const response = await fetch(url, { method: "POST", body: "{}", headers: { origin } });
  expect(response.headers.get("vary")).toBe("origin");
  return [preflight, response].map(({ headers }) => headers.get("access-control-allow-origin"));
}

test.each([
  "http://localhost:5173",
  "http://127.0.0.1:3000",
  "http://127.9.9.9",
  "http://[::1]:8080",
  "https://app.localhost",
])("allows pages of this machine at %s", async (origin) => {
  const { server } = await openServer();
  for (const path of ["/api/v1/crypto/swap", "/storage/documents"])
    expect(await askFrom(server.url + path, origin)).toEqual([origin, origin]);
});

test.each([
  "https://app.example",
  "http://localhost.example",
  "http://127.0.0.1.example:3000",
  "http://0.0.0.0:3000",
  "null",
])("does not allow pages at %s", async (origin) => {
  const { server } = await openServer({}, { origins: ["https://other.example"] });
  for (const path of ["/api/v1/crypto/swap", "/storage/documents"])
    expect(await askFrom(server.url + path, origin)).toEqual([null, null]);
});

test("allows the given origins, also for a preflight's headers and the trace id", async () => {
  const origin = "https://app.example";
  const { server } = await openServer({}, { origins: [origin] });
  const url = `${server.url}/api/v1/crypto/swap`;
  expect(await askFrom(url, origin)).toEqual([origin, origin]);
  const { headers, status } = await fetch(url, { method: "OPTIONS", headers: { origin } });
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-headers")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toContain("trace-id");
  const open = await openServer({}, { origins: ["*"] });
  expect(await askFrom(open.server.url, "https://any.example")).toEqual([
    "https://any.example",
    "https://any.example",
  ]);
});

test.each(["app.example", "https://app.example/", "https://app.example/page", ""])(
  "rejects %j as an origin",
  async (origin) => {
    await expect(createSandbox().listen({ origins: [origin] })).rejects.toMatchObject({
      kind: "configuration",
      hint: expect.stringContaining("slash"),
    });
  },
);

test("does not open the control routes to the given origins", async () => {
  const origin = "https://app.example";
  const { server } = await openServer({}, { origins: [origin] });
  const response = await fetch(`${server.url}/__sandbox/requests`, { headers: { origin } });
  expect(response.status).toBe(403);
});

test("adds no CORS headers without a server", async () => {
  const { baseUrl, fetch } = createSandbox();
  const headers = { origin: "https://app.example" };
  const response = await fetch(new Request(`${baseUrl}/api/v1/crypto/tokens`, { headers }));
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-"))).toEqual([]);
});

test("streams binary bodies in both directions", async () => {
  const server = await serve(
    async (request) =>
      new Response(request.body, { headers: { "content-type": "application/octet-stream" } }),
  );
  const bytes = Uint8Array.from({ length: 2_000_000 }, (_, i) => i % 251);
  const echoed = new Uint8Array(
    await (await fetch(server.url, { method: "POST", body: bytes })).arrayBuffer(),
  );
  expect(Buffer.compare(echoed, bytes)).toBe(0);
});

test("aborts the request when the client disconnects", async () => {
  const client = new AbortController();
  let aborted = () => {};
  const isAborted = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  const server = await serve(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted();
          reject(signal.reason);
        });
        client.abort();
      }),
  );
  await expect(fetch(server.url, { signal: client.signal })).rejects.toThrow();
  await isAborted;
});

test("simulates a hanging and a truncated response", async () => {
  const { sandbox, client } = await openServer();
  sandbox.hang("tokens.list");
  await expect(client.tokens.list({}, { timeout: 50 }).firstPage()).rejects.toMatchObject({
    kind: "timeout",
  });
  sandbox.cut("tokens.list");
  await expect(client.tokens.list().firstPage()).rejects.toMatchObject({ kind: "connection" });
});

test("aborts hanging requests when the server closes", async () => {
  const { sandbox, client, server } = await openServer();
  sandbox.hang("tokens.list");
  const hanging = expect(client.tokens.list().firstPage()).rejects.toMatchObject({
    kind: "connection",
  });
  await waitFor(() => expect(sandbox.requests).toHaveLength(1));
  await server.close();
  await hanging;
});

test("rejects a used port, an invalid port and an unknown host with a ConfigurationError", async () => {
  const { server } = await openServer();
  const taken = createSandbox().listen({ port: server.port });
  await expect(taken).rejects.toMatchObject({
    kind: "configuration",
    message: expect.stringContaining(`port ${server.port} on 127.0.0.1 is taken`),
  });
  await expect(createSandbox().listen({ port: 70_000 })).rejects.toMatchObject({
    kind: "configuration",
  });
  await expect(createSandbox().listen({ host: "no.such.host.invalid" })).rejects.toMatchObject({
    kind: "configuration",
  });
});

test("responds with 500 when the handler throws, and keeps running", async () => {
  const server = await serve(() => Promise.reject(new TypeError("secret")));
  for (let i = 0; i < 2; i++) {
    const response = await fetch(server.url);
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"id":"INTERNAL_SERVER_ERROR","message":""}',
    ]);
  }
});

test("responds with 400 to a malformed request, and keeps running", async () => {
  const { server, client } = await openServer();
  const said = await new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.end("GET / HTTP/1.1\r\nhost: a b\r\n\r\n"),
    );
    socket.once("data", (data) => resolve(String(data)));
  });
  expect(said).toMatch(/^HTTP\/1.1 400/);
  const status = await new Promise((resolve) => {
    send({ port: server.port, method: "TRACE", path: "/" }, (response) =>
      resolve(response.statusCode),
    ).end();
  });
  expect(status).toBe(400);
  expect((await client.tokens.list().firstPage()).items.length).toBeGreaterThan(0);
});

test.each([
  ["states its size", { "content-length": "1000000000" }],
  ["does not state its size", { "transfer-encoding": "chunked" }],
])("refuses a body above 16 MB while it arrives, if it %s", async (_, headers) => {
  const { sandbox, server } = await openServer();
  const outgoing = send(`${server.url}/api/v1/crypto/wallets`, { method: "POST", headers });
  onTestFinished(() => void outgoing.destroy());
  // The server closes the connection while the client is sending.
  outgoing.on("error", () => {});
  const status = new Promise((resolve) => outgoing.once("response", (r) => resolve(r.statusCode)));
  const chunk = Buffer.alloc(1_000_000);
  for (let i = 0; i < 17; i++) outgoing.write(chunk);
  // The body has no end.
  expect(await status).toBe(413);
  expect(await drained(sandbox)).toEqual([]);
});
