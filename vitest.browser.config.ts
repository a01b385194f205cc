import "./test/support/exit-at-once.js";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findPageSuites, pageProject, patience } from "./test/browser/page-project.js";
import { leaveOut } from "./test/support/alternating-suites.js";
import { pageFolders } from "./test/support/platform-suites.js";

const suites = findPageSuites(pageFolders);
const exclude = leaveOut("chromium");

const chromium = playwright({
  launchOptions: {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
});

/**
 * Run after the other projects. The site is built while those run. Three files at once, because
 * each starts a browser.
 */
const afterPages = {
  sequence: { groupOrder: 1 },
  maxWorkers: 3,
  // Importing the modules again takes a second per file.
  isolate: false,
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/count-reporter.ts"],
    projects: [
      pageProject("chromium", chromium, ["test/browser/*.test.ts", ...suites]),
      // These suites control a browser from Node, because they test the policies of a page.
      {
        test: {
          name: "pages",
          include: ["test/e2e/browser/**/*.test.ts"],
          ...patience,
          isolate: false,
        },
      },
      {
        test: {
          name: "playground",
          include: ["test/e2e/playground/**/*.test.ts"],
          exclude,
          globalSetup: "test/e2e/playground/setup.ts",
          // As in test/e2e/vitest.config.ts: one visit walks through all sections.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 90_000, interval: 100 } },
          ...afterPages,
        },
      },
      {
        test: {
          name: "site",
          include: ["test/e2e/site/**/*.test.ts"],
          exclude,
          globalSetup: "test/e2e/site/setup.ts",
          expect: { poll: { timeout: 90_000, interval: 100 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...afterPages,
        },
      },
    ],
  },
});
