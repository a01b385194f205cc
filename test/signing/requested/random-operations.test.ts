import { expect, test } from "vitest";
import { checkHonest, signTampered } from "./sign-random.js";

test("signs no tampered transfer or batch that harms", async () => {
  const { broken, signed, rejected, harmless } = await signTampered(60);
  expect(broken).toEqual([]);
  // Proves that the test covers both.
  expect(Math.min(signed, rejected, harmless)).toBeGreaterThan(5);
});

test("refuses no honest transfer or batch", () => {
  expect(checkHonest(50)).toEqual([]);
});
