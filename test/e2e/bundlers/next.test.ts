import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { closedPort } from "../../support/loopback.js";
import { type Program, start } from "../examples/project.js";
import {
  createProject,
  filesOf,
  findChromium,
  formatSizes,
  runNode,
  versionOf,
} from "./prepare.js";
import { openBrowser, type Visit, visit } from "./site.js";

/**
 * Both bundlers of Next.js. webpack builds the older version only, because it takes a minute, and
 * pages.test.ts builds with webpack, too.
 */
const releases = [
  {
    bundler: "Turbopack",
    packages: ["next@16.4.6", "react", "react-dom", "@types/react"],
    cachesFetch: false,
  },
  {
    // The last major version whose `fetch` caches GET requests in server components by default.
    bundler: "webpack",
    packages: ["next@14.2.35", "react@18.3.1", "react-dom@18.3.1", "@types/react@18.3.31"],
    cachesFetch: true,
  },
];
const usdc = { chainId: 137, token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" } as const;
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);
const next = "../node_modules/next/dist/bin/next";
const chromium = findChromium();

/** A served sandbox with a funded wallet. */
async function openService() {
  let stopped: number | undefined;
  const sandbox = createSandbox({ seed: "next", now: () => stopped ?? Date.now() });
  const stopClock = () => {
    stopped = Date.now();
  };
  const service = await sandbox.listen();
  const client = createClient({ baseUrl: service.url, apiKey: sandbox.apiKey });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, ...usdc, amount: "500" });
  const environment = {
    BURSAR_BASE_URL: service.url,
    BURSAR_API_KEY: sandbox.apiKey,
    WALLET: walletAddress,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
    CI: "1",
  };
  return { sandbox, client, walletAddress, environment, stopClock, close: () => service.close() };
}

/** Starts a swap. Returns the hash of the operation, which is in progress. */
async function startSwap({ client, walletAddress }: Awaited<ReturnType<typeof openService>>) {
  const { quotes } = await client.swap.quote({
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc.token,
    tokenOut: weth,
    payGasFeeToken: usdc.token,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  const { userOperationHash } = quotes[0] as { userOperationHash: `0x${string}` };
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  await client.operations.execute({ userOperationHash, signature });
  return userOperationHash;
}

for (const { bundler, packages, cachesFetch } of releases) {
  const project = await createProject([...packages, "viem", "typescript", "@types/node"]);
  const version = project.folder ? await versionOf(project.folder, "next") : packages[0];

  describe(`Next.js | ${version} | ${bundler}`, () => {
    const { path } = chromium;
    if (!project.folder || path === undefined) {
      test("builds and runs here", ({ skip }) => skip(project.reason ?? chromium.reason));
      return;
    }
    const app = join(project.folder, "app");
    let opened: Awaited<ReturnType<typeof openService>>;
    let browser: Browser;
    let server: Program | undefined;
    let url: string;
    let seen: Visit;

    beforeAll(async () => {
      opened = await openService();
      browser = await openBrowser(path);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.kill();
      await opened?.close();
    });

    test("a route handler, a client component and a server component build without a warning or a type error", async () => {
      await cp(join(project.folder, "apps/next"), app, { recursive: true });
      const output = await runNode(app, [next, "build"], opened.environment);
      expect(output).toMatch(/api\/bursar\/\[\.\.\.path\]/);
      expect(output).not.toMatch(/warn|critical|Failed|Can't resolve/i);
      console.log(
        `Next.js with ${bundler}: ${formatSizes(await filesOf(join(app, ".next/static")))} in .next/static`,
      );
    });

    test("the page shows the quote, and the route handler rejects what is not allowed", async () => {
      const port = String(await closedPort());
      const args = [next, "start", "-H", "127.0.0.1", "-p", port];
      server = start(process.execPath, args, { cwd: app, env: opened.environment });
      await server.until(/Ready in/);
      url = `http://127.0.0.1:${port}/`;
      const before = opened.sandbox.requests.length;
      seen = await visit(browser, url);
      expect(seen.result).toEqual({ text: expect.stringContaining("10"), refused: [403, 403] });
      // The browser logs the two requests that are rejected on purpose.
      expect(
        seen.pageErrors.filter((line) => !/the server responded with a status of 403/.test(line)),
      ).toEqual([]);
      expect(opened.sandbox.requests.slice(before).map(({ operation }) => operation)).toEqual([
        "swap.quote",
      ]);
    });

    test("the key is in no response and in no static file", async () => {
      const key = opened.sandbox.apiKey;
      expect(seen.traffic.some((line) => line.includes("/api/bursar/"))).toBe(true);
      expect(seen.traffic.filter((line) => line.includes(key))).toEqual([]);
      const files = await filesOf(join(app, ".next/static"));
      expect(files.size).toBeGreaterThan(3);
      expect([...files].filter(([, text]) => text.includes(key)).map(([file]) => file)).toEqual([]);
    });

    test(`a component sees each change of a status${cachesFetch ? ", which plain fetch does not" : ""}`, async () => {
      const { sandbox, stopClock } = opened;
      stopClock();
      const hash = await startSwap(opened);
      const statusBy = async (reader: string) => {
        const page = await fetch(`${url}status?by=${reader}&hash=${hash}`);
        return /status: (.*?);/.exec(await page.text())?.[1];
      };
      const countReads = () =>
        sandbox.requests.filter(({ operation }) => operation === "wallets.history").length;

      expect([await statusBy("fetch"), await statusBy("client")]).toEqual([
        "PROCESSING",
        "PROCESSING",
      ]);
      const before = countReads();
      let hasEnded = false;
      const waiting = statusBy("wait").finally(() => {
        hasEnded = true;
      });
      // The second poll would get a cached response.
      while (countReads() < before + 3 && !hasEnded)
        await new Promise((done) => setTimeout(done, 20));
      sandbox.advance(60_000);
      expect(await waiting).toBe("COMPLETED");
      expect(await statusBy("client")).toBe("COMPLETED");
      // Shows whether this server caches.
      expect(await statusBy("fetch")).toBe(cachesFetch ? "PROCESSING" : "COMPLETED");
    });
  });
}
