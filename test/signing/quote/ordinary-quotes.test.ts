import { test } from "vitest";
import { checkOrdinaryQuotes } from "./check-ordinary-quotes.js";

test("an ordinary quote has no problem", () => checkOrdinaryQuotes(100));
