import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { limits, transaction, wallet } from "../http/test-client.js";
import { openFaultServer } from "./server/fault-server.js";
import { formatHead, respond } from "./server/wire-faults.js";

const root = new URL("../../", import.meta.url).pathname;
let folder: string;

/** Builds the package for the programs of a test file. */
export function buildForPrograms(): void {
  beforeAll(buildPackage);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

async function buildPackage(): Promise<void> {
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
}

/** Programs that end, each with what a call may leave behind. */
export const programs: Readonly<Record<string, string>> = {
  "a call": `await client.kyc.financialLimits("a", { signal });`,
  "many calls": `await Promise.all(
    Array.from({ length: 50 }, (_, i) => client.kyc.financialLimits("a" + i, { signal })),
  );`,
  "a call that timed out": `await client.kyc.financialLimits("stall", { signal, timeout: 50 })
    .catch((error) => console.log(error.name));`,
  "an aborted call": `{
    const controller = new AbortController();
    const call = client.kyc.financialLimits("aborted-stall", { signal: controller.signal });
    call.catch((error) => console.log(error.name));
    await (await fetch(baseUrl + "/after-aborted")).text();
    controller.abort();
    await call.catch(() => {});
  }`,
  "an iterator that was left early": `for await (const _ of
    client.wallets.history(${JSON.stringify(wallet)}, {}, { prefetch: true, signal })) break;`,
  "a wait that timed out": `{
    const subject = [${JSON.stringify(wallet)}, { userOperationHash: "0x" + "ab".repeat(32) }];
    // Loads the modules of a wait, which may take longer than the limit of the next one.
    const first = new AbortController();
    await client.wallets.waitForTransaction(
      ...subject, { signal: first.signal, onProgress: () => first.abort() },
    ).catch(() => {});
    await client.wallets.waitForTransaction(...subject, { timeout: 60, interval: 20, signal })
      .catch((error) => console.log(error.name));
  }`,
  "a write whose response was lost": `await client.fiat.createDeposit({ quoteId: "stall" },
    { signal, timeout: 50 }).catch((error) => console.log(error.name));`,
};

/** Runs a program. `active` is what keeps it running after its end, except for its output. */
export async function runProgram(code: string) {
  const page = { transactions: [transaction("t1")], nextLastId: "t1" };
  let onStall = () => {};
  const stalled = new Promise<void>((resolve) => {
    onStall = resolve;
  });
  const server = await openFaultServer({
    pick: ({ path, method }) => {
      if (path.includes("after-aborted"))
        return { act: async (exchange) => [await stalled, respond(200).act(exchange)][1] };
      if (!path.includes("stall") && method !== "POST")
        return respond(200, JSON.stringify(path.includes("history") ? page : limits));
      if (path.includes("aborted")) onStall();
      return { act: ({ socket }) => void socket.write(formatHead(103)) };
    },
  });
  const file = join(folder, `program-${server.port}.mjs`);
  writeFileSync(
    file,
    `import { createClient } from "./index.mjs";
const baseUrl = "${server.url}";
const client = createClient({ baseUrl, apiKey: "key", logLevel: "off" });
const { signal } = new AbortController();
${code}
// A connection that is closed needs some turns of the event loop. They are counted when no module
// of the last call is being read.
const isReading = () => process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
for (let turns = 0; turns < 200; turns = isReading() ? 0 : turns + 1)
  await new Promise((resolve) => setImmediate(resolve));
const active = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
console.log("active: " + active.join(" "));
`,
  );
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1" },
  });
  onTestFinished(() => void child.kill());
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      out += text;
    });
  const [exitCode] = await once(child, "close");
  return { exitCode, out, active: /active: (.*)/.exec(out)?.[1] };
}
