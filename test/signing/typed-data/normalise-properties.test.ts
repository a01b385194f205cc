import { describe, test } from "vitest";
import {
  checkHashes,
  checkHashSignatures,
  checkJson,
  checkNormalForm,
  checkSignatures,
} from "./typed-data-properties.js";

describe("random unambiguous typed data", () => {
  test("has the hash of viem and ethers, before and after normalisation", () => checkHashes(8));

  test("has an idempotent normal form, and is not modified", () => checkNormalForm(8));

  test("keeps its hash if JSON contains all integers as strings", () => checkJson(8));

  test("has the same signature from an account and an injected wallet", () => checkSignatures(3));
});

test("signs random hashes with the owner's account", () => checkHashSignatures(3));
