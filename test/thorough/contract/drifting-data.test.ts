import { testDriftingData } from "../../contract/drifting-data.js";
import { countRuns } from "../../support/random-runs.js";

testDriftingData(countRuns(3_000));
