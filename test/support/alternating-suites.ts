import { configDefaults } from "vitest/config";
import { seed } from "./suite-options.js";

/** Pairs of long suites that take about the same time, in Node and in Chromium. */
const pairs = {
  node: [
    ["test/e2e/package/peers.test.ts", "test/e2e/package/testing-your-app.test.ts"],
    ["test/e2e/examples/next.test.ts", "test/e2e/examples/payouts.test.ts"],
    ["test/e2e/bundlers/metro.test.ts", "test/e2e/bundlers/pages.test.ts"],
    ["test/e2e/bundlers/typescript.test.ts", "test/e2e/package/frameworks.test.ts"],
    ["test/e2e/examples/agents.test.ts", "test/e2e/examples/several-servers.test.ts"],
    ["test/e2e/examples/workers.test.ts", "test/e2e/examples/tracing.test.ts"],
  ],
  chromium: [
    ["test/e2e/playground/accessibility.test.ts", "test/e2e/site/accessibility.test.ts"],
    ["test/e2e/playground/records.test.ts", "test/e2e/playground/attacks.test.ts"],
    ["test/e2e/playground/transfer.test.ts", "test/e2e/playground/payouts.test.ts"],
    ["test/e2e/playground/fiat.test.ts", "test/e2e/playground/accessibility-payments.test.ts"],
  ],
} as const;

/**
 * The `exclude` of a configuration. `.ci/run` leaves out one suite of each pair: each binary digit
 * of its seed chooses for one pair. All other commands, also `.ci/run --all`, leave out none.
 */
export function leaveOut(runner: keyof typeof pairs): string[] {
  const leftOut = process.env.BURSAR_ALTERNATES
    ? pairs[runner].map((pair, i) => pair[Math.floor(Number(seed) / 2 ** i) % 2 === 0 ? 0 : 1])
    : [];
  for (const suite of leftOut) console.log(`left out by the seed: ${suite}`);
  return [...configDefaults.exclude, ...leftOut];
}
