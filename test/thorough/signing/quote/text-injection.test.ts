import { test } from "vitest";
import {
  injections,
  rejectInEveryField,
  rejectRandomTexts,
} from "../../../signing/quote/inject-text.js";
import { countRuns } from "../../../support/random-runs.js";

test.each(injections)("%s is not shown in any field but the type of a fee", (_what, text) =>
  rejectInEveryField(text),
);

test("shows no text of a quote but amounts, addresses, hashes and fee types", () =>
  rejectRandomTexts(countRuns(15_000)));
