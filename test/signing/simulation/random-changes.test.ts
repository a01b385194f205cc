import fc from "fast-check";
import { expect, test } from "vitest";
import { simulateQuote } from "../../../src/signing/index.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  createQuote,
  honestValues,
  nativeBalance,
  otherToken,
  paymaster,
  request,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";

const held = 10n ** 12n;
/** Small numbers are as frequent as large ones, so that the limits are hit from both sides. */
const units = (near: bigint) =>
  fc.oneof(
    fc.bigInt(near - 3n, near + 3n).map((value) => (value < 0n ? 0n : value)),
    fc.bigInt(0n, held),
  );
const randomChange = fc.record({
  /** 100 tokens, 2 of fees and 3 of gas, with 6 decimals. */
  lost: units(105_000_000n),
  gained: units(99_000_000n),
  lostOther: fc.oneof(fc.constant(0n), units(0n)),
  lostNative: fc.oneof(fc.constant(0n), units(0n)),
  approvedBefore: fc.oneof(fc.constant(0n), units(0n)),
  approved: fc.oneof(fc.constant(0n), units(0n)),
  isApprovalAllowed: fc.boolean(),
  isCrossChain: fc.boolean(),
});

test("finds a fatal problem exactly if the wallet is worse off than the request allows", async () => {
  const counts = { harmless: 0, harmful: 0 };
  await fc.assert(
    fc.asyncProperty(randomChange, async (change) => {
      const { lost, gained, lostOther, lostNative, approvedBefore, approved } = change;
      const { client } = createFakeNode({
        logs: [
          createLog(otherToken, "transfer", wallet, stranger),
          createLog(otherToken, "approval", wallet, stranger),
        ],
        values: {
          ...honestValues,
          [balance(tokenIn)]: [held, held - lost],
          [balance(tokenOut)]: [0n, gained],
          [balance(otherToken)]: [held, held - lostOther],
          // The paymaster gets the part of the loss that is gas.
          [balance(tokenIn, paymaster)]: [0n, 3_000_001n],
          [nativeBalance()]: [held, held - lostNative],
          [allowance(otherToken, stranger)]: [approvedBefore, approved],
        },
      });
      const chainIdOut = change.isCrossChain ? 8453 : 137;
      const quote = createQuote({
        chainOut: chainIdOut,
        estimatedGasFees: { maxGasFeeToken: "3.0" } as never,
        fees: [{ token: tokenIn, amount: "2.0", toAddress: stranger, type: "X", percentage: "2" }],
      });
      const { problems } = await simulateQuote(quote, client, {
        expect: { ...request, chainIdOut },
        approvals: change.isApprovalAllowed ? [stranger] : [],
      });
      // Each stated amount may be rounded by one unit of the sixth place.
      const isHarm =
        lost > 105_000_003n ||
        (gained < 98_999_999n && !change.isCrossChain) ||
        lostOther > 0n ||
        lostNative > 0n ||
        (approved > approvedBefore && !change.isApprovalAllowed);
      counts[isHarm ? "harmful" : "harmless"]++;
      expect(problems.some(({ severity }) => severity === "fatal")).toBe(isHarm);
      expect(problems.every(({ severity }) => severity === "fatal")).toBe(true);
    }),
    { numRuns: 150 },
  );
  expect(Math.min(counts.harmful, counts.harmless)).toBeGreaterThan(10);
});
