import { test } from "vitest";
import { checkOrdinaryQuotes } from "../../../signing/quote/check-ordinary-quotes.js";
import { countRuns } from "../../../support/random-runs.js";

test("signs ordinary quotes without a problem", () => checkOrdinaryQuotes(countRuns(10_000)));
