import { test } from "vitest";
import { rejectUnproven } from "../../bitcoin/reject-unproven.js";
import { countRuns } from "../../support/random-runs.js";

test("rejects exactly the unproven inputs of all owners if previous transactions are required", () =>
  rejectUnproven(countRuns(5_000)));
