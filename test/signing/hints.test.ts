import { expect, test } from "vitest";
import { UnsafeToSignError } from "../../src/errors/index.js";
import { problemGuide } from "../../src/signing/index.js";

test.each(["below_minimum", "gas_above_maximum", "policy", "delegate"] as const)(
  "the hint of a refusal by a limit or list of the caller is what the guide advises: %s",
  (code) => {
    const { severity, action } = problemGuide[code];
    const problem = { code, severity, path: "a", expected: "b", received: "c", message: "d" };
    expect(new UnsafeToSignError("a quote", [problem]).hint).toBe(action);
  },
);
