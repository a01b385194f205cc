import { fuzz } from "../../fuzz/fuzz.js";
import { webhookTargets } from "../../fuzz/targets/webhooks.js";
import { countRuns } from "../../support/random-runs.js";

for (const target of webhookTargets) fuzz(target, countRuns(50_000));
