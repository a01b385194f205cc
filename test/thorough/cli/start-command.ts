import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Bundles the command into a temporary folder for the tests of a file. */
export function bundleCommand(options: BuildOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bursar-cli-"));
  beforeAll(() =>
    build({
      entryPoints: ["src/cli/cli.ts"],
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      logLevel: "silent",
      ...options,
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the command in the folder. It ends with the test. */
  function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [join(folder, "cli.mjs"), ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.err += text;
    });
    const ended = once(child, "close").then(([code]) => code as number | null);
    const kill = async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    onTestFinished(async () => {
      await kill("SIGKILL");
    });
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = pattern.exec(output.out);
        if (match) return match;
        await once(child.stdout, "data");
      }
    };
    return { output, ended, kill, until };
  }

  /** Serves a sandbox on a free port. */
  async function serve(...args: string[]) {
    const running = run(["sandbox", "--port=0", ...args]);
    const banner = /base URL\s+(\S+)\s+API key\s+(\S+)[\s\S]*Ctrl-C ends it\.\n\n/;
    const [, baseUrl = "", apiKey = ""] = await running.until(banner);
    return { ...running, baseUrl, apiKey };
  }

  return { folder, run, serve };
}
