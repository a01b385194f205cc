import { test } from "vitest";
import { countRuns } from "../../support/random-runs.js";
import { testReplays } from "../../webhooks/replay-model.js";

test("never processes a saved delivery again, nor two copies within a lease", () =>
  testReplays(countRuns(50_000)));
