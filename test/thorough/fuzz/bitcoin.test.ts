import { fuzz } from "../../fuzz/fuzz.js";
import { bitcoinTargets } from "../../fuzz/targets/bitcoin.js";
import { countRuns } from "../../support/random-runs.js";

for (const target of bitcoinTargets) fuzz(target, countRuns(50_000, 100));
