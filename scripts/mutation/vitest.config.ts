import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { patientPolls } from "../../test/support/suite-options.js";

const order = process.env["MUTATION_ORDER"];
const first: readonly string[] = order ? JSON.parse(readFileSync(order, "utf8")) : [];

/** Runs the fastest test files first, so that most mutants fail soon. */
class FastestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      first.indexOf(relative(process.cwd(), moduleId));
    return files.sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: "test/support/compiler/setup.ts",
    include: ["test/**/*.test.ts"],
    setupFiles: [
      "test/support/before-each-file.ts",
      ...(process.env["MUTATION_BLOCKS"] ? ["scripts/mutation/record-blocks.ts"] : []),
    ],
    // A survivor must survive again.
    env: { BURSAR_SEED: "1" },
    sequence: { sequencer: FastestFirst },
    maxWorkers: 1,
    // A recording needs what each file imports.
    isolate: Boolean(process.env["MUTATION_BLOCKS"]),
    // A mutant has a time limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: patientPolls,
  },
});
