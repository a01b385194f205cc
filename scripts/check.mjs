// Runs all checks, in two lists side by side: most of them use one core.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** What reads only the sources. */
const ofSources = ["typecheck", "lint", "unused"];
const ofPackage = ["build", "check:package", "size", "api -- --check", "notices -- --check"];

/** Runs scripts of package.json one after the other, until one fails. */
async function run(scripts) {
  for (const script of scripts) {
    const options = { stdio: "inherit", shell: process.platform === "win32" };
    const [status] = await once(spawn("npm", ["run", ...script.split(" ")], options), "exit");
    if (status !== 0) {
      process.exitCode = 1;
      return;
    }
  }
}

// First, because `typecheck` writes what is outdated.
await run(["reference -- --check"]);
if (!process.exitCode) await Promise.all([run(ofSources), run(ofPackage)]);
