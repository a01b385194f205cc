import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { writeRunModules } from "../../../scripts/run-modules.mjs";
import type { startRun } from "../../../site/.vitepress/run/start-run.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

declare global {
  /** What the Run buttons of the site call. */
  var runner: { startRun: typeof startRun };
}

/** Serves a page that runs programs as the Run buttons of the site do. */
export async function serveRunner() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-run-"));
  const sizes = await writeRunModules(folder);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["site/.vitepress/run/start-run.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "runner",
  });
  const head = '<meta charset="utf-8"><link rel="icon" href="data:,">';
  const html = `${head}<script>${outputFiles[0]?.text}</script>`;
  /** The paths that were requested. */
  const requests: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    requests.push(url);
    const isPage = url === "/";
    response.setHeader("content-type", isPage ? "text/html" : "application/json");
    response.end(isPage ? html : readFileSync(join(folder, url.replace(/\?.*/, ""))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sizes,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How a program has ended. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly failure?: string;
}

/** Runs a program. In the page. */
export const runInPage = (code: string, timeout = 60_000): Promise<Outcome> =>
  new Promise((resolve) => {
    const lines: string[] = [];
    globalThis.runner.startRun({
      base: "/",
      code,
      timeout,
      onStart() {},
      onLine: (line) => lines.push(line),
      onEnd: (end) => resolve({ lines, ...end }),
    });
  });
