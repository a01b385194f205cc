import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as tls from "node:tls";
import * as util from "node:util";
import * as bitcoinjs from "bitcoinjs-lib";
import * as ethers from "ethers";
import * as msw from "msw";
import * as mswNode from "msw/node";
import * as undici from "undici";
import * as accounts from "viem/accounts";
import { afterAll, beforeAll, expect, vi } from "vitest";
import * as zod from "zod";
import * as bursar from "../../src/index.js";
import * as sandbox from "../../src/sandbox/index.js";
import * as signing from "../../src/tasks/index.js";
import { bursarModules } from "./bursar-modules.js";
import { type Block, hideRandomValues } from "./markdown.js";
import { runnable } from "./page-blocks.js";
import { runBlock } from "./run-block.js";

const modules: Readonly<Record<string, unknown>> = {
  ...bursarModules,
  "bitcoinjs-lib": bitcoinjs,
  ethers,
  msw,
  "msw/node": mswNode,
  "node:fs/promises": fs,
  "node:os": os,
  "node:path": path,
  "node:tls": tls,
  "node:util": util,
  zod,
  undici,
  "viem/accounts": accounts,
};

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

/** The variables of the program in Getting started. */
async function createAmbient() {
  const box = sandbox.createSandbox();
  const { baseUrl, apiKey, fetch } = box;
  const client = bursar.createClient({ baseUrl, apiKey, fetch });
  const account = accounts.privateKeyToAccount(accounts.generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: account.address,
    factory: bursar.factories.lightAccount["2.0.0"],
  });
  const { walletAddress } = wallet;
  box.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "5000" });
  const request = bursar.defineRequest("swap.quote", {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  const { quotes } = await client.swap.quote(request);
  const quote = signing.pickExecutable(quotes);
  return { sandbox: box, client, account, walletAddress, usdc, weth, request, quote };
}

/** For the tests of a file that run blocks. */
export function prepareRuns(): void {
  beforeAll(stub);
  afterAll(restore);
}

function stub() {
  // Shortens the pauses between two looks at a status, and no time limit of a call.
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) => wait(run, ms < 10_000 ? ms / 100 : ms));
  vi.stubEnv("BURSAR_BASE_URL", "https://service.test");
  vi.stubEnv("BURSAR_API_KEY", "key");
  // Nothing may use the network.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("the network is off in this test")));
  // The client's warnings. The blocks have a console of their own.
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
}

function restore() {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
}

/** What the first block of a page prints last, if the page does not show its output. */
const results: Readonly<Record<string, string>> = {
  "docs/eip-7702.md": "COMPLETED",
  "docs/kyc.md": "ARS",
  "docs/liquidity.md": "closed: COMPLETED",
  "docs/lending.md": "WETH",
  "docs/proxy.md": "403 PROXY_FORBIDDEN",
};
const first = new Map([...runnable].reverse().map(({ page, where }) => [page, where]));

/** The blocks whose output is known. */
export const checkedBlocks = runnable.filter(
  ({ page, where, output }) =>
    output !== undefined || (first.get(page) === where && page in results),
);

/** Asserts that a block runs on the sandbox, and prints what it should. */
export async function expectRun(block: Block): Promise<void> {
  const printed: string[] = [];
  const print = (...values: unknown[]) => printed.push(util.format(...values));
  const ambient = await createAmbient();
  const variables = { ...ambient, console: { log: print, warn: print, error: print } };
  await expect(runBlock(block.code, modules, variables)).resolves.toBeUndefined();
  if (block.output !== undefined)
    expect(`${hideRandomValues(printed.join("\n"))}\n`).toBe(block.output);
  else if (checkedBlocks.includes(block)) expect(printed.at(-1)).toContain(results[block.page]);
}
