// Runs test files of the scratch copy in a process of their own.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const vitest = resolve("node_modules/vitest/vitest.mjs");
let child;

/** Ends the tests that run, if any. */
export function stopTests() {
  if (child) process.kill(-child.pid, "SIGKILL");
  child = undefined;
}

/** Runs test files in the given order. Ends them, also in an endless loop, after `limit` ms. */
export async function runTests(copy, files, { env = {}, limit, bail }) {
  const output = join(copy, "result.json");
  const order = join(copy, "order.json");
  rmSync(output, { force: true });
  writeFileSync(order, JSON.stringify(files));
  const args = [vitest, "run", ...files, "--config=scripts/mutation/vitest.config.ts"];
  args.push("--root=.", "--reporter=json", `--outputFile=${output}`, `--bail=${bail ? 1 : 0}`);
  const heap = "--max-old-space-size=1536";
  child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, NODE_OPTIONS: heap, MUTATION_ORDER: order, ...env },
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stopTests();
  }, limit);
  const status = await new Promise((settle) => child.once("exit", settle));
  clearTimeout(timer);
  child = undefined;
  const report = existsSync(output) ? JSON.parse(readFileSync(output, "utf8")) : undefined;
  const failed = report?.testResults.filter((file) => file.status !== "passed") ?? [];
  return {
    status,
    failure: timedOut ? "the time limit" : (titleOf(failed[0]) ?? `exit code ${status}`),
    failing: failed.map(({ name }) => name.slice(copy.length + 1)),
  };
}

/** The first test that failed, or the reason why its file cannot be loaded. */
function titleOf(file) {
  const test = file?.assertionResults.find((each) => each.status === "failed");
  return test?.fullName ?? file?.message.split("\n")[0];
}
