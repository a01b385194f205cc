import { test } from "vitest";
import { arrange, expectNoCrashOfSequences } from "../../../sandbox/server/odd-requests.js";
import { countRuns } from "../../../support/random-runs.js";

test("the sandbox does not crash on any sequence of odd requests, and conserves all balances", async () => {
  await expectNoCrashOfSequences(countRuns(12_500), await arrange());
});
