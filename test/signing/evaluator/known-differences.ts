import type { Evaluation } from "./evaluate.js";
import { toRational } from "./rational.js";

export type What = "codes" | "loss" | "leaves" | "arrives" | "expiresAt";

interface KnownDifference {
  name: string;
  what: readonly What[];
  applies(limits: Evaluation["limits"]): boolean;
}

const tiny = toRational("1e-200");

/** Where the SDK is known to differ. Remove an entry when the SDK follows the evaluator. */
const knownDifferences: readonly KnownDifference[] = [
  {
    // The numbers of the SDK have 255 decimals.
    name: "the worth is exactly the limit, which has no end",
    what: ["codes"],
    applies: ({ leastWorth, received }) => {
      if (!leastWorth || !received) return false;
      return leastWorth.minus(received).isBelow(tiny) && received.minus(leastWorth).isBelow(tiny);
    },
  },
];

export const findKnownDifference = (what: What, { limits }: Evaluation): string | undefined =>
  knownDifferences.find((each) => each.what.includes(what) && each.applies(limits))?.name;
