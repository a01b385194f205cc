import { fuzz } from "../../fuzz/fuzz.js";
import { wireTargets } from "../../fuzz/targets/wire.js";
import { countRuns } from "../../support/random-runs.js";

for (const target of wireTargets) fuzz(target, countRuns(50_000));
