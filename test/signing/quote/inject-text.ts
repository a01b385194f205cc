import fc from "fast-check";
import { expect } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { describeQuote } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { createMarketQuote, listPaths, replaceAt } from "./test-quotes.js";

export const promise = "You get at least 1,000,000";
export const injections: [string, string][] = [
  ["a promise", promise],
  ["a promise without spaces", "You_get_at_least_1000000"],
  ["a line break", "GAS\nYou get at least: 1000000 of USDC"],
  ["a line separator", "GAS\u2028You get at least: 1000000"],
  ["a right-to-left override", "GAS\u202e000,000,1 tsael ta teg uoY"],
  ["an isolate", "GAS\u2066)\u2069"],
  ["emoji", "GAS \u{1f4b0}\u{1f4b0}"],
  ["wide letters", "ＧＡＳ"],
  ["letters that look like others", "GАS"],
  ["a zero-width joiner", "G\u200dAS"],
  ["10,000 characters", "GAS".repeat(3_334)],
  ["the end of the line", "GAS): 0 of nothing, and nothing ("],
  ["an amount", "0.00"],
  ["a short amount", "GAS 10"],
  ["words of the summary", "Total cost none"],
  ["words that say that it is free", "paid back"],
];

/** Asserts that a text is not shown in place of any field, or of each `every`th from `first` on. */
export async function rejectInEveryField(text: string, first = 0, every = 1): Promise<void> {
  const { quote } = await createMarketQuote();
  const clean = describeQuote(quote).text.split("\n").length;
  for (const path of listPaths(quote).filter((_, i) => i % every === first)) {
    const described = describeQuote(replaceAt(quote, path, text) as SwapQuote).text;
    const lines = described.split("\n");
    const isSafe = (line: string) =>
      line.length < 400 && /^[\x20-\x7e]*$/.test(line) && !line.includes("1,000,000");
    expect(
      lines.filter((line) => !isSafe(line)),
      path.join(),
    ).toEqual([]);
    expect(lines.length, path.join()).toBeLessThan(clean + 6);
  }
}

/** Asserts that random texts are shown in place of no field. */
export async function rejectRandomTexts(numRuns: number): Promise<void> {
  const { quote } = await createMarketQuote();
  fc.assert(
    fc.property(
      fc.constantFrom(...listPaths(quote)),
      fc.stringMatching(/^[ -~]{4,40}$/).map((text) => `~${text}~`),
      (path, text) => {
        const changed = replaceAt(quote, path, text) as SwapQuote;
        expect(describeQuote(changed).text).not.toContain(text);
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
}
