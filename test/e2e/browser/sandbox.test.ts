import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

// A strict policy: no eval, no inline scripts and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = `
  import { createClient, isExecutable } from "bursar";
  import { createSandbox } from "bursar/sandbox";
  import { http } from "msw";
  import { setupWorker } from "msw/browser";

  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const mainJob = async (sandbox, fetch) => {
    const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, dangerouslyAllowBrowser: true, logLevel: "off", fetch });
    const { wallet } = await client.wallets.register({
      externallyOwnedAccount: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
      factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    });
    const { walletAddress } = wallet;
    sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
    const { quotes } = await client.swap.quote({
      amountIn: "10", chainIdIn: 137, chainIdOut: 137, tokenIn: usdc, tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      payGasFeeToken: usdc, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT", walletAddress, toAddress: walletAddress,
    });
    const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
    return {
      quoted: Number(quotes.find(isExecutable).minAmountOut) > 0,
      balance: Number(tokens.find(({ address }) => address === usdc).balanceFormatted),
      operations: sandbox.requests.map(({ operation }) => operation),
    };
  };
  const jobs = {
    byFetch: async () => {
      const sandbox = createSandbox();
      return mainJob(sandbox, sandbox.fetch);
    },
    byWorker: async () => {
      const sandbox = createSandbox({ baseUrl: location.origin });
      const worker = setupWorker(...sandbox.handlers({ http }));
      await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
      try {
        return await mainJob(sandbox, undefined);
      } finally {
        worker.stop();
      }
    },
    listen: () => createSandbox().listen().then(() => "listens", ({ kind, message }) => kind + ": " + message),
  };
  globalThis.run = (name) => jobs[name]();`;

let server: Server;
let browser: Browser;
let origin: string;
const requests: string[] = [];

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    outdir: "/",
    write: false,
  });
  const worker = readFileSync(
    createRequire(import.meta.url).resolve("msw/mockServiceWorker.js"),
    "utf8",
  );
  const files = new Map([
    ...outputFiles.map(({ path, text }) => [path, text] as const),
    ["/mockServiceWorker.js", worker],
  ]);
  server = createServer(({ url = "", method }, response) => {
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
    const file = files.get(url);
    return file === undefined ? send(404, "text/plain", "") : send(200, "text/javascript", file);
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

/** Runs a job in a new page. Returns its result and the errors of the page. */
async function run(job: string): Promise<{ result: unknown; pageErrors: string[] }> {
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
    (name) => (globalThis as unknown as { run: (name: string) => Promise<unknown> }).run(name),
    job,
  );
  await tab.close();
  return { result, pageErrors };
}

const done = {
  quoted: true,
  balance: 500,
  operations: ["wallets.register", "swap.quote", "wallets.portfolio"],
};

test("the built sandbox works in a page that forbids eval and violates no policy", async () => {
  expect(await run("byFetch")).toEqual({ result: done, pageErrors: [] });
});

test("responds through MSW's service worker, and no API request reaches the page's server", async () => {
  expect(await run("byWorker")).toEqual({ result: done, pageErrors: [] });
  expect(requests).toContain("GET /mockServiceWorker.js");
  expect(requests.filter((line) => line.includes("/api/"))).toEqual([]);
});

test("rejects listen() in a page", async () => {
  const { result, pageErrors } = await run("listen");
  expect(result).toBe("configuration: a sandbox can listen in Node only");
  expect(pageErrors).toEqual([]);
});
