import { describe, test } from "vitest";
import { signTampered, tamperedCases } from "./sign-tampered.js";

describe("of tampered quotes", () => {
  test.each(tamperedCases)("%s", async (_title, tampered) => {
    await signTampered(tampered, 20);
  });
});
