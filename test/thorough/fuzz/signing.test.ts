import { fuzz } from "../../fuzz/fuzz.js";
import { signingTargets } from "../../fuzz/targets/signing.js";
import { countRuns } from "../../support/random-runs.js";

for (const target of signingTargets) fuzz(target, countRuns(50_000, 100));
