import fc from "fast-check";
import { concat, pad, toEventSelector, toHex } from "viem";
import { expect } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import {
  allowance,
  balance,
  createLog,
  decimals,
  keyOf,
  nativeBalance,
  otherToken,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { honestChanges, simulate } from "./find-codes.js";

const held = 10n ** 12n;
/** Small numbers are as frequent as large ones, so that the limits are hit from both sides. */
const units = (near: bigint) =>
  fc.oneof(
    fc.bigInt(near - 3n, near + 3n).map((value) => (value < 0n ? 0n : value)),
    fc.bigInt(0n, held),
  );
const few = fc.oneof(fc.constant(0n), units(0n));
const randomChange = fc.record({
  /** 100 tokens, 2 of fees and 3 of gas, with 6 decimals, and a tenth of a percent more. */
  lost: units(105_105_000n),
  /** 99 tokens, less a tenth of a percent. */
  gained: units(98_901_000n),
  lostOther: few,
  gainedOther: few,
  lostNative: few,
  approvedBefore: few,
  approved: few,
  isApprovalAllowed: fc.boolean(),
  isCrossChain: fc.boolean(),
});

/**
 * Asserts that there is a fatal problem exactly if the wallet is worse off than the request allows,
 * and one to review exactly if it gains something else. Returns the number of harmful and of
 * harmless changes.
 */
export async function checkRandomChanges(numRuns: number) {
  const counts = { harmless: 0, harmful: 0 };
  await fc.assert(
    fc.asyncProperty(randomChange, async (change) => {
      const { lost, gained, lostOther, gainedOther, lostNative, approvedBefore, approved } = change;
      const other = gainedOther - lostOther;
      const { problems } = await simulate({
        chain: {
          logs: [
            createLog(otherToken, "transfer", wallet, stranger),
            createLog(tokenIn, "approval", wallet, stranger),
          ],
        },
        values: {
          [balance(tokenIn)]: [held, held - lost],
          [balance(tokenOut)]: [0n, gained],
          [balance(otherToken)]: [held, held + other],
          [nativeBalance()]: [held, held - lostNative],
          [allowance(tokenIn, stranger)]: [approvedBefore, approved],
        },
        expected: {
          losses: [...honestChanges.losses, { token: tokenIn, amount: "2" }],
          gas: { token: tokenIn, amount: "3" },
          ...(change.isCrossChain && { gains: [] }),
          approvals: change.isApprovalAllowed ? [stranger] : [],
        },
      });
      const isHarm =
        lost > 105_105_000n ||
        (gained < 98_901_000n && !change.isCrossChain) ||
        other < 0n ||
        lostNative > 0n ||
        (approved > approvedBefore && !change.isApprovalAllowed);
      counts[isHarm ? "harmful" : "harmless"]++;
      const severities = problems.map(({ severity }) => severity);
      expect(severities.includes("fatal")).toBe(isHarm);
      expect(severities.includes("review")).toBe(other > held / 1_000n);
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
      const { problems } = await simulate({
        chain: {
          logs: [
            createLog(otherToken, "transfer", stranger, wallet),
            createLog(approvedToken, "approval", wallet, paymaster),
            {
              address: permit2,
              topics: [permitEvent, pad(wallet), pad(approvedToken), pad(paymaster)],
              data: concat([word(permitted), word(9n)]),
            },
          ],
        },
        values: {
          [decimals(otherToken)]: [6n, 6n],
          [balance(tokenIn)]: [held, held - 100_000_000n - gasOf(tokenIn)],
          [balance(tokenOut)]: [held, held + 99_000_000n - gasOf(tokenOut)],
          [balance(otherToken)]: [held, held],
          [balance(gasToken, paymaster)]: [0n, collected],
          [allowance(approvedToken, paymaster)]: [0n, approved],
          [keyOf(permit2, "0x927da105", wallet, approvedToken, paymaster)]: [
            permit(0n),
            permit(permitted),
          ],
        },
        expected: { gas: { token: gasToken, amount: "3" } },
      });
      // A tenth of a percent of the gas, and of all that the wallet may lose or must gain.
      const most = approvedToken === gasToken ? 3_003_000n : 0n;
      const tolerated = gasToken === tokenIn ? 103_000n : 99_000n;
      const left = 3_000_000n - collected + tolerated;
      const isHarm = approved + permitted > most || approved + permitted > left;
      counts[isHarm ? "harmful" : "harmless"]++;
      expect(problems.length > 0).toBe(isHarm);
      expect(problems.every(({ severity }) => severity === "fatal")).toBe(true);
    }),
    { numRuns, seed: chooseSeed() },
  );
  return counts;
}
