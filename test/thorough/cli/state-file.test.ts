import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client.js";
import { factory } from "../../sandbox/open-sandbox.js";
import { chooseSeed, createRandom } from "../../support/random-runs.js";
import { bundleCommand } from "./start-command.js";

const { folder, serve } = bundleCommand();

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
    const { baseUrl, apiKey, kill } = await serve("--state", state);
    const client = createClient({ baseUrl, apiKey, retry: false, logLevel: "off" });
    const { wallets } = await client.wallets.list();
    const stored = wallets.map(({ walletAddress }) => walletAddress);
    expect(stored, `seed ${seed}`).toEqual(expect.arrayContaining(accepted));
    const last = 1 + random(12);
    const calls = Array.from({ length: 20 }, async (_, i) => {
      const { wallet } = await register(client, count++);
      accepted.push(wallet.walletAddress);
      // While other requests are open.
      if (i === last) await kill("SIGKILL");
    });
    await Promise.allSettled(calls);
    await kill("SIGKILL");
    expect(() => JSON.parse(readFileSync(state, "utf8")), `seed ${seed}`).not.toThrow();
  }
  expect(accepted.length).toBeGreaterThan(8);
});
