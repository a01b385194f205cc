import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { checkOrdinary } from "./check-ordinary.js";
import { compareSample } from "./compare.js";
import type { Fields } from "./evaluate-costs.js";
import { checkSample, type Sample } from "./sdk.js";

test("ordinary quotes and transfers have no problem", () => checkOrdinary(chooseSeed(), 500));

describe("a recorded response has at most one problem, which needs a review:", () => {
  interface Recording {
    request: Fields;
    at: number;
    response: { quotes?: Fields[]; transfer?: Fields };
  }
  const read = (name: string): Recording =>
    JSON.parse(
      readFileSync(new URL(`../../recorded/exchanges/${name}.json`, import.meta.url), "utf8"),
    );

  test.each([
    ["swap", "32-post-crypto-swap-200", ["receiver_missing"]],
    ["transfer", "33-post-crypto-transfer-200", []],
  ] as const)("a %s", async (kind, name, codes) => {
    const { request, at, response } = read(name);
    const recorded = (response.quotes?.[0] ?? response.transfer) as Fields;
    const sample: Sample = { kind, response: recorded, request, limits: { now: at } };
    const { differences, evaluation } = await compareSample(sample);
    expect(differences).toEqual([]);
    expect([...evaluation.codes]).toEqual(codes);
    expect(checkSample(sample).every(({ severity }) => severity === "review")).toBe(true);
  });
});
