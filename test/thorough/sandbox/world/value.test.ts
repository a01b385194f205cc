import { testValue } from "../../../sandbox/world/value.js";
import { countRuns } from "../../../support/random-runs.js";

testValue(countRuns(2_500));
