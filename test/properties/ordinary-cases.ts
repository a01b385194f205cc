import { createDraft, type Draft } from "./quote-cases.js";
import type { Random } from "./random.js";
import { toRational, writeDecimal } from "./rational.js";
import { createTerms, type FeeTerms } from "./terms-cases.js";

/** Prices with digits as the recorded quotes have them. */
const prices = ["0.18184", "0.18137724640752345931", "1", "0.99985", "2512.34"] as const;

/** Gas up to 9 % of small amounts, and less of large ones, whose usual loss is smaller. */
function chooseGas(random: Random, worth: number): number {
  const most = worth < 4_000 ? 9 : worth < 15_000 ? 2 : 1;
  return Number((10 ** (random.next() * 2 - 1) * (most / 10)).toFixed(3));
}

/** What an honest service sends: costs as they are requested, and a small spread. */
export function createOrdinary(random: Random): Draft {
  const { pick, chance, next } = random;
  const terms = createTerms(random, new Set(), { gas: { form: "both" } });
  const worth = 10 ** (1.3 + next() * 4);
  const shownPrice = pick(...prices);
  const price = toRational(shownPrice);
  const isTransfer = terms.kind === "transfer";
  const input = { ...terms.input, price, decimals: pick(6, 8, 18) };
  const output = {
    ...terms.output,
    price: toRational(pick("1", "0.00001", "2512.34")),
    decimals: pick(6, 8, 18),
  };
  // Gas is paid on the chain of the wallet.
  const isSameChain = terms.chainIdIn === terms.chainIdOut;
  const place = isSameChain ? terms.gas.place : pick("input", "third");
  const percent = chooseGas(random, worth);
  const transactionFeePercent = pick(undefined, null, 0, 0.3, 1);
  const form = pick<FeeTerms["form"]>("listed", "both");
  const service = { place: "input", percent: pick(0, 0.2), form: "listed" } as const;
  const project = { place: "input", percent: transactionFeePercent ?? 0, form } as const;
  const fees = isTransfer ? [project] : [project, service];
  const [spread, slippage] = [next() * 0.4, pick(undefined, null, 0.5, 1, 5)];
  return createDraft(random, {
    ...terms,
    input,
    output: isTransfer ? input : output,
    shownPrice: chance(0.9) ? shownPrice : undefined,
    asked: toRational(writeDecimal(toRational(worth.toFixed(2)).over(price), input.decimals)),
    gas: { ...terms.gas, place, percent },
    fees,
    transactionFeePercent,
    extraFeePercent: undefined,
    spread: Number((spread + (transactionFeePercent ?? 0) + service.percent).toFixed(3)),
    slippage,
    // As in the recorded swap.
    hasWorthOfAll: false,
    // Without an expected amount, the slippage is a loss.
    isOlder: worth < 4_000 && (slippage ?? 0.5) === 0.5 && percent < 5 && chance(0.1),
  });
}
