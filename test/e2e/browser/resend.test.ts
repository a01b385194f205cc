import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProxy } from "../../../src/proxy/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = `
  import { createClient } from "bursar";
  const client = createClient({ baseUrl: "/api/bursar", logLevel: "off" });
  globalThis.read = () => client.tokens.list().firstPage().then(({ items }) => items.length);
  globalThis.write = () => client.operations.execute({ userOperationHash: "0x" + "ab".repeat(32), signature: "0x" + "cd".repeat(65) })
    .then(() => "done", ({ name, hint }) => ({ name, hint }));`;

const sandbox = createSandbox();
/**
 * If set, the service responds with this status instead of the sandbox, and keeps the connection.
 */
let status: number | undefined;
const received: string[] = [];
const proxy = createProxy({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  prefix: "/api/bursar",
  allow: ["tokens.list", "operations.execute"],
  authorize: () => true,
  fetch: (request) => {
    received.push(`${request.method} ${new URL(request.url).pathname}`);
    if (status !== undefined) return Promise.resolve(new Response("{}", { status }));
    return sandbox.fetch(request);
  },
});

/**
 * The writes that the browser sent. Unless `status` is set, the first loses its connection after it
 * was forwarded.
 */
const writes: string[] = [];
let code = "";
const server = createServer(async (incoming, outgoing) => {
  const { url = "", method = "" } = incoming;
  if (url === "/")
    return void outgoing
      .setHeader("content-type", "text/html")
      .end('<!doctype html><script type="module" src="/page.js"></script>');
  if (url === "/page.js")
    return void outgoing.setHeader("content-type", "text/javascript").end(code);
  if (!url.startsWith("/api/")) return void outgoing.writeHead(404).end();
  const response = await proxy(await toRequest(incoming));
  const text = await response.text();
  if (method === "POST" && writes.push(url) === 1 && status === undefined)
    return void incoming.socket.destroy();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(text);
});

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = incoming.method === "GET" ? null : Buffer.concat(chunks);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method as string,
    headers,
    body,
  });
}

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  code = outputFiles[0]?.text ?? "";
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

const inPage = (job: "read" | "write") =>
  page.evaluate((name) => (globalThis as never as Record<string, () => unknown>)[name]?.(), job);

test("a write that the browser repeats reaches the service once and has an unknown outcome", async () => {
  // The browser repeats a request only on a reused connection, so use it once before.
  expect(await inPage("read")).toBeGreaterThan(0);
  received.length = 0;
  const outcome = await inPage("write");
  // If the browser no longer repeats the request, this test is obsolete.
  expect(writes).toHaveLength(2);
  expect(received).toEqual(["POST /api/v1/crypto/execute-user-op"]);
  expect(outcome).toMatchObject({ name: "OutcomeUnknownError" });
});

test.each([421, 401, 407, 408, 425, 429, 503])(
  "a write that the service responds to with %i reaches the service once",
  async (responseStatus) => {
    status = responseStatus;
    received.length = 0;
    writes.length = 0;
    const { name } = (await inPage("write")) as { name: string };
    expect(received).toEqual(["POST /api/v1/crypto/execute-user-op"]);
    expect(name).toMatch(/^(?:\w+Error)$/);
    // Chromium repeats the request after these. The proxy does not forward the second one.
    const isRepeated = [421, 408].includes(responseStatus);
    expect(writes.length).toBe(isRepeated ? 2 : 1);
    if (isRepeated) expect(name).toBe("OutcomeUnknownError");
  },
);
