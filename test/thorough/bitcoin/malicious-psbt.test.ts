import { test } from "vitest";
import { checkLargeHex } from "../../bitcoin/check-large-hex.js";

test("a PSBT of megabytes of hex is parsed, and rejected for one invalid character", () =>
  checkLargeHex(2_000_000));
