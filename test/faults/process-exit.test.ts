import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits, transaction, wallet } from "../http/test-client.js";
import { openFaultServer } from "./server/fault-server.js";
import { formatHead, respond } from "./server/wire-faults.js";

const root = new URL("../../", import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  // Inside the repository, so that Node finds the dependencies.
  folder = mkdtempSync(join(root, ".cache", "exit-"));
  await build({
    entryPoints: [join(root, "src/index.ts")],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
    outExtension: { ".js": ".mjs" },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs: Readonly<Record<string, string>> = {
  "a call": `await client.kyc.financialLimits("a", { signal });`,
  "many calls": `await Promise.all(
    Array.from({ length: 50 }, (_, i) => client.kyc.financialLimits("a" + i, { signal })),
  );`,
  "a call that timed out": `await client.kyc.financialLimits("stall", { signal, timeout: 50 })
    .catch((error) => console.log(error.name));`,
  "an aborted call": `const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    await client.kyc.financialLimits("stall", { signal: controller.signal })
      .catch((error) => console.log(error.name));`,
  "an iterator that was left early": `for await (const _ of
    client.wallets.history(${JSON.stringify(wallet)}, {}, { prefetch: true, signal })) break;`,
  "a wait that timed out": `await client.wallets.waitForTransaction(
      ${JSON.stringify(wallet)}, { userOperationHash: "0x" + "ab".repeat(32) },
      { timeout: 60, interval: 10, signal },
    ).catch((error) => console.log(error.name));`,
  "a write whose response was lost": `await client.fiat.createDeposit({ quoteId: "stall" },
    { signal, timeout: 50 }).catch((error) => console.log(error.name));`,
};

test.each(Object.entries(programs))(
  "a process exits by itself after %s",
  async (_, code) => {
    const page = { transactions: [transaction("t1")], nextLastId: "t1" };
    const server = await openFaultServer({
      pick: ({ path, method }) =>
        path.includes("stall") || method === "POST"
          ? { act: ({ socket }) => void socket.write(formatHead(103)) }
          : respond(200, JSON.stringify(path.includes("history") ? page : limits)),
    });
    const file = join(folder, `program-${server.port}.mjs`);
    writeFileSync(
      file,
      `import { createClient } from "./index.mjs";
const client = createClient({ baseUrl: "${server.url}", apiKey: "key", logLevel: "off" });
const { signal } = new AbortController();
${code}
console.log("finished");
`,
    );
    const child = spawn(process.execPath, [file], {
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1" },
    });
    let out = "";
    let finishedAt = Number.NaN;
    child.stderr.on("data", (text) => {
      out += text;
    });
    child.stdout.on("data", (text) => {
      out += text;
      if (out.includes("finished")) finishedAt = performance.now();
    });
    const killer = setTimeout(() => child.kill(), 12_000);
    const [exitCode] = await once(child, "close");
    clearTimeout(killer);
    expect(out).toContain("finished");
    expect(exitCode).toBe(0);
    expect(performance.now() - finishedAt).toBeLessThan(2_500);
  },
  15_000,
);
