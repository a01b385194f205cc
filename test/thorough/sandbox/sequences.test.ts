import { testSequences } from "../../sandbox/sequences.js";
import { countRuns } from "../../support/random-runs.js";

testSequences(countRuns(5_000));
