import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { assertBuilt } from "../support/assert-built.js";

declare module "vitest" {
  interface ProvidedContext {
    packed: {
      readonly tarball: string;
      /** The folder of the projects that the suites create. */
      readonly projects: string;
    };
  }
}

/** Packs the package once, as a release does. */
export default async function setup({
  config,
  provide,
}: TestProject): Promise<() => Promise<void>> {
  assertBuilt(config.root);
  const projects = await mkdtemp(join(tmpdir(), "bursar-projects-"));
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", projects];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: config.root });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  provide("packed", { tarball: join(projects, filename), projects });
  return () => rm(projects, { recursive: true, force: true });
}
