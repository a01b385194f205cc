import { test } from "vitest";
import { countRuns, isSoak } from "../../support/random-runs.js";
import { testReplays } from "../../webhooks/replay-model.js";

test(
  "never processes a saved delivery again, nor two copies within a lease",
  {
    ...(isSoak && { timeout: 3_600_000 }),
  },
  () => testReplays(countRuns(50_000)),
);
