import { test } from "vitest";
import { checkOrdinaryQuotes } from "../../../signing/quote/check-ordinary-quotes.js";
import { countRuns } from "../../../support/random-runs.js";

test("an ordinary quote has no problem", () => checkOrdinaryQuotes(countRuns(120_000)));
