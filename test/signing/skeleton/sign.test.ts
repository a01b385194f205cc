import { expect, test, vi } from "vitest";
import type { SigningDescription } from "../../../src/signing/index.js";
import { type Reading, signReading } from "../../../src/signing/skeleton/sign.js";
import { createCountingSigner, owner } from "../market-quotes.js";
import { getRejection, hash } from "../test-signers.js";

const review = "quote_id";

/** Signs a hash with a problem that `accept` and `confirm` lift. */
async function signReviewed(changes: Partial<Reading>) {
  const { signer, countCalls } = createCountingSigner();
  const signed = signReading("operation", signer, undefined, (report) => {
    report(review, "quoteId", "the hash", "another");
    return { options: {}, parts: { userOperationHash: hash }, ...changes };
  });
  const error = await getRejection(signed);
  expect(countCalls()).toBe(0);
  return error;
}

const options = { owner: owner.address };

test("every problem is fatal if nothing describes what is signed", async () => {
  for (const given of [{ accept: [review] as const }, { confirm: () => true }])
    expect(await signReviewed({ options: { ...options, ...given } })).toMatchObject({
      name: "UnsafeToSignError",
      problems: [{ code: review }],
      hint: expect.not.stringContaining("accept"),
    });
});

test("a refusal of the policy names the accepted problems, too", async () => {
  const texts = { path: "policy.limits", expected: "a limit", received: "none", message: "no" };
  const problems = [{ code: "policy", severity: "fatal", ...texts } as const];
  const policy = { reserve: async () => ({ problems, release: async () => {} }) };
  const describe = () => ({ text: "a swap", digests: {} });
  const given = { ...options, accept: [review] as const, policy };
  expect(await signReviewed({ options: given, describe })).toMatchObject({
    problems: [{ code: review }, { code: "policy" }],
  });
});

test("the user is not asked if what is signed cannot be described", async () => {
  const confirm = vi.fn(() => true);
  const describe = (): SigningDescription => {
    throw new RangeError("Invalid time value");
  };
  expect(await signReviewed({ options: { ...options, confirm }, describe })).toMatchObject({
    problems: [{ code: review }],
    hint: "The description could not be created. See the cause.",
    cause: { name: "RangeError", message: "Invalid time value" },
  });
  expect(confirm).not.toHaveBeenCalled();
});
