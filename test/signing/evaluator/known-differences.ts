import type { Evaluation } from "./evaluate.js";
import { isSameAddress } from "./evaluate-costs.js";
import { type Rational, readDecimal, toRational } from "./rational.js";
import type { Sample } from "./sdk.js";

export type What = "codes" | "loss" | "leaves" | "arrives" | "expiresAt";

interface Facts {
  isGasInInput: boolean;
  isDeducted: boolean;
  stated: Rational | undefined;
  asked: Rational;
}

interface KnownDifference {
  name: string;
  what: readonly What[];
  applies(facts: Facts, limits: Evaluation["limits"]): boolean;
}

const tiny = toRational("1e-200");

/** Where the SDK is known to differ. Remove an entry when the SDK follows the evaluator. */
const knownDifferences: readonly KnownDifference[] = [
  {
    // A stated amount that is tolerated above the request and the added gas leaves, too.
    name: "the statement has less than the stated amount with added gas",
    what: ["leaves"],
    applies: ({ isGasInInput, isDeducted, stated }, { mostIn }) =>
      isGasInInput && !isDeducted && (stated?.isAbove(mostIn) ?? false),
  },
  {
    // The statement has that gas.
    name: "the loss has no deducted gas above the amount",
    what: ["loss", "codes"],
    applies: ({ isGasInInput, isDeducted, asked }, { gas }) =>
      isGasInInput && isDeducted && gas.isAbove(asked),
  },
  {
    // The numbers of the SDK have 255 decimals.
    name: "the worth is exactly the limit, which has no end",
    what: ["codes"],
    applies: (_, { leastWorth, received }) => {
      const limit = leastWorth?.times(toRational("0.999"));
      if (!limit || !received) return false;
      return limit.minus(received).isBelow(tiny) && received.minus(limit).isBelow(tiny);
    },
  },
];

/** The evaluator can read prices as the SDK does, so that no sample is left out. */
export const loweredPrice = "a price with decimals counts one unit less";

export function findKnownDifference(
  what: What,
  { request, response }: Sample,
  { limits }: Evaluation,
): string | undefined {
  const facts: Facts = {
    isGasInInput: isSameAddress(request.payGasFeeToken, request.tokenIn ?? request.token),
    isDeducted: request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT",
    stated: readDecimal(response.amountIn ?? response.amountToSend),
    asked: toRational((request.amountIn ?? request.amount) as string),
  };
  return knownDifferences.find((each) => each.what.includes(what) && each.applies(facts, limits))
    ?.name;
}
