import { test } from "vitest";
import { checkOrdinaryQuotes } from "./check-ordinary-quotes.js";

test("signs ordinary quotes without a problem", () => checkOrdinaryQuotes(15));
