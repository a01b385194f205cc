import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "../../../src/client.js";
import { factory } from "../../sandbox/open-sandbox.js";
import { chooseSeed, createRandom } from "../../support/random-runs.js";

/** Bundles the command into a temporary folder. */
async function openCommand() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: ["src/cli/cli.ts"],
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
  });
  const state = join(folder, "state.json");
  /** Serves a sandbox on a free port. */
  const serve = async () => {
    const args = [join(folder, "cli.mjs"), "sandbox", "--port=0", "--state", state];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    const kill = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    onTestFinished(kill);
    let out = "";
    let banner: RegExpExecArray | null = null;
    while (!banner) {
      out += String(await once(child.stdout, "data"));
      banner = /base URL\s+(\S+)\s+API key\s+(\S+)[\s\S]*Ctrl-C ends it\./.exec(out);
    }
    child.stdout.resume();
    const [, baseUrl = "", apiKey = ""] = banner;
    return { kill, client: createClient({ baseUrl, apiKey, retry: false, logLevel: "off" }) };
  };
  return { state, serve };
}

const register = (client: Client, number: number) =>
  client.wallets.register({
    externallyOwnedAccount: `0x${number.toString(16).padStart(40, "0")}`,
    factory,
  });

test("the state file is complete and has each accepted write after every kill", async () => {
  const { state, serve } = await openCommand();
  const seed = chooseSeed();
  const random = createRandom(seed);
  const accepted: string[] = [];
  let count = 1_000;
  for (let round = 0; round < 8; round++) {
    const { client, kill } = await serve();
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
