import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "../../../src/client.js";
import { factory } from "../../sandbox/open-sandbox.js";
import { chooseSeed, createRandom } from "../../support/random-runs.js";

const folder = mkdtempSync(join(tmpdir(), "bursar-state-"));
const file = join(folder, "cli.mjs");

beforeAll(() =>
  build({
    entryPoints: ["src/cli/cli.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: file,
    logLevel: "silent",
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the command, and returns a client of its sandbox. */
async function serve(state: string) {
  const child = spawn(process.execPath, [file, "sandbox", "--port=0", "--state", state]);
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  while (!out.includes("Ctrl-C")) await once(child.stdout, "data");
  const [, baseUrl = "", apiKey = ""] = /base URL\s+(\S+)\s+API key\s+(\S+)/.exec(out) ?? [];
  const client = createClient({ baseUrl, apiKey, retry: false, logLevel: "off" });
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { client, kill };
}

const register = (client: Client, number: number) =>
  client.wallets.register({
    externallyOwnedAccount: `0x${number.toString(16).padStart(40, "0")}`,
    factory,
  });

test("the state file is complete and has each accepted write after every kill", async () => {
  const state = join(folder, "state.json");
  const seed = chooseSeed();
  const random = createRandom(seed);
  const accepted: string[] = [];
  let count = 1_000;
  for (let round = 0; round < 8; round++) {
    const { client, kill } = await serve(state);
    const { wallets } = await client.wallets.list();
    const stored = wallets.map(({ walletAddress }) => walletAddress);
    expect(stored, `seed ${seed}`).toEqual(expect.arrayContaining(accepted));
    const last = 1 + random(12);
    const calls = Array.from({ length: 20 }, async (_, i) => {
      const { wallet } = await register(client, count++);
      accepted.push(wallet.walletAddress);
      // While other requests are open.
      if (i === last) await kill();
    });
    await Promise.allSettled(calls);
    await kill();
    expect(() => JSON.parse(readFileSync(state, "utf8")), `seed ${seed}`).not.toThrow();
  }
  expect(accepted.length).toBeGreaterThan(8);
});
