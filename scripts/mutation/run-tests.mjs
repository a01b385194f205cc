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
    failure: timedOut ? { title: "the time limit", isTimeout: true } : toFailure(failed, status),
    failing: failed.map(({ name }) => name.slice(copy.length + 1)),
  };
}

/** The first failure, of a test or of a file that cannot be loaded. */
function toFailure([file], status) {
  const test = file?.assertionResults.find((each) => each.status === "failed");
  const message = [...(test?.failureMessages ?? []), file?.message ?? ""].join("\n");
  const title = test?.fullName ?? (message.trim().split("\n")[0] || `exit code ${status}`);
  return { title, isTimeout: /timed out/i.test(message) };
}
