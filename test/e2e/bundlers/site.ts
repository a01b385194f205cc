import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Browser, chromium } from "playwright";
import { createSandbox } from "../../../src/sandbox/index.js";

// A strict policy: no eval, no inline scripts, no WebAssembly and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:";

/** A site that serves built files and forwards API requests to the service with the key. */
export interface Site {
  readonly url: string;
  /** The requests that it received, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** The key in the environment of a build. */
export const key = "only-on-the-server-4f1d9c";

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
};

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: ReturnType<typeof createSandbox>,
): Promise<void> {
  const { url = "", method = "GET" } = request;
  const body = method === "GET" ? null : await text(request);
  const headers = { "x-api-key": sandbox.apiKey, "content-type": "application/json" };
  const apiResponse = await sandbox.fetch(
    new Request(sandbox.baseUrl + url.slice("/api/bursar".length), { method, headers, body }),
  );
  response.writeHead(apiResponse.status, {
    "content-type": apiResponse.headers.get("content-type") ?? "application/json",
  });
  response.end(await apiResponse.text());
}

/** Serves built files under a base path. */
export async function openSite(base: string, files: ReadonlyMap<string, string>): Promise<Site> {
  const sandbox = createSandbox({ seed: "site" });
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { url = "", method } = request;
    requests.push(`${method} ${url}`);
    if (url.startsWith("/api/bursar/")) return void forward(request, response, sandbox);
    const name = url.startsWith(base) ? url.slice(base.length) || "index.html" : "";
    const file = files.get(name);
    const type = types[name.split(".").at(-1) ?? ""] ?? "text/plain";
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": type,
      "content-security-policy": policy,
    });
    response.end(file ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // The limit of the suite ends a hang.
    timeout: 0,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
}

/** The result of a page, its errors, and its requests and responses. */
export interface Visit {
  result: unknown;
  pageErrors: string[];
  traffic: string[];
}

/** Opens a page and waits for the result in its `#result` element. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(0);
  const pageErrors: string[] = [];
  const traffic: Promise<string>[] = [];
  const hasThrown = new Promise<void>((resolve) => {
    tab.on("pageerror", (error) => {
      pageErrors.push(String(error));
      resolve();
    });
  });
  tab.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      pageErrors.push(`${message.text()} ${message.location().url}`);
  });
  tab.on("request", async (request) =>
    traffic.push(
      Promise.resolve(JSON.stringify([request.url(), request.headers(), request.postData()])),
    ),
  );
  tab.on("response", (response) =>
    traffic.push(
      response.text().then(
        (body) => JSON.stringify([response.url(), response.headers()]) + body,
        () => response.url(),
      ),
    ),
  );
  await tab.exposeFunction("reportPageError", (line: string) => pageErrors.push(line));
  await tab.addInitScript(() => {
    globalThis.document.addEventListener("securitypolicyviolation", (event) =>
      (globalThis as unknown as { reportPageError: (text: string) => void }).reportPageError(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    );
  });
  await tab.goto(url);
  const result = tab.locator("#result:not(:empty)");
  await Promise.race([result.waitFor({ state: "attached" }), hasThrown]);
  if ((await result.count()) === 0)
    throw new TypeError(`the page shows no result:\n${pageErrors.join("\n")}`);
  const content = await result.textContent();
  const seen = await Promise.all(traffic);
  await tab.close();
  return { result: JSON.parse(content ?? ""), pageErrors, traffic: seen };
}
