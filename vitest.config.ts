import "./test/support/exit-at-once.js";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**", "test/browser/**"],
    typecheck: {
      enabled: true,
      include: ["test/types/**/*.test-d.ts"],
      // Compiles only the type tests and what they import. `npm run typecheck` compiles everything.
      tsconfig: "test/types/tsconfig.json",
    },
    reporters: ["default", "./test/support/count-reporter.ts"],
    // By default one core is left idle, which doubles the time on a machine with two.
    maxWorkers: "100%",
    // The files of a worker share their imports. `npm run test:runtimes` isolates every file.
    isolate: false,
    testTimeout: 15_000,
  },
});
