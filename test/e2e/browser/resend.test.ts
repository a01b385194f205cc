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
/** What the service answers in place of the sandbox, without breaking the connection. */
let status: number | undefined;
const reached: string[] = [];
const proxy = createProxy({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  prefix: "/api/bursar",
  allow: ["tokens.list", "operations.execute"],
  authorize: () => true,
  fetch: (request) => {
    reached.push(`${request.method} ${new URL(request.url).pathname}`);
    if (status !== undefined) return Promise.resolve(new Response("{}", { status }));
    return sandbox.fetch(request);
  },
});

/** The writes that came from the browser. Of each, the connection is broken once it has been forwarded and before it is answered. */
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
  const answer = await proxy(await requestOf(incoming));
  const text = await answer.text();
  if (method === "POST" && writes.push(url) === 1 && status === undefined)
    return void incoming.socket.destroy();
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
});

async function requestOf(incoming: IncomingMessage): Promise<Request> {
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

test("a write that the browser sends a second time by itself reaches the service once, and its outcome is called unknown", async () => {
  // Only a connection that was used before is taken for one that went stale.
  expect(await inPage("read")).toBeGreaterThan(0);
  reached.length = 0;
  const outcome = await inPage("write");
  // That the browser does send it again is what this protects against: where one no longer does, the test has lost its point.
  expect(writes).toHaveLength(2);
  expect(reached).toEqual(["POST /api/v1/crypto/execute-user-op"]);
  expect(outcome).toMatchObject({ name: "OutcomeUnknownError" });
});

test.each([421, 401, 407, 408, 425, 429, 503])(
  "a write that the service answers %i reaches the service once",
  async (answered) => {
    status = answered;
    reached.length = 0;
    writes.length = 0;
    const { name } = (await inPage("write")) as { name: string };
    expect(reached).toEqual(["POST /api/v1/crypto/execute-user-op"]);
    expect(name).toMatch(/^(?:\w+Error)$/);
    // Chromium repeats the request after these. The proxy does not forward the second one.
    const isRepeated = [421, 408].includes(answered);
    expect(writes.length).toBe(isRepeated ? 2 : 1);
    if (isRepeated) expect(name).toBe("OutcomeUnknownError");
  },
);
