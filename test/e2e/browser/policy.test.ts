import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

// A strict policy, as careful sites send it: neither eval nor inline scripts, and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = `
  import { createClient, isApiError } from "bursar";
  const client = createClient({ baseUrl: "/api", logLevel: "off" });
  const evil = () => { try { new Function("return 1")(); return "allowed"; } catch { return "refused"; } };
  globalThis.told = (async () => ({
    evil: evil(),
    limits: await client.kyc.financialLimits("ind_1"),
    expired: isApiError(await client.fiat.createDeposit({ quoteId: "q" }).catch((error) => error), "FIAT_QUOTE_EXPIRED"),
  }))();`;

let server: Server;
let browser: Browser;
let origin: string;
const asked: string[] = [];

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
    asked.push(`${method} ${url}`);
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

test("the built package works where a page forbids eval, and breaks no rule of the page", async () => {
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  await tab.exposeFunction("complain", (text: string) => complaints.push(text));
  await tab.addInitScript(() => {
    globalThis.document.addEventListener("securitypolicyviolation", (event) =>
      (globalThis as unknown as { complain: (text: string) => void }).complain(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    );
  });
  await tab.goto(origin);
  const told = await tab.evaluate(() => (globalThis as unknown as { told: Promise<unknown> }).told);
  expect(told).toEqual({ evil: "refused", limits: { limits: [] }, expired: true });
  // The page's own attempt, and nothing of the package's.
  expect(complaints).toEqual(["script-src eval"]);
});

test("the first call loads the fetch layer and its schemas as a chunk of their own", () => {
  const scripts = asked.filter((line) => line.endsWith(".js"));
  expect(scripts.some((line) => /transport/.test(line))).toBe(true);
  const firstCall = asked.findIndex((line) => line.includes("/api/"));
  expect(asked.findIndex((line) => /transport/.test(line))).toBeLessThan(firstCall);
});
