import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

// A strict policy: no eval, no inline scripts and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = `
  import { createClient, isApiError } from "bursar";
  const client = createClient({ baseUrl: "/api", logLevel: "off" });
  const tryEval = () => { try { new Function("return 1")(); return "allowed"; } catch { return "blocked"; } };
  globalThis.result = (async () => ({
    eval: tryEval(),
    limits: await client.kyc.financialLimits("ind_1"),
    expired: isApiError(await client.fiat.createDeposit({ quoteId: "q" }).catch((error) => error), "FIAT_QUOTE_EXPIRED"),
  }))();`;

let server: Server;
let browser: Browser;
let origin: string;
const requests: string[] = [];

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: root },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    outdir: "/",
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  server = createServer((request, response) => {
    const { url = "", method } = request;
    requests.push(`${method} ${url}`);
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { "content-type": type, "content-security-policy": policy });
      response.end(body);
    };
    if (url === "/")
      return send(
        200,
        "text/html",
        `<!doctype html><title>page</title><script type="module" src="/stdin.js"></script>`,
      );
    if (files.has(url)) return send(200, "text/javascript", files.get(url) as string);
    if (!url.startsWith("/api/")) return send(404, "text/plain", "");
    if (method === "GET") return send(200, "application/json", '{"limits":[]}');
    return send(400, "application/json", '{"id":"FIAT_QUOTE_EXPIRED","message":"late"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

test("the built package works in a page that forbids eval and violates no policy", async () => {
  const tab = await browser.newPage();
  const pageErrors: string[] = [];
  tab.on("pageerror", (error) => pageErrors.push(String(error)));
  await tab.exposeFunction("reportPageError", (text: string) => pageErrors.push(text));
  await tab.addInitScript(() => {
    globalThis.document.addEventListener("securitypolicyviolation", (event) =>
      (globalThis as unknown as { reportPageError: (text: string) => void }).reportPageError(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    );
  });
  await tab.goto(origin);
  const result = await tab.evaluate(
    () => (globalThis as unknown as { result: Promise<unknown> }).result,
  );
  expect(result).toEqual({ eval: "blocked", limits: { limits: [] }, expired: true });
  // The attempt above, and none by the package.
  expect(pageErrors).toEqual(["script-src eval"]);
});

test("the first call loads the fetch layer and its schemas as a separate chunk", () => {
  const scripts = requests.filter((line) => line.endsWith(".js"));
  expect(scripts.some((line) => /transport/.test(line))).toBe(true);
  const firstCall = requests.findIndex((line) => line.includes("/api/"));
  expect(requests.findIndex((line) => /transport/.test(line))).toBeLessThan(firstCall);
});
