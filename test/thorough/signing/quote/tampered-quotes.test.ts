import { describe, expect, test } from "vitest";
import { signTampered, tamperedCases } from "../../../signing/quote/sign-tampered.js";
import { countRuns } from "../../../support/random-runs.js";

describe("of tampered quotes", () => {
  test.each(tamperedCases)("%s", async (title, tampered) => {
    const { fullRuns, leastSigned, leastHarmful } = tampered;
    const counts = await signTampered(tampered, countRuns(fullRuns));
    console.log(title, counts);
    // Proves that the test covers quotes of both kinds.
    expect(counts.signed).toBeGreaterThan(counts.runs * leastSigned);
    expect(counts.harmful).toBeGreaterThanOrEqual(counts.runs * leastHarmful);
  });
});
