import { describe, expect, test } from "vitest";
import { RequestValidationError, UnsafeToSignError } from "../../src/errors/index.js";
import type { SigningProblem } from "../../src/errors/signing.js";
import { createIssue } from "../../src/http/validation/create-issue.js";
import { listMessages } from "../../src/shared/list-messages.js";

const reverted = (i: number): SigningProblem => ({
  code: "reverted",
  path: `quotes[${i}].revertReason`,
  severity: "fatal",
  expected: "none",
  received: '"no"',
  message: `quotes[${i}].revertReason: expected none, got "no"`,
});

describe("a message has one line per cause", () => {
  test("for a signing error, with the number of places", () => {
    const problems = [0, 1, 2].map(reverted);
    const error = new UnsafeToSignError("swap quotes", problems);
    expect(error.message).toBe(
      'swap quotes: nothing was signed, 3 problems:\n  quotes[0].revertReason: expected none, got "no" (×3)',
    );
    expect(error.problems).toEqual(problems);
  });

  test("for a validation error, and other causes keep their lines", () => {
    const issues = [
      createIssue(["body", "owners", 0, "email"], "custom", "an e-mail address", "nothing"),
      createIssue(["body", "amountIn"], "custom", "an amount", "nothing"),
      createIssue(["body", "owners", 3, "email"], "custom", "an e-mail address", "nothing"),
    ];
    const error = new RequestValidationError("kyc.business", issues, listMessages(issues));
    expect(error.message.split("\n")).toEqual([
      "kyc.business: not sent, 3 problems:",
      "  body.owners[0].email: expected an e-mail address, got nothing (×2)",
      "  body.amountIn: expected an amount, got nothing",
    ]);
  });
});
