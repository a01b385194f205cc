import type { Draft } from "./quote-cases.js";
import { type Evaluation, evaluateQuote, evaluateTransfer } from "./quote-judge.js";
import type { Random } from "./random.js";
import { Rational, readDecimal, toRational, writeDecimal } from "./rational.js";
import { now, stranger, type Wishes } from "./terms-cases.js";

export const evaluate = ({ kind, response, request, limits }: Omit<Draft, "terms">): Evaluation =>
  kind === "swap"
    ? evaluateQuote(response, request, limits)
    : evaluateTransfer(response, request, limits);

/** Moves one value of a draft to a limit, or beyond it. Returns undefined if it does not apply. */
type Focus = (draft: Draft, random: Random, limits: Evaluation["limits"]) => string | undefined;

const offsetNames = new Map([
  [-1, "a unit below"],
  [0, "exactly"],
  [1, "a unit above"],
]);
/** One unit below a limit, the limit, or one unit above it. */
function chooseOffset(random: Random) {
  const offset = random.pick(-1, 0, 1);
  return { offset, name: offsetNames.get(offset) as string };
}

const unitOf = (places: number) => new Rational(1n, 10n ** BigInt(places));

/** The last amount of this many decimals below a number, and some units more. */
function writeNear(limit: Rational, places: number, offset: number, isUp = false): string {
  const nearest = toRational(writeDecimal(limit, places, { isUp }));
  const moved = nearest.plus(unitOf(places).times(new Rational(BigInt(offset))));
  return writeDecimal(moved.isPositive() ? moved : Rational.zero, places);
}

/** The most decimals of which one unit is at most, or just above, two percent of an amount. */
function chooseCoarse(amount: Rational, most: number, random: Random): number {
  let places = 0;
  while (places < most && unitOf(places).isAbove(amount.percent(toRational(2)))) places++;
  return Math.min(most, Math.max(0, places + random.pick(-1, 0, 0, 1)));
}

const amountName = ({ kind }: Draft) => (kind === "swap" ? "amountIn" : "amountToSend");

const amountIn: Focus = (draft, random, { mostIn }) => {
  const { offset, name } = chooseOffset(random);
  const places = draft.terms.input.decimals;
  draft.response[amountName(draft)] = writeNear(mostIn.times(toRational("1.001")), places, offset);
  return `amount in: ${name}`;
};

/** More digits than the response shows. */
const roundedAmountIn: Focus = (draft, random, { mostIn }) => {
  const places = chooseCoarse(mostIn, draft.terms.input.decimals, random);
  const offset = random.pick(0, 0, 1);
  draft.response[amountName(draft)] = writeNear(mostIn, places, offset, true);
  const isAdded = mostIn.isAbove(draft.terms.asked);
  if (isAdded) return "amount in: rounded up with gas";
  return `amount in: rounded up${offset === 1 ? " by a unit more" : ""}`;
};

const lessIn: Focus = (draft, random) => {
  const name = amountName(draft);
  const stated = readDecimal(draft.response[name]);
  if (!stated) return undefined;
  draft.response[name] = writeDecimal(
    stated.percent(toRational(random.pick("50", "99", "0"))),
    draft.terms.input.decimals,
  );
  return "amount in: less";
};

const unreadableIn: Focus = (draft, random) => {
  draft.response[amountName(draft)] = random.pick<unknown>("", "all", null, 100, "-1");
  return "amount in: unreadable";
};

/** Places at which a minimum is written: those of the token, or few. */
const slippage: Focus = (draft, random) => {
  const { response, request, terms } = draft;
  if (draft.terms.isOrder || typeof response.amountOut !== "string") return undefined;
  const kept = toRational(100).minus(toRational((request.slippage as number | null) ?? "0.5"));
  const isRounded = random.chance(0.4);
  const { decimals } = terms.output;
  if (isRounded && random.chance(0.5)) {
    const expected = toRational(response.amountOut);
    const places = chooseCoarse(expected, decimals, random);
    response.amountOut = writeDecimal(expected, places, { isUp: true, keepsZeros: true });
  }
  const bound = toRational(response.amountOut as string).percent(kept);
  const { offset, name } = chooseOffset(random);
  if (isRounded) {
    response.minAmountOut = writeNear(bound, chooseCoarse(bound, decimals, random), offset);
    return "slippage: rounded";
  }
  response.minAmountOut = writeNear(bound.times(toRational("0.999")), decimals, offset, true);
  return `slippage: ${name}`;
};

/** The caller's own minimum, in the options or in the request of an order. */
const ownMinimum: Focus = (draft, random) => {
  const { response, request, terms } = draft;
  const stated = readDecimal(response.minAmountOut);
  if (!stated) return undefined;
  const isOfOrder = draft.terms.isOrder && random.chance(0.85);
  const place = isOfOrder ? "of an order" : "of the options";
  const set = (own: string) => {
    if (isOfOrder) request.minAmountOut = own;
    else draft.limits = { ...draft.limits, minReceived: own };
  };
  if (random.chance(0.4)) {
    // More digits than the response shows.
    const places = random.pick(4, 7, 8, 9, 12, 20);
    response.minAmountOut = writeDecimal(stated, Math.min(places, terms.output.decimals));
    if (!toRational(response.minAmountOut as string).isPositive())
      response.minAmountOut = writeDecimal(stated, terms.output.decimals);
    const shown = toRational(response.minAmountOut as string);
    const more = random.pick(shown.over(toRational("3e8")), shown.over(toRational("3e6")));
    set(writeDecimal(shown.plus(more), 60));
    return `own minimum ${place}: more digits`;
  }
  if (random.chance(0.1)) {
    set(writeDecimal(stated.times(toRational(2)), 60));
    return `own minimum ${place}: twice`;
  }
  const { offset, name } = chooseOffset(random);
  set(writeNear(stated, terms.output.decimals, offset));
  return `own minimum ${place}: ${name}`;
};

const maxGas: Focus = (draft, random, { gas }) => {
  const { offset, name } = chooseOffset(random);
  const { place } = draft.terms.gas;
  const places = place === "third" ? 18 : draft.terms[place].decimals;
  draft.limits = { ...draft.limits, maxGasFee: writeNear(gas, places, offset) };
  return `maxGasFee: ${name}`;
};

const noGas: Focus = (draft, random) => {
  // A fee of zero is none.
  const zero = { type: "SERVICE", token: draft.request.payGasFeeToken, amount: "0" };
  draft.response.fees = random.pick([], [zero]);
  draft.response.estimatedGasFees = random.pick(null, undefined, {});
  draft.limits = { ...draft.limits, maxGasFee: "1000000000" };
  return "maxGasFee: no gas stated";
};

const ownLoss: Focus = (draft, random, limits) => {
  draft.limits = { ...draft.limits, maxLossPercent: random.pick(0, 0.25, 1, 7, 40) };
  return loss(draft, random, limits)?.replace(/^.*:/, "maxLossPercent:");
};

const loss: Focus = (draft, random) => {
  // Costs in the output depend on what arrives: two steps come close, others are exact.
  const { offset, name } = chooseOffset(random);
  const { request, response } = draft;
  const isOlder = typeof response.amountOut !== "string";
  const kept = toRational(100).minus(toRational((request.slippage as number | null) ?? "0.5"));
  for (let i = 0; i < 2; i++) {
    const { leastWorth } = evaluate(draft).limits;
    if (!leastWorth?.isPositive()) return undefined;
    const stated = isOlder ? leastWorth.over(kept).times(Rational.hundred) : leastWorth;
    response.amountOutUSD = writeNear(stated, 30, offset, true);
  }
  const { given } = evaluate(draft).limits;
  const isAbove = (worth: number) => given?.isAbove(toRational(worth)) ?? false;
  const rule = isAbove(16_666) ? "3 %" : isAbove(5_000) ? "500" : isAbove(50) ? "10 %" : "5";
  return `loss of ${rule}: ${name}`;
};

/** The loss of an order is its gas and its fees beyond the amount. */
const lossOfOrder: Focus = (draft, random) => {
  const gas = draft.response.estimatedGasFees as Record<string, unknown> | null;
  const { given, gas: most } = evaluate(draft).limits;
  if (!gas || !given || !most.isPositive()) return undefined;
  const { offset, name } = chooseOffset(random);
  draft.limits = { ...draft.limits, maxLossPercent: 4 };
  const outside = given.percent(toRational(4));
  const priced = readDecimal(gas.gasFeeTokenAmount) ?? readDecimal(gas.maxGasFeeToken);
  if (!priced?.isPositive()) return undefined;
  gas.gasFeeTokenAmountUSD = writeNear(outside.times(priced).over(most), 60, offset);
  return `loss of an order: ${name}`;
};

/** A fee in the input token, so that all costs in it are near a tenth of the amount. */
const costs: Focus = (draft, random) => {
  const { input, asked } = draft.terms;
  const { offset, name } = chooseOffset(random);
  draft.response.estimatedCollectedFee = null;
  draft.response.fees = [];
  const isGasInput = draft.terms.gas.place === "input";
  const gas = isGasInput ? evaluate(draft).limits.gas : Rational.zero;
  const { named } = evaluate(draft).limits;
  const tenth = asked.percent(toRational(10)).minus(gas);
  if (!tenth.isPositive()) return undefined;
  const amount = writeNear(tenth.plus(named), input.decimals, offset);
  draft.response.fees = [{ type: "SERVICE", token: input.address, amount }];
  return `costs: ${name}${isGasInput && gas.isPositive() ? " with gas" : ""}`;
};

const expiry: Focus = (draft, random) => {
  const { offset, name } = chooseOffset(random);
  const margin = random.pick(undefined, 0, 20_000);
  if (margin !== undefined) draft.limits = { ...draft.limits, margin };
  const expiration = draft.terms.isOrder ? random.pick(undefined, 60, 86_400) : undefined;
  if (expiration !== undefined) draft.request.expiration = expiration;
  const last = draft.terms.isOrder ? ((expiration ?? 0) + 120) * 1_000 : 3_600_000;
  const isLast = random.chance(0.5);
  const at = now + offset + (isLast ? last : (margin ?? 5_000));
  draft.response.expiresAt = random.pick<unknown>(at, String(at), new Date(at).toISOString());
  return `${isLast ? "latest expiry" : "margin"}: ${name}`;
};

const unreadableExpiry: Focus = (draft, random) => {
  draft.response.expiresAt = random.pick<unknown>(null, undefined, "soon", "");
  return "expiry: unreadable";
};

const seconds: Focus = (draft, random) => {
  const later = random.pick(60, 3_600, 3_601, 7_200);
  draft.response.expiresAt = now / 1_000 + later;
  return "expiry: in seconds";
};

const receiver: Focus = (draft, random) => {
  const isMissing = random.chance(0.5);
  draft.response.toAddress = isMissing ? random.pick(null, undefined) : stranger;
  return isMissing ? "receiver: missing" : "receiver: a stranger";
};

const chain: Focus = (draft, random) => {
  const name = draft.kind === "transfer" ? "chain" : random.pick("chainIn", "chainOut");
  draft.response[name] = 1;
  return "chain: another one";
};

const token: Focus = (draft, random) => {
  const name = draft.kind === "transfer" ? "token" : random.pick("tokenIn", "tokenOut");
  draft.response[name] = stranger;
  return "token: another one";
};

const otherWallet: Focus = (draft) => {
  draft.response.walletAddress = stranger;
  return "wallet: another one";
};

const quoteId: Focus = (draft, random) => {
  const id = random.pick<unknown>("12", `0x${"12".repeat(32)}`, "", `0x${"5A".repeat(32)}`);
  draft.response.quoteId = id;
  return "id: another one";
};

const minimum: Focus = (draft, random) => {
  const name = draft.kind === "swap" ? "minAmountOut" : "amountToBeReceived";
  draft.response[name] = random.pick<unknown>("0", null, "", "much", "0.00");
  return "minimum: none";
};

/** What a transfer delivers: the amount less its fees and its deducted gas. */
const delivered: Focus = (draft, random, { feesIn, named }) => {
  const { terms } = draft;
  const { offset, name } = chooseOffset(random);
  const isInside = terms.gas.place === "input" && terms.gas.method === "DEDUCT_FROM_AMOUNT";
  const gas = isInside ? evaluate(draft).limits.gas : Rational.zero;
  const fees = feesIn.isAbove(named) ? feesIn : named;
  const due = terms.asked.minus(fees).minus(gas);
  if (!due.isPositive()) return undefined;
  if (random.chance(0.3)) {
    const places = chooseCoarse(due, terms.input.decimals, random);
    draft.response.amountToBeReceived = writeNear(due, places, offset);
    return "delivered: rounded";
  }
  const tolerated = due.times(toRational("0.999"));
  draft.response.amountToBeReceived = writeNear(tolerated, terms.input.decimals, offset, true);
  return `delivered: ${name}`;
};

const missingWorth: Focus = (draft, random) => {
  const names =
    draft.kind === "transfer" ? ["amountToSendUSD"] : ["amountInUSD", "amountOutUSD", "amountOut"];
  const name = random.pick(...names);
  const others = name === "amountOut" ? ["much", ""] : ["", null, undefined, "0", "0.00", "a lot"];
  draft.response[name] = random.pick<unknown>(...others);
  return `unknown: ${name}`;
};

/** The stated worth and the stated price differ. */
const contradiction: Focus = (draft, random) => {
  const worth = readDecimal(draft.response.amountInUSD);
  if (!worth?.isPositive() || draft.terms.shownPrice === undefined) return undefined;
  const isLower = random.chance(0.6);
  const percent = toRational(isLower ? random.pick("1", "60", "98") : random.pick("104", "300"));
  draft.response.amountInUSD = writeDecimal(worth.percent(percent), 40);
  if (isLower && random.chance(0.5))
    draft.response.amountOutUSD = writeDecimal(worth.percent(percent), 40);
  return `worth: ${isLower ? "below" : "above"} the price`;
};

const missingGasWorth: Focus = (draft, random) => {
  const gas = draft.response.estimatedGasFees as Record<string, unknown> | null;
  if (gas?.gasFeeTokenAmountUSD === undefined) return undefined;
  gas.gasFeeTokenAmountUSD = random.pick<unknown>(null, undefined, "0", "a lot");
  return "unknown: the worth of gas";
};

const unknownFee: Focus = (draft, random) => {
  const amount = random.pick("0", "0.000001", "3");
  const row = { type: "BRIDGE", token: `0x${"dd".repeat(20)}`, amount };
  const fees = draft.response.fees ?? [];
  if (!Array.isArray(fees)) return undefined;
  draft.response.fees = [...fees, row];
  return `unknown: a fee of ${amount === "0" ? "zero" : "some"} in another token`;
};

/** A focus, its share of the samples, and what a sample needs for it. */
interface Plan extends Wishes {
  focus: Focus;
  weight: number;
}

/** Costs that cannot be read, or have another form. */
const unreadCosts: Focus = (draft, random) => {
  const { response, terms } = draft;
  const fee = (fields: object) => [{ type: "SERVICE", token: terms.input.address, ...fields }];
  const gas = (fields: object) => ({ payGasFeeToken: draft.request.payGasFeeToken, ...fields });
  const sums = (fields: object) => ({ collectedFeeToken: terms.input.address, ...fields });
  const [name, value] = random.pick<[string, unknown]>(
    ["fees", random.pick<unknown>("none", 1, { amount: "1" }, [null], [[]])],
    ["fees", fee({ amount: random.pick<unknown>("a lot", "-1", Number.NaN, {}, "1 USDC") })],
    ["fees", fee({ amount: "0.000001", percentage: random.pick("1%", "a lot") })],
    ["fees", fee({ token: random.pick(undefined, null), amount: "0.000001" })],
    ["fees", fee({ token: random.pick(terms.third.address, undefined) })],
    ["fees", fee({ type: "GAS", token: draft.request.payGasFeeToken })],
    ["fees", fee({ type: "GAS", token: random.pick(undefined, stranger), amount: "0.1" })],
    ["fees", fee({ type: "GAS", token: stranger, amount: "0" })],
    ["estimatedGasFees", random.pick<unknown>(100, "1", [{ maxGasFeeToken: "1" }])],
    ["estimatedGasFees", gas({ maxGasFeeToken: random.pick<unknown>("a lot", "-1", []) })],
    ["estimatedGasFees", gas({ maxGasFeeToken: "a lot", gasFeeTokenAmount: "0.000001" })],
    ["estimatedGasFees", { maxGasFeeToken: random.pick<unknown>("0.000001", 0.5, "1e-3") }],
    ["estimatedCollectedFee", random.pick<unknown>("1", [{ collectedFee: "1" }], {})],
    ["estimatedCollectedFee", sums({ collectedFee: random.pick<unknown>("a lot", [], "x") })],
    ["estimatedCollectedFee", sums({ serviceCollectedFeePercent: random.pick("x", "3") })],
  );
  response[name] = value;
  return `costs: ${name} of another form`;
};

/** With a limit of the gas, which only a response that states it can satisfy. */
const unreadGas: Focus = (draft, random, limits) => {
  draft.limits = { ...draft.limits, maxGasFee: "1000000000" };
  return unreadCosts(draft, random, limits)?.replace("costs", "maxGasFee");
};

const asRecorded: Focus = () => "recorded form";

const swap = { kind: "swap" } as const;
const market = { kind: "swap", isOrder: false } as const;
const order = { kind: "swap", isOrder: true } as const;
const lossPlan = { ...market, focus: loss, weight: 5.5, hasLowGas: true } as const;
const priced = { feePlaces: ["input", "output"] } as const;
const added = { place: "input", method: "ADD_TO_AMOUNT", percent: 50, form: "maximum" } as const;
const outside = { place: "third", form: "both", percent: 4 } as const;

/** The weight is about the number of branches. */
const plans: readonly Plan[] = [
  { focus: () => "nothing at a limit", weight: 2 },
  { focus: amountIn, weight: 4.5 },
  { focus: roundedAmountIn, weight: 5.5 },
  { focus: roundedAmountIn, weight: 2, gas: added },
  { focus: lessIn, weight: 1.5 },
  { focus: unreadableIn, weight: 1.5 },
  { ...market, focus: slippage, weight: 7.8 },
  { ...market, focus: ownMinimum, weight: 6 },
  { ...order, focus: ownMinimum, weight: 8.4 },
  { focus: maxGas, weight: 3 },
  { focus: noGas, weight: 1.5 },
  { focus: noGas, weight: 1.5, gas: { place: "third" } },
  { ...lossPlan, worths: ["20", "30", "49"] },
  { ...lossPlan, worths: ["51", "300", "4999"] },
  { ...lossPlan, worths: ["5001", "9000", "16666"] },
  { ...lossPlan, worths: ["17000", "2e5"] },
  { ...lossPlan, focus: ownLoss, weight: 5.3 },
  { ...order, focus: lossOfOrder, weight: 4, gas: outside, feePlaces: ["input"] },
  { focus: costs, weight: 4.4, gas: { place: "input", percent: 4, form: "both" }, ...priced },
  { focus: costs, weight: 4, gas: { place: "third" }, ...priced },
  { focus: expiry, weight: 6 },
  { focus: unreadableExpiry, weight: 1 },
  { focus: seconds, weight: 1.2 },
  { focus: receiver, weight: 5 },
  { focus: chain, weight: 1 },
  { focus: token, weight: 1 },
  { focus: otherWallet, weight: 1 },
  { focus: quoteId, weight: 1 },
  { focus: minimum, weight: 1.5 },
  { kind: "transfer", focus: delivered, weight: 6.6 },
  { ...swap, focus: missingWorth, weight: 4 },
  { kind: "transfer", focus: missingWorth, weight: 1.5 },
  { ...market, focus: contradiction, weight: 4, hasLowGas: true },
  { focus: missingGasWorth, weight: 1.2, gas: { form: "both" } },
  { focus: unknownFee, weight: 2 },
  { focus: unreadCosts, weight: 4 },
  { ...order, focus: unreadCosts, weight: 1 },
  { focus: unreadGas, weight: 3 },
  { ...swap, focus: asRecorded, weight: 4, isRecorded: true },
  { kind: "transfer", focus: asRecorded, weight: 4, isRecorded: true },
  { kind: "transfer", focus: delivered, weight: 1.5, isRecorded: true },
  { ...swap, focus: loss, weight: 2, isRecorded: true },
];
const sumOfWeights = plans.reduce((total, { weight }) => total + weight, 0);

export function choosePlan(random: Random): Plan {
  let left = random.next() * sumOfWeights;
  for (const plan of plans) {
    left -= plan.weight;
    if (left < 0) return plan;
  }
  return plans[0] as Plan;
}

/** These change nothing that another focus has set. */
const additions = [
  ...[expiry, unreadableExpiry, seconds, receiver, chain, token, otherWallet, quoteId, maxGas],
  ...[missingGasWorth, unknownFee],
];

/**
 * Moves the values of a draft to the limit of a plan, and sometimes to a second one. Returns false
 * if the first does not apply.
 */
export function applyPlan(
  { focus }: Plan,
  draft: Draft,
  random: Random,
  branches: Set<string>,
): boolean {
  const first = focus(draft, random, evaluate(draft).limits);
  if (first === undefined) return false;
  branches.add(first);
  if (random.chance(0.4)) {
    const second = random.pick(...additions)(draft, random, evaluate(draft).limits);
    if (second !== undefined) branches.add(second);
  }
  return true;
}

const near = (what: string) => [...offsetNames.values()].map((name) => `${what}: ${name}`);
/** The limits that random samples must reach. */
export const focusBranches: readonly string[] = [
  ...near("amount in"),
  ...["rounded up", "rounded up by a unit more", "rounded up with gas", "less", "unreadable"].map(
    (what) => `amount in: ${what}`,
  ),
  ...[...near("slippage"), "slippage: rounded", ...near("delivered"), "delivered: rounded"],
  ...["of an order", "of the options"].flatMap((place) => [
    ...near(`own minimum ${place}`),
    `own minimum ${place}: more digits`,
  ]),
  ...[...near("maxGasFee"), "maxGasFee: no gas stated", ...near("maxLossPercent")],
  ...["5", "10 %", "500", "3 %"].flatMap((rule) => near(`loss of ${rule}`)),
  ...[...near("loss of an order"), ...near("costs"), ...near("margin"), ...near("latest expiry")],
  ...["expiry: unreadable", "expiry: in seconds", "receiver: missing", "receiver: a stranger"],
  ...["chain: another one", "token: another one", "wallet: another one", "id: another one"],
  ...["minimum: none", "worth: below the price", "worth: above the price", "recorded form"],
  ...["fees", "estimatedGasFees", "estimatedCollectedFee"].map(
    (name) => `costs: ${name} of another form`,
  ),
];
