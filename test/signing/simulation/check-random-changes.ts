import fc from "fast-check";
import { concat, pad, toEventSelector, toHex } from "viem";
import { expect } from "vitest";
import { simulateQuote } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  createQuote,
  decimals,
  honestValues,
  keyOf,
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

/**
 * Asserts that there is a fatal problem exactly if the wallet is worse off than the request allows.
 * Returns the number of harmful and of harmless changes.
 */
export async function checkRandomChanges(numRuns: number) {
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
      // The fees and the gas may be rounded by one unit of the sixth place, the amount by two.
      const isHarm =
        lost > 105_000_004n ||
        (gained < 98_999_999n && !change.isCrossChain) ||
        lostOther > 0n ||
        lostNative > 0n ||
        (approved > approvedBefore && !change.isApprovalAllowed);
      counts[isHarm ? "harmful" : "harmless"]++;
      expect(problems.some(({ severity }) => severity === "fatal")).toBe(isHarm);
      expect(problems.every(({ severity }) => severity === "fatal")).toBe(true);
    }),
    { numRuns, seed: chooseSeed() },
  );
  return counts;
}

const permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const word = (value: bigint) => pad(toHex(value));
/** Gas of 3 tokens, with 6 decimals. */
const randomGas = fc.record({
  gasToken: fc.constantFrom(tokenIn, tokenOut),
  /** The wallet gains all but the input. */
  approvedToken: fc.constantFrom(tokenIn, tokenOut, otherToken),
  collected: fc.constantFrom(0n, 1_000_000n, 3_000_000n),
  approved: fc.oneof(fc.constant(0n), units(0n), units(2_000_000n), units(99_500_000n)),
  permitted: fc.oneof(fc.constant(0n), units(0n), units(1_000_000n), units(99_500_000n)),
});

/** Asserts that the paymaster gets no more of any token than the gas that it has not collected. */
export async function checkRandomGas(numRuns: number) {
  const counts = { harmless: 0, harmful: 0 };
  await fc.assert(
    fc.asyncProperty(randomGas, async (change) => {
      const { gasToken, approvedToken, collected, approved, permitted } = change;
      const permitEvent = toEventSelector("Approval(address,address,address,uint160,uint48)");
      const permit = (amount: bigint) => concat([word(amount), word(9n), word(0n)]);
      const gasOf = (token: string) => (token === gasToken ? collected : 0n);
      const { client } = createFakeNode({
        logs: [
          createLog(otherToken, "transfer", stranger, wallet),
          createLog(approvedToken, "approval", wallet, paymaster),
          {
            address: permit2,
            topics: [permitEvent, pad(wallet), pad(approvedToken), pad(paymaster)],
            data: concat([word(permitted), word(9n)]),
          },
        ],
        values: {
          ...honestValues,
          [decimals(otherToken)]: [6n, 6n],
          // The whole amount, with its rounding.
          [balance(tokenIn)]: [held, held - 100_000_002n - gasOf(tokenIn)],
          [balance(tokenOut)]: [held, held + 99_500_000n - gasOf(tokenOut)],
          [balance(otherToken)]: [held, held + 99_500_000n],
          [balance(gasToken, paymaster)]: [0n, collected],
          [allowance(approvedToken, paymaster)]: [0n, approved],
          [keyOf(permit2, "0x927da105", wallet, approvedToken, paymaster)]: [
            permit(0n),
            permit(permitted),
          ],
        },
      });
      const { problems } = await simulateQuote(
        createQuote({ estimatedGasFees: { maxGasFeeToken: "3.000000" } as never }),
        client,
        { expect: { ...request, payGasFeeToken: gasToken } },
      );
      const left = approvedToken === gasToken ? 3_000_000n - collected : 0n;
      const isHarm = approved + permitted > left;
      counts[isHarm ? "harmful" : "harmless"]++;
      // A high allowance is unusual gas, too.
      const fatal = problems.filter(({ severity }) => severity === "fatal");
      expect([...new Set(fatal.map(({ code }) => code))]).toEqual(
        isHarm ? ["simulated_approval"] : [],
      );
    }),
    { numRuns, seed: chooseSeed() },
  );
  return counts;
}
