import { decimals } from "./boundaries.js";
import type { Random } from "./random.js";
import { highest, Rational, toRational, writeDecimal } from "./rational.js";

export const now = Date.UTC(2026, 0, 1);
export const wallet = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
export const stranger = "0xbad0000000000000000000000000000000000001";
export const otherReceiver = "0x5555555555555555555555555555555555555555";
export const hash = `0x${"5a".repeat(32)}`;
const zeroAddress = `0x${"0".repeat(40)}`;
export const nativeSpellings = [`0x${"e".repeat(40)}`, `0x${"E".repeat(40)}`, zeroAddress] as const;
/** The native coin of Polygon is a contract, too. */
const nativeOnPolygon = [...nativeSpellings, `0x${"0".repeat(36)}1010`] as const;
export const isNative = (token: string) => nativeOnPolygon.some((spelling) => spelling === token);
/** Letters in both cases, none of which is a checksum. */
const tokens = {
  input: "0xaaaa0000000000000000000000000000000000a1",
  output: "0xbbbb0000000000000000000000000000000000b2",
  third: "0xcccc0000000000000000000000000000000000c3",
  unknown: "0xdddd0000000000000000000000000000000000d4",
};
export const unknownToken = tokens.unknown;

const manyDecimals = "0.18137724640752345931872509960159362";
/** How a price is stated, and the price itself. */
const prices: readonly (readonly [shown: string | undefined, price: string])[] = [
  ["1", "1"],
  ["10", "10"],
  ["0.1", "0.1"],
  ["2e3", "2000"],
  ["1.00", "1"],
  ["0.18184", "0.18184"],
  [manyDecimals, manyDecimals],
  [undefined, "1.37"],
];
/** Around the worths at which the usual loss changes its rule, in US dollars. */
const worths = [
  ...["3", "20", "49", "50", "51", "300", "4999", "5001", "9000", "16666", "17000", "2e5"],
];

const gasForms = [
  ...["none", "maximum", "estimate", "both", "both", "equal", "listed"],
  ...["listed and estimated", "percentage", "another token"],
] as const;
const feeForms = [
  ...["listed", "listed", "sums", "service", "both", "more listed", "more in sums"],
  ...["percentage", "percentage in sums"],
] as const;

export interface TokenTerms {
  address: string;
  decimals: number;
  /** US dollars of one token. */
  price: Rational;
}

export interface GasTerms {
  place: "input" | "output" | "third";
  method: "ADD_TO_AMOUNT" | "DEDUCT_FROM_AMOUNT";
  percent: number;
  form: (typeof gasForms)[number];
}

export interface FeeTerms {
  place: "input" | "output" | "third" | "unknown";
  percent: number;
  form: (typeof feeForms)[number];
}

/** What a limit needs, so that a sample can reach it. */
export interface Wishes {
  kind?: "swap" | "transfer";
  isOrder?: boolean;
  /** In US dollars. */
  worths?: readonly string[];
  hasLowGas?: boolean;
  gas?: Partial<GasTerms>;
  feePlaces?: readonly FeeTerms["place"][];
  /** The form of the recorded swap and transfer. */
  isRecorded?: boolean;
}

/** What is common to a swap and a transfer. */
export interface Terms {
  kind: "swap" | "transfer";
  isOrder: boolean;
  input: TokenTerms;
  output: TokenTerms;
  third: TokenTerms;
  shownPrice: string | undefined;
  asked: Rational;
  chainIdIn: number;
  chainIdOut: number;
  toAddress: string;
  gas: GasTerms;
  fees: readonly FeeTerms[];
  transactionFeePercent: number | null | undefined;
  extraFeePercent: number | undefined;
  /** Of a swap: what its route costs, in percent of the amount. */
  spread: number;
  slippage: number | null | undefined;
  /** Whether the stated worth is that of the whole amount, and not less the deducted gas. */
  hasWorthOfAll: boolean;
  /** Whether the expected amount is not stated. */
  isOlder: boolean;
  /** The form of the recorded swap, which states no receiver, or of the recorded transfer. */
  isRecorded: boolean;
}

/** An amount of this worth, of at least one unit. */
function toAmount(worth: Rational, { price, decimals: places }: TokenTerms): Rational {
  const unit = new Rational(1n, 10n ** BigInt(places));
  return highest(toRational(writeDecimal(worth.over(price), places)), unit);
}

const chooseNative = (random: Random, address: string, spellings: readonly string[]) =>
  random.chance(0.2) ? random.pick(...spellings) : address;

function createTokens(random: Random, isSameChain: boolean) {
  const [shownPrice, price] = random.pick(...prices);
  const input: TokenTerms = {
    address: chooseNative(random, tokens.input, nativeOnPolygon),
    decimals: random.pick(...decimals),
    price: toRational(price),
  };
  const isEqual = random.chance(0.2);
  const output: TokenTerms = {
    // Two spellings of one coin are no swap.
    address:
      isSameChain && isNative(input.address)
        ? tokens.output
        : chooseNative(random, tokens.output, nativeSpellings),
    decimals: random.pick(...decimals),
    price: isEqual ? input.price : toRational(random.pick("1", "0.02", "2512.34")),
  };
  const third = { address: tokens.third, decimals: 18, price: toRational("1.75") };
  return { input, output, third, shownPrice, isEqual };
}

const gasPercents = [0, 0.3, 0.3, 4, 11, 50, 90, 100, 600] as const;

function createGas(random: Random, { hasLowGas, gas }: Wishes): GasTerms {
  return {
    place: random.pick("input", "input", "output", "third"),
    method: random.pick("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"),
    percent: hasLowGas ? random.pick(0, 0.3, 4) : random.pick(...gasPercents),
    form: random.pick(...gasForms),
    ...gas,
  };
}

function createFees(random: Random, { feePlaces }: Wishes): readonly FeeTerms[] {
  const count = random.pick(0, 0, 1, 1, 2, 3);
  const places = feePlaces ?? (["input", "input", "output", "third"] as const);
  return Array.from({ length: count }, () => ({
    place: random.pick(...places),
    percent: random.pick(0, 0.2, 0.2, 1, 3, 9),
    form: random.pick(...feeForms),
  }));
}

/** Chooses the terms of a sample, and adds the branches that they take. */
export function createTerms(random: Random, branches: Set<string>, wishes: Wishes): Terms {
  const kind = wishes.kind ?? (random.chance(0.7) ? "swap" : "transfer");
  const isSameChain = kind === "transfer" || random.chance(0.7);
  const { input, output, third, shownPrice, isEqual } = createTokens(random, isSameChain);
  const asked = toAmount(toRational(random.pick(...(wishes.worths ?? worths))), input);
  const isOwn = random.chance(0.5);
  const terms: Terms = {
    kind,
    isOrder: kind === "swap" && (wishes.isOrder ?? random.chance(0.25)),
    input,
    output: kind === "transfer" ? input : output,
    third,
    shownPrice,
    asked,
    chainIdIn: 137,
    chainIdOut: isSameChain ? 137 : 8453,
    toAddress: isOwn ? wallet : otherReceiver,
    gas: createGas(random, wishes),
    fees: createFees(random, wishes),
    transactionFeePercent: random.pick(undefined, undefined, null, 0, 0.3, 1, 20),
    extraFeePercent: kind === "swap" ? random.pick(undefined, undefined, 0.5, 15) : undefined,
    spread: random.pick(0.2, 0.2, 2, 9, 12),
    slippage: random.pick(undefined, null, 0.5, 1, 5, 50),
    hasWorthOfAll: random.chance(0.3),
    isOlder: kind === "swap" && random.chance(0.15),
    isRecorded: false,
    ...(wishes.isRecorded && recordedTerms(random, kind, input)),
  };
  addBranches(terms, branches);
  if (isEqual) branches.add("prices: equal");
  return terms;
}

/** What is the same in the recorded swap and transfer. */
function recordedTerms(random: Random, kind: Terms["kind"], input: TokenTerms): Partial<Terms> {
  const token = { ...input, price: toRational("0.18184"), decimals: random.pick(6, 18) };
  const isSwap = kind === "swap";
  return {
    isOrder: false,
    input: token,
    ...(!isSwap && { output: token }),
    shownPrice: "0.18184",
    // Two decimals, as recorded.
    asked: new Rational(BigInt(random.integer(1, 10 ** random.integer(2, 7))), 20n),
    chainIdOut: isSwap ? 8453 : 137,
    toAddress: otherReceiver,
    gas: {
      place: "input",
      method: "DEDUCT_FROM_AMOUNT",
      percent: random.pick(0.0915, 0.129, 4),
      form: "equal",
    },
    fees: [{ place: "input", percent: isSwap ? 0.2 : 0, form: "service" }],
    transactionFeePercent: null,
    extraFeePercent: undefined,
    spread: random.pick(0.2, 16.7),
    slippage: 5,
    hasWorthOfAll: false,
    isOlder: isSwap,
    isRecorded: true,
  };
}

function addBranches(terms: Terms, branches: Set<string>): void {
  const { kind, input, output, gas, fees, shownPrice, chainIdIn, chainIdOut, toAddress } = terms;
  const isInside = gas.place === "input" && gas.method === "DEDUCT_FROM_AMOUNT";
  const isAdded = gas.place === "input" && gas.method === "ADD_TO_AMOUNT";
  const kindName = terms.isOrder ? "limit order" : kind === "swap" ? "market swap" : kind;
  branches.add(`kind: ${kindName}`);
  branches.add(isInside ? "gas: deducted" : isAdded ? "gas: added" : "gas: outside");
  branches.add(`gas in: ${gas.place}`);
  branches.add(`gas form: ${gas.form}`);
  if (gas.form !== "none") branches.add(`gas: ${gas.percent} %${isInside ? " deducted" : ""}`);
  branches.add(`price: ${shownPrice === manyDecimals ? "many decimals" : shownPrice}`);
  branches.add(`decimals in: ${input.decimals}`);
  if (kind === "swap") {
    branches.add(`decimals out: ${output.decimals}`);
    branches.add(chainIdIn === chainIdOut ? "chains: same" : "chains: cross");
    if (isNative(output.address)) branches.add(`native out: ${spell(output.address)}`);
    if (terms.extraFeePercent) branches.add("request: extraFee");
  }
  if (terms.isOlder) branches.add("expected amount: missing");
  if (isNative(input.address)) branches.add(`native in: ${spell(input.address)}`);
  if (terms.transactionFeePercent) branches.add("request: transactionFeePercent");
  branches.add(toAddress === wallet ? "receiver: the wallet" : "receiver: another one");
  for (const { place, form } of fees) branches.add(`fee in ${place}: ${form}`);
  if (fees.length > 1) branches.add("fees: several");
}

/** The branches that random terms must reach. */
export const termBranches = [
  ...["market swap", "limit order", "transfer"].map((kind) => `kind: ${kind}`),
  ...gasForms.map((form) => `gas form: ${form}`),
  ...gasPercents.filter((percent) => percent > 0).map((percent) => `gas: ${percent} % deducted`),
  ...["input", "output", "third"].map((place) => `gas in: ${place}`),
  ...["deducted", "added", "outside"].map((how) => `gas: ${how}`),
  ...prices.map(([shown]) => `price: ${shown === manyDecimals ? "many decimals" : shown}`),
  ...decimals.flatMap((places) => [`decimals in: ${places}`, `decimals out: ${places}`]),
  ...feeForms.flatMap((form) => [`fee in input: ${form}`, `fee in output: ${form}`]),
  ...["chains: same", "chains: cross", "prices: equal", "expected amount: missing"],
  ...["request: extraFee", "request: transactionFeePercent", "fees: several", "recorded form"],
];

/** Another spelling of the same address: of a native coin, or in upper case. */
export function respell(random: Random, address: string): string {
  if (isNative(address)) return random.pick(...nativeSpellings);
  return random.chance(0.3) ? `0x${address.slice(2).toUpperCase()}` : address;
}

const spell = (address: string) => {
  if (address === nativeSpellings[0]) return "lower case";
  if (address === nativeSpellings[1]) return "upper case";
  return address === zeroAddress ? "zero" : "contract";
};
