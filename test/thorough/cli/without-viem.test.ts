import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";

const folder = mkdtempSync(join(tmpdir(), "bursar-check-cli-"));

beforeAll(() =>
  build({
    entryPoints: ["src/cli/cli.ts"],
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    // Not installed in the folder.
    external: ["viem", "viem/*"],
    logLevel: "silent",
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(folder, "cli.mjs"), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    output.out += data;
  });
  child.stderr.on("data", (data) => {
    output.err += data;
  });
  const [code] = await once(child, "close");
  return { ...output, code: code as number };
}

test("bursar check runs without viem, which the sandbox needs", async () => {
  const server = await createSandbox().listen();
  onTestFinished(() => server.close());
  const env = { BURSAR_API_KEY: "sandbox-key" };
  const { out, err, code } = await run(["check", "--base-url", server.url], env);
  expect(err).toBe("");
  expect(out).toMatch(/tokens\.list +ok +200/);
  expect(code).toBe(0);
  expect((await run(["sandbox"])).err).toContain("needs viem");
});

test.each([[["--help"]], [[]], [["sandbox", "--help"]], [["openapi", "--help"]]])(
  "bursar %j prints its usage without viem",
  async (args) => {
    const { out, err, code } = await run(args);
    expect([err, code]).toEqual(["", 0]);
    expect(out).toMatch(/^Usage: bursar (<command>|sandbox|openapi)/);
  },
);

test("a misspelt command is named without viem", async () => {
  expect((await run(["sandbok"])).err).toContain("unknown command sandbok");
});

test("bursar check exits with 2 and explains wrong arguments", async () => {
  const { out, err, code } = await run(["check", "--key", "x"]);
  expect(err).toContain("--key");
  expect(err).not.toContain(" at ");
  expect([out, code]).toEqual(["", 2]);
});
