import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { recordFailures } from "./record-failures.js";

/**
 * Prints one line of counts at the end of a run. Appends it to the file in `BURSAR_COUNT_FILE`, if
 * set.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[] = []): void {
    recordFailures(modules, unhandledErrors);
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") count[state]++;
      }
    }
    printSlowest(modules);
    console.log(`\nthe seed of the random tests: ${process.env.BURSAR_SEED}`);
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
    console.log(line);
    const file = process.env.BURSAR_COUNT_FILE;
    if (file) appendFileSync(file, `${line}\n`);
  }
}

/** Prints the ten files that took longest. The tests of a file may wait most of that time. */
export function printSlowest(modules: readonly TestModule[]): void {
  const timed = modules
    .map((module) => ({
      name: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1_000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  console.log("\nthe slowest files, in seconds:");
  for (const { name, seconds } of timed) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
}
