import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**", "test/browser/**"],
    typecheck: { enabled: true, include: ["test/types/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
    reporters: ["default", "./test/support/count-reporter.ts"],
    // By default one core is left idle, which doubles the time on a machine with two.
    maxWorkers: "100%",
    testTimeout: 15_000,
  },
});
