import { testFastRequests } from "../../contract/fast-request.js";
import { countRuns } from "../../support/random-runs.js";

testFastRequests(countRuns(150_000));
