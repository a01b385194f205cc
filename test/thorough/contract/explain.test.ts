import { testExplain } from "../../contract/explain.js";
import { countRuns } from "../../support/random-runs.js";

testExplain(countRuns(5_000));
