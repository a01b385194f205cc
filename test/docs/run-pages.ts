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
import { readSetup } from "../../scripts/first-program.mjs";
import { runBlock } from "../../scripts/run-block.mjs";
import { shortenDelay } from "../../site/.vitepress/run/shorten-delay.js";
import { bursarModules } from "./bursar-modules.js";
import { type Block, hideRandomValues } from "./markdown.js";
import { findResult } from "./page-blocks.js";

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

/** For the tests of a file that run blocks. */
export function prepareRuns(): void {
  beforeAll(stub);
  afterAll(restore);
}

function stub() {
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number) => wait(run, shortenDelay(ms)));
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

const setup = readSetup("define");

/** Asserts that a block runs on the sandbox, and prints what it should. */
export async function expectRun(block: Block): Promise<void> {
  const printed: string[] = [];
  const print = (...values: unknown[]) => printed.push(util.format(...values));
  const variables = { console: { log: print, warn: print, error: print } };
  const define = (names: object) => Object.assign(variables, names);
  await runBlock(setup, modules, { define });
  await expect(runBlock(block.code, modules, variables)).resolves.toBeUndefined();
  if (block.output !== undefined)
    expect(`${hideRandomValues(printed.join("\n"))}\n`).toBe(block.output);
  const result = findResult(block);
  if (result) expect(printed.at(-1)).toContain(result);
}
