import "./test/support/exit-at-once.js";
import { defineConfig } from "vitest/config";
import { nodeFolders } from "./test/support/platform-suites.js";
import { collectorFlags, suiteOptions } from "./test/support/suite-options.js";

export default defineConfig({
  test: {
    ...suiteOptions,
    execArgv: collectorFlags,
    globalSetup: "test/support/compiler/setup.ts",
    include: nodeFolders.map((folder) => `test/${folder}/**/*.test.ts`),
    isolate: false,
  },
});
