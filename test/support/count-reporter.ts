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
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
    console.log(`\n${line}`);
    const file = process.env.BURSAR_COUNT_FILE;
    if (file) appendFileSync(file, `${line}\n`);
  }
}
