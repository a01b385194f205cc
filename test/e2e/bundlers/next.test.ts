import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import {
  createProject,
  filesOf,
  findChromium,
  formatSizes,
  runNode,
  versionOf,
} from "./prepare.js";
import { openBrowser, type Visit, visit } from "./site.js";

const next = "16.4.6";
const bundlers = [
  { name: "Turbopack", flags: [] },
  { name: "webpack", flags: ["--webpack"] },
];
const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdc = { chainId: 137, token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" } as const;

const chromium = findChromium();
const packages = ["react", "react-dom", "viem", "typescript", "@types/react", "@types/node"];
const project = await createProject([`next@${next}`, ...packages]);
const version = project.folder ? await versionOf(project.folder, "next") : next;

// Its clock runs, because the quotes must be valid after the app has been built.
const sandbox = createSandbox({ seed: "next" });
/** The key that only the server has. */
const key = sandbox.apiKey;
let environment: Record<string, string>;
let closeService: () => Promise<void>;
let browser: Browser;

beforeAll(async () => {
  if (!project.folder || !chromium.path) return;
  const service = await sandbox.listen();
  closeService = () => service.close();
  const client = createClient({ baseUrl: service.url, apiKey: key });
  const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
  const { wallet } = await client.wallets.register({ externallyOwnedAccount: owner, factory });
  sandbox.fund({ account: wallet.walletAddress, ...usdc, amount: "500" });
  environment = {
    BURSAR_BASE_URL: service.url,
    BURSAR_API_KEY: key,
    WALLET: wallet.walletAddress,
    NEXT_TELEMETRY_DISABLED: "1",
    CI: "1",
  };
  browser = await openBrowser(chromium.path);
});

afterAll(async () => {
  await browser?.close();
  await closeService?.();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Serves a built app with Next's server. */
async function start(folder: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const args = [
    "../node_modules/next/dist/bin/next",
    "start",
    "-H",
    "127.0.0.1",
    "-p",
    String(port),
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment, NODE_ENV: "production" },
  });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const onData = (chunk: Buffer) => {
      output += chunk;
      if (/Ready in/.test(output)) resolve();
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.once("exit", () => reject(new TypeError(`next start ended: ${output}`)));
  });
  return { url: `http://127.0.0.1:${port}/`, child };
}

for (const { name, flags } of bundlers) {
  describe(`Next.js | ${version} | ${name}`, () => {
    const reason = project.reason ?? chromium.reason;
    if (reason !== undefined || !project.folder) {
      test("builds and runs here", ({ skip }) => skip(reason));
      return;
    }
    const app = join(project.folder, name);
    let child: ChildProcess | undefined;
    let seen: Visit;

    afterAll(async () => {
      if (child?.exitCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await rm(app, { recursive: true, force: true });
    });

    test("a route handler and a client component build without a warning or a type error", async () => {
      await cp(join(project.folder, "apps/next"), app, { recursive: true });
      const output = await runNode(app, ["../node_modules/next/dist/bin/next", "build", ...flags], {
        ...environment,
        NODE_ENV: "production",
      });
      expect(output).toMatch(/api\/bursar\/\[\.\.\.path\]/);
      expect(output).not.toMatch(/warn|critical|Failed|Can't resolve/i);
      console.log(
        `Next.js with ${name}: ${formatSizes(await filesOf(join(app, ".next/static")))} in .next/static`,
      );
    });

    test("the page shows the quote, and the route handler rejects what is not allowed", async () => {
      const { url, child: started } = await start(app);
      child = started;
      const before = sandbox.requests.length;
      seen = await visit(browser, url);
      expect(seen.result).toEqual({ text: expect.stringContaining("10"), refused: [403, 403] });
      // The browser logs the two requests that are rejected on purpose.
      expect(
        seen.pageErrors.filter((line) => !/the server responded with a status of 403/.test(line)),
      ).toEqual([]);
      expect(sandbox.requests.slice(before).map(({ operation }) => operation)).toEqual([
        "swap.quote",
      ]);
    });

    test("the key is in no response and in no static file", async () => {
      expect(seen.traffic.some((line) => line.includes("/api/bursar/"))).toBe(true);
      expect(seen.traffic.filter((line) => line.includes(key))).toEqual([]);
      const files = await filesOf(join(app, ".next/static"));
      expect(files.size).toBeGreaterThan(3);
      expect([...files].filter(([, text]) => text.includes(key)).map(([file]) => file)).toEqual([]);
    });
  });
}
