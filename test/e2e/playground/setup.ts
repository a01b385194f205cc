import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

/** A key in the environment of the build, as in a deployment. No built file may contain it. */
const buildKey = `build_${crypto.randomUUID()}`;

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built page. */
    playground: string;
    /** The folder of the screenshots. */
    screenshots: string;
    buildKey: string;
    /** The title of the suites, which is their row in the table of runtimes. */
    suite: string;
  }
}

/** Builds the playground with its own configuration, once for all suites. */
export default function setup({ provide }: TestProject): () => void {
  const repository = fileURLToPath(new URL("../../..", import.meta.url));
  if (!existsSync(join(repository, "dist/index.js")))
    throw new TypeError("the playground needs the built package: run npm run build first");
  const folder = mkdtempSync(join(tmpdir(), "bursar-playground-"));
  const built = join(folder, "page");
  const env = {
    ...process.env,
    NODE_ENV: "production",
    BURSAR_API_KEY: buildKey,
    VITE_BURSAR_API_KEY: buildKey,
  };
  const args = [
    "node_modules/vite/bin/vite.js",
    "build",
    "examples/playground",
    "--outDir",
    built,
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repository,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new TypeError(`the build of the playground failed: ${stdout}${stderr}`);
  const screenshots = process.env.PLAYGROUND_SCREENSHOTS || join(folder, "screenshots");
  mkdirSync(screenshots, { recursive: true });
  provide("playground", built);
  provide("screenshots", screenshots);
  provide("buildKey", buildKey);
  const { stdout: version } = spawnSync(process.env.CHROMIUM || "chromium", ["--version"], {
    encoding: "utf8",
  });
  provide("suite", `Chromium | ${version?.match(/\d[\d.]*/)?.[0] ?? ""} | playground`);
  return () => {
    rmSync(built, { recursive: true, force: true });
    if (readdirSync(screenshots).length > 0)
      console.log(`\nscreenshots of the playground: ${screenshots}`);
    else rmSync(folder, { recursive: true, force: true });
  };
}
