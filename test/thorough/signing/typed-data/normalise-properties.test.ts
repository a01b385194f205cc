import { describe, expect, test } from "vitest";
import {
  checkDigests,
  checkHashes,
  checkHashSignatures,
  checkJson,
  checkNormalForm,
  checkOddValues,
  checkShownValues,
  checkSignatures,
} from "../../../signing/typed-data/typed-data-properties.js";
import { countRuns } from "../../../support/random-runs.js";

describe("random unambiguous typed data", () => {
  test("has the hash of viem and ethers, before and after normalisation", () =>
    checkHashes(countRuns(15_000, 100)));

  test("has an idempotent normal form, and is not modified", () =>
    checkNormalForm(countRuns(10_000, 100)));

  test("keeps its hash if JSON contains all integers as strings", () =>
    checkJson(countRuns(10_000, 100)));

  test("has the same signature from an account and an injected wallet", () =>
    checkSignatures(countRuns(5_000, 100)));

  test("is described with each value that is signed", () =>
    checkShownValues(countRuns(10_000, 100)));

  test("is described with the hashes of viem and ethers", () =>
    checkDigests(countRuns(5_000, 100)));
});

test("signs random hashes with the owner's account", () =>
  checkHashSignatures(countRuns(5_000, 100)));

test("damaged at one place, it is signed or rejected by an error that lists its problems", async () => {
  const { signed, all } = await checkOddValues(countRuns(50_000, 100));
  console.log(`${signed} of ${all} signed`);
  expect([signed > all / 100, signed < all / 2]).toEqual([true, true]);
});
