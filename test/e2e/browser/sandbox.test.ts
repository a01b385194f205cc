import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, type Page } from "./page.js";

const program = `
  import { createClient, isExecutable } from "bursar";
  import { createSandbox } from "bursar/sandbox";
  import { http } from "msw";
  import { setupWorker } from "msw/browser";

  const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const mainJob = async (sandbox) => {
    const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, dangerouslyAllowBrowser: true, logLevel: "off" });
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
  globalThis.jobs = {
    byWorker: async () => {
      const sandbox = createSandbox({ baseUrl: location.origin });
      const worker = setupWorker(...sandbox.handlers({ http }));
      await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
      try {
        return await mainJob(sandbox);
      } finally {
        worker.stop();
      }
    },
    listen: () => createSandbox().listen().then(() => "listens", ({ kind, message }) => kind + ": " + message),
  };`;

let page: Page;

beforeAll(async () => {
  const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
  page = await openPage(program, {
    scripts: { "/mockServiceWorker.js": readFileSync(worker, "utf8") },
    directives: "worker-src 'self'",
  });
});

afterAll(() => page?.close());

test("responds through MSW's service worker, and no API request reaches the page's server", async () => {
  const operations = ["wallets.register", "swap.quote", "wallets.portfolio"];
  const result = { quoted: true, balance: 500, operations };
  expect(await page.run("byWorker")).toEqual({ result, pageErrors: [] });
  expect(page.requests).toContain("GET /mockServiceWorker.js");
  expect(page.requests.filter((line) => line.includes("/api/"))).toEqual([]);
});

test("rejects listen() in a page", async () => {
  const { result, pageErrors } = await page.run("listen");
  expect(result).toBe("configuration: a sandbox can listen in Node only");
  expect(pageErrors).toEqual([]);
});
