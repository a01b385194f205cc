import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, test } from "vitest";
import { createMandate, signMandate } from "../../src/policy/index.js";
import { openWallet, usdc } from "../sandbox/open-sandbox.js";

const receiver = `0x${"7".repeat(40)}` as const;
const root = new URL("../../", import.meta.url).pathname;
// The key of `owner`, which is public.
const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

test("a mandate pays once in three processes at once", async () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "mandate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "pay.mjs");
  await build({
    entryPoints: [join(root, "test/policy/pay-program.ts")],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const { sandbox, client, address } = await openWallet({ now: undefined });
  const server = await sandbox.listen({ port: 0 });
  onTestFinished(() => server.close());
  const approver = privateKeyToAccount(generatePrivateKey());
  const terms = createMandate({
    request: {
      walletAddress: address,
      toAddress: receiver,
      chainId: 137,
      token: usdc,
      amount: "82",
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
    },
    until: Date.now() + 3_600_000,
    policy: "payouts",
    intent: "order 17",
  });
  const mandate = await signMandate(terms, approver);
  const { apiKey } = sandbox;
  const settings = { baseUrl: server.url, apiKey, key, mandate, journal: join(folder, "journal") };
  const results = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const args = [program, JSON.stringify(settings), JSON.stringify(approver.address)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
      const ended = once(child, "close");
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return [output, errors];
    }),
  );
  expect(results).toEqual(results.map(() => ["done", ""]));
  const { items } = await client.wallets.history(address).firstPage();
  expect(items.filter(({ metadata }) => metadata?.intent === "order 17")).toHaveLength(1);
});
