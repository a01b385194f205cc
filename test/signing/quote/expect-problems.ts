import { expect, vi } from "vitest";
import { type SigningProblemCode, type SwapQuote, UnsafeToSignError } from "../../../src/index.js";
import {
  checkQuote,
  problemGuide,
  type SignQuoteOptions,
  signQuote,
} from "../../../src/signing/index.js";
import { createCountingSigner } from "./test-quotes.js";

const everyCode = Object.keys(problemGuide) as SigningProblemCode[];

async function trySigning(quote: SwapQuote, options: SignQuoteOptions) {
  const { signer, countCalls } = createCountingSigner();
  const result = await signQuote(quote, signer, options).then(
    (signed) => ({ signed, error: undefined }),
    (error: unknown) => ({ signed: undefined, error: error as UnsafeToSignError }),
  );
  return { ...result, calls: countCalls() };
}

/**
 * Asserts that a quote has a fatal problem whose message names both values, and that nothing lifts
 * it: the signer is not called, and neither is `confirm`.
 */
export async function expectFatal(
  quote: SwapQuote,
  options: SignQuoteOptions,
  code: SigningProblemCode,
  path: string,
): Promise<void> {
  const problems = checkQuote(quote, options);
  const found = problems.find((problem) => problem.code === code && problem.path === path);
  expect(found, JSON.stringify(problems)).toMatchObject({ severity: "fatal" });
  expect(found?.expected).not.toBe("");
  expect(found?.received).not.toBe(found?.expected);
  const confirm = vi.fn(() => true);
  const lifted = { ...options, accept: everyCode, confirm };
  const { signed, error, calls } = await trySigning(quote, lifted);
  expect([signed, calls, confirm.mock.calls.length]).toEqual([undefined, 0, 0]);
  expect(error).toBeInstanceOf(UnsafeToSignError);
  expect(error?.problems).toEqual(problems);
  expect(error?.message).toContain(found?.expected);
  expect(error?.message).toContain(found?.received);
}

/**
 * Asserts that a quote has exactly these problems, that each needs a review, and that both `accept`
 * and `confirm` lift them. Each problem is written as its code and its path.
 */
export async function expectReview(
  quote: SwapQuote,
  options: SignQuoteOptions,
  expected: readonly string[],
): Promise<void> {
  const problems = checkQuote(quote, options);
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  expect(problems.map(({ severity }) => severity)).toEqual(expected.map(() => "review"));
  const asked = await trySigning(quote, { ...options, confirm: () => false });
  expect([asked.signed, asked.calls]).toEqual([undefined, 0]);
  expect(asked.error?.problems).toEqual(problems);
  const confirm = vi.fn((_problems: unknown) => true);
  expect((await trySigning(quote, { ...options, confirm })).signed).toBeDefined();
  expect(confirm.mock.calls.map(([given]) => given)).toEqual([problems]);
  // That the signer is called is enough here: what it signs is the same.
  const accept = problems.map(({ code }) => code);
  const refuse = vi.fn(() => Promise.reject(new Error("no device")));
  const functions = { signMessage: refuse, signTypedData: refuse, sign: refuse };
  const signer = { address: options.owner, ...functions } as never;
  await expect(signQuote(quote, signer, { ...options, accept })).rejects.toThrow("no device");
  expect(refuse).toHaveBeenCalled();
}
