import "./test/support/exit-at-once.js";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { launchers } from "./test/browser/engines/launchers.js";
import { limits } from "./test/browser/engines/limits.js";
import { engineProvider } from "./test/browser/engines/provider.js";
import { findPageSuites, pageProject, patience } from "./test/browser/page-project.js";
import { foldersForWebKit, pageFolders } from "./test/support/platform-suites.js";

/** The suites in a page of a browser, and the main flow of the playground, controlled from Node. */
function engineProjects(engine: keyof typeof launchers): TestProjectConfiguration[] {
  const skipped = new Set(limits[engine].flatMap((limit) => limit.suites));
  const folders = engine === "webkit" ? foldersForWebKit : pageFolders;
  const page = pageProject(engine, engineProvider(engine, launchers[engine]), [
    "test/browser/*.test.ts",
    ...(skipped.size > 0 ? ["test/browser/engines/limits.test.ts"] : []),
    ...findPageSuites(folders).filter((suite) => !skipped.has(suite)),
  ]);
  return [
    {
      ...page,
      test: {
        ...page.test,
        provide: { engine },
      },
    },
    {
      test: {
        name: `${engine}-playground`,
        include: ["test/e2e/engines/*.test.ts"],
        globalSetup: "test/e2e/playground/setup.ts",
        provide: { engine },
        ...patience,
        // Run alone: each browser has several processes.
        sequence: { groupOrder: 1 },
      },
    },
  ];
}

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/count-reporter.ts"],
    projects: [...engineProjects("firefox"), ...engineProjects("webkit")],
  },
});
