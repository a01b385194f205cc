import { cp } from "node:fs/promises";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { closedPort } from "../../support/loopback.js";
import { type Program, start } from "../examples/project.js";
import { createProject, runNode } from "./prepare.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);
const next = "../node_modules/next/dist/bin/next";

// The last major version whose `fetch` caches GET requests in server components by default.
// test/e2e/examples builds and runs an app with the newest version.
const version = "14.2.35";
const packages = [`next@${version}`, "react@18.3.1", "react-dom@18.3.1"];
const project = await createProject(packages);

describe(`Next.js | ${version} | webpack`, () => {
  if (!project.folder) {
    test("builds and runs here", ({ skip }) => skip(project.reason));
    return;
  }
  const app = join(project.folder, "app");
  let stopped: number | undefined;
  const sandbox = createSandbox({ seed: "next", now: () => stopped ?? Date.now() });
  let service: Awaited<ReturnType<typeof sandbox.listen>>;
  let server: Program | undefined;

  beforeAll(async () => {
    service = await sandbox.listen();
  });
  afterAll(async () => {
    await server?.kill();
    await service?.close();
  });

  /** Starts a swap. Returns the hash of the operation, which is in progress, and its wallet. */
  async function startSwap() {
    const client = createClient({ baseUrl: service.url, apiKey: sandbox.apiKey });
    const { wallet } = await client.wallets.register({
      externallyOwnedAccount: owner.address,
      factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
    });
    const { walletAddress } = wallet;
    sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
    const { quotes } = await client.swap.quote({
      amountIn: "100",
      chainIdIn: 137,
      chainIdOut: 137,
      tokenIn: usdc,
      tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      walletAddress,
      toAddress: walletAddress,
    });
    const { userOperationHash } = quotes[0] as { userOperationHash: `0x${string}` };
    const signature = await owner.signMessage({ message: { raw: userOperationHash } });
    stopped = Date.now();
    await client.operations.execute({ userOperationHash, signature });
    return { hash: userOperationHash, wallet: walletAddress };
  }

  test("a server component sees each change of a status, which plain fetch does not", async () => {
    await cp(join(project.folder, "apps/next"), app, { recursive: true });
    const env = {
      BURSAR_BASE_URL: service.url,
      BURSAR_API_KEY: sandbox.apiKey,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      CI: "1",
    };
    const built = await runNode(app, [next, "build"], env);
    expect(built).not.toMatch(/warn|critical|Failed|Can't resolve/i);
    const port = String(await closedPort());
    const args = [next, "start", "-H", "127.0.0.1", "-p", port];
    server = start(process.execPath, args, { cwd: app, env });
    await server.until(/Ready in/);

    const query = new URLSearchParams(await startSwap());
    const statusBy = async (reader: string) => {
      const page = await fetch(`http://127.0.0.1:${port}/?by=${reader}&${query}`);
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
    // Shows that this server caches.
    expect(await statusBy("fetch")).toBe("PROCESSING");
  });
});
