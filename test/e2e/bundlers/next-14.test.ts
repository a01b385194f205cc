import { cp } from "node:fs/promises";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { closedPort } from "../../support/loopback.js";
import { type Program, start } from "../examples/project.js";
import { createProject, runNode, versionOf } from "./prepare.js";

// The last major version whose `fetch` caches GET requests in server components by default.
const project = await createProject(["next@14.2.35", "react@18.3.1", "react-dom@18.3.1"]);
const version = project.folder ? await versionOf(project.folder, "next") : "14";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

/** A served sandbox whose clock stands still, with an operation that is in progress. */
async function openService() {
  const now = Date.now();
  const sandbox = createSandbox({ now: () => now });
  const service = await sandbox.listen();
  const client = createClient({ baseUrl: service.url, apiKey: sandbox.apiKey });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
  const { quotes } = await client.swap.quote({
    ...{ amountIn: "100", chainIdIn: 137, chainIdOut: 137, tokenIn: usdc, tokenOut: weth },
    ...{ payGasFeeToken: usdc, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
    ...{ walletAddress, toAddress: walletAddress },
  });
  const { userOperationHash } = quotes[0] as { userOperationHash: `0x${string}` };
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  await client.operations.execute({ userOperationHash, signature });
  return { sandbox, service, walletAddress, hash: userOperationHash };
}

describe(`Next.js | ${version} | server components`, () => {
  const { folder, reason } = project;
  if (reason !== undefined || !folder) {
    test("builds and runs here", ({ skip }) => skip(reason));
    return;
  }
  let server: Program | undefined;
  let opened: Awaited<ReturnType<typeof openService>> | undefined;

  afterAll(async () => {
    await server?.kill();
    await opened?.service.close();
  });

  test("a component sees each change of a status, which plain fetch does not", async () => {
    opened = await openService();
    const { sandbox, service, hash } = opened;
    const app = join(folder, "next-14");
    await cp(join(folder, "apps/next-14"), app, { recursive: true });
    const environment = {
      BURSAR_BASE_URL: service.url,
      BURSAR_API_KEY: sandbox.apiKey,
      WALLET: opened.walletAddress,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      CI: "1",
    };
    const next = "../node_modules/next/dist/bin/next";
    await runNode(app, [next, "build"], environment);
    const port = String(await closedPort());
    const args = [next, "start", "-H", "127.0.0.1", "-p", port];
    server = start(process.execPath, args, { cwd: app, env: environment });
    await server.until(/Ready in/);

    const statusBy = async (reader: string) => {
      const page = await fetch(`http://127.0.0.1:${port}/?by=${reader}&hash=${hash}`);
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
