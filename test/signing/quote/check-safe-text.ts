import fc from "fast-check";
import { expect } from "vitest";
import type { SwapQuote, TypedData } from "../../../src/index.js";
import { describeQuote, describeTypedData } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { unicodeText } from "../../support/random-text.js";
import { createLimitOrderQuote, createMarketQuote, listPaths, replaceAt } from "./test-quotes.js";

/** Characters that can make text look like other text. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const unsafeText = "USDC\u202e\u0000\u200b\ud800\u2028\u009b31m\u2066\u{e0041}";

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(listStrings)
    : [];
}

/** Splits `text`, the only string that may contain line breaks. */
const listUnsafeLines = (summary: { text: string }) =>
  listStrings({ ...summary, text: summary.text.split("\n") }).filter((line) =>
    unsafeCharacters.test(line),
  );

/** Asserts that no string of a summary contains an unsafe character. */
export async function checkSafeText(numRuns: number): Promise<void> {
  const { quote } = await createMarketQuote();
  const orderTypedData = (await createLimitOrderQuote()).quote.typedData as TypedData;
  const authorization = { chainId: "x", address: "x", nonce: 0, hash: "x" } as never;
  const fullQuote = {
    ...quote,
    authorization,
    revertReason: { decoded: "x", raw: "x", utf8: "x" },
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...listPaths(fullQuote)),
      fc.oneof(fc.constant(unsafeText), unicodeText(), fc.anything()),
      (path, to) => {
        const changed = replaceAt(fullQuote, path, to ?? null) as SwapQuote;
        expect(listUnsafeLines(describeQuote(changed))).toEqual([]);
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...listPaths(orderTypedData)),
      fc.oneof(fc.constant(unsafeText), unicodeText()),
      (path, to) => {
        const changed = replaceAt(orderTypedData, path, to);
        expect(listUnsafeLines(describeTypedData(changed))).toEqual([]);
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
}
