import { describe, expect, test } from "vitest";
import { signTampered, tamperedCases } from "./sign-tampered.js";

describe("of tampered quotes", () => {
  test.each(tamperedCases)("%s", async (_title, tampered) => {
    const { signed, harmful } = await signTampered(tampered, 20);
    expect(signed).toBeGreaterThan(0);
    expect(harmful).toBeGreaterThan(0);
  });
});
