import { test } from "vitest";
import { expectAgreement } from "../../contract/bitcoin-address.js";
import { countRuns } from "../../support/random-runs.js";

test("isBitcoinAddress of the root entry agrees with bitcoinjs-lib, also after one character changed", () =>
  expectAgreement(countRuns(50_000)));
