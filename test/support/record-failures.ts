import { appendFileSync } from "node:fs";
import type { TestModule } from "vitest/node";

/**
 * Appends the name and the first error of each failed test to the file in `BURSAR_FAILURES_FILE`,
 * if set, so that a long log ends with them.
 */
export function recordFailures(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
): void {
  const file = process.env.BURSAR_FAILURES_FILE;
  if (!file) return;
  const record = (name: string, error: unknown) => {
    const message = (error as { message?: string } | undefined)?.message ?? String(error);
    appendFileSync(file, `failed: ${name}: ${message.slice(0, 500)}\n`);
  };
  for (const error of unhandledErrors) record("unhandled error", error);
  for (const module of modules) {
    const path = module.relativeModuleId;
    for (const error of module.errors()) record(path, error);
    for (const test of module.children.allTests("failed")) {
      const { errors = [] } = test.result();
      record(`${test.project.name} ${path} > ${test.fullName}`, errors[0]);
    }
  }
}
