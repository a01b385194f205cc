import { fuzz } from "../../fuzz/fuzz.js";
import { proxyTargets } from "../../fuzz/targets/proxy.js";
import { countRuns } from "../../support/random-runs.js";

for (const target of proxyTargets) fuzz(target, countRuns(50_000));
