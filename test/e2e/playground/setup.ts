import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

/** Stands in the environment of the build as a deployment's own key would: no built file may hold it. */
const keyOfTheBuild = `build_${crypto.randomUUID()}`;

declare module "vitest" {
  interface ProvidedContext {
    /** The built page. */
    playground: string;
    /** Where pictures of it go. */
    screenshots: string;
    keyOfTheBuild: string;
    /** What runs the suites: its row in the table of runtimes. */
    suite: string;
  }
}

/** Builds the playground by its own configuration, once for all suites. */
export default function setup({ provide }: TestProject): () => void {
  const repository = fileURLToPath(new URL("../../..", import.meta.url));
  if (!existsSync(join(repository, "dist/index.js")))
    throw new TypeError("the playground imports the built package: npm run build first");
  const folder = mkdtempSync(join(tmpdir(), "bursar-playground-"));
  const built = join(folder, "page");
  const env = {
    ...process.env,
    NODE_ENV: "production",
    BURSAR_API_KEY: keyOfTheBuild,
    VITE_BURSAR_API_KEY: keyOfTheBuild,
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
  if (status !== 0) throw new TypeError(`the playground does not build: ${stdout}${stderr}`);
  const screenshots = process.env.PLAYGROUND_SCREENSHOTS || join(folder, "screenshots");
  mkdirSync(screenshots, { recursive: true });
  provide("playground", built);
  provide("screenshots", screenshots);
  provide("keyOfTheBuild", keyOfTheBuild);
  const { stdout: version } = spawnSync(process.env.CHROMIUM || "chromium", ["--version"], {
    encoding: "utf8",
  });
  provide("suite", `Chromium | ${version?.match(/\d[\d.]*/)?.[0] ?? ""} | playground`);
  return () => {
    rmSync(built, { recursive: true, force: true });
    console.log(`\nscreenshots of the playground: ${screenshots}`);
  };
}
