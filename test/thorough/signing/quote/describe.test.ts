import { test } from "vitest";
import { checkSafeText } from "../../../signing/quote/check-safe-text.js";
import { countRuns } from "../../../support/random-runs.js";

test("removes unsafe characters from every string of a summary", () =>
  checkSafeText(countRuns(25_000)));
