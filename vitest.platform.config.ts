import "./test/support/exit-at-once.js";
import { defineConfig } from "vitest/config";
import { nodeFolders } from "./test/support/platform-suites.js";
import { suiteOptions } from "./test/support/suite-options.js";

// Isolates every file, so that a file which needs the imports of another one fails here.
export default defineConfig({
  test: { ...suiteOptions, include: nodeFolders.map((folder) => `test/${folder}/**/*.test.ts`) },
});
