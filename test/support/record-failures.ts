import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestModule } from "vitest/node";

/**
 * Prints a command for each failed file, which repeats it with the same random inputs. Appends the
 * name and the first error of each failed test to the file in `BURSAR_FAILURES_FILE`, if set, so
 * that a long log ends with them.
 */
export function recordFailures(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
): void {
  const record = (text: string) => {
    const file = process.env.BURSAR_FAILURES_FILE;
    if (file) appendFileSync(file, `${text}\n`);
  };
  const recordError = (name: string, error: unknown) => {
    const message = (error as { message?: string } | undefined)?.message ?? String(error);
    record(`failed: ${name}: ${message.slice(0, 500)}`);
  };
  for (const error of unhandledErrors) recordError("unhandled error", error);
  for (const module of modules.filter((each) => each.state() === "failed")) {
    const path = module.relativeModuleId;
    for (const error of module.errors()) recordError(path, error);
    for (const test of module.children.allTests("failed")) {
      const { errors = [] } = test.result();
      recordError(`${test.project.name} ${path} > ${test.fullName}`, errors[0]);
    }
    const line = `repeat: ${repeatCommand(module)}`;
    console.log(line);
    record(line);
  }
}

/** The command that runs a file again with the seed of this run. */
function repeatCommand({ project, relativeModuleId }: TestModule): string {
  const browser = ["chromium", "firefox", "webkit"].find((name) => project.name.startsWith(name));
  const { configFile } = project.vitest.vite.config;
  return [
    `BURSAR_SEED=${process.env.BURSAR_SEED}`,
    browser ? `node scripts/with-browser.mjs ${browser} vitest run` : "npx vitest run",
    ...(configFile ? [`-c ${relative(project.vitest.config.root, configFile)}`] : []),
    ...(project.name ? [`--project "${project.name}"`] : []),
    relativeModuleId,
  ].join(" ");
}
