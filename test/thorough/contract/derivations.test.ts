import { testDerivations } from "../../contract/derivations.js";
import { countRuns } from "../../support/random-runs.js";

// About 100,000 values of all records.
testDerivations(countRuns(1_000));
