import type { Sample } from "./agreement-subject.js";
import { type Fields, isSameAddress } from "./costs-judge.js";
import type { Random } from "./random.js";
import { readDecimal, toRational, writeDecimal } from "./rational.js";
import { isNative, nativeSpellings } from "./terms-cases.js";

/** Changes a sample without changing its money. Returns undefined if it does not apply. */
export type Relation = (sample: Sample, random: Random) => Sample | undefined;

const plainPattern = /^(\d+)(?:\.(\d+))?$/;

/** Moves the decimal point by one to the left, and keeps every digit. */
function takeTenth(value: unknown): unknown {
  const match = typeof value === "string" ? plainPattern.exec(value) : null;
  if (!match) return times(value, "0.1");
  const [, whole = "", fraction = ""] = match;
  return `${whole.slice(0, -1) || "0"}.${whole.slice(-1)}${fraction}`;
}

/** Ten times a price, with the same digits. */
function takeTenTimes(price: unknown): unknown {
  if (typeof price !== "string") return price;
  const match = plainPattern.exec(price);
  if (!match) return `${toRational(price).numerator}0`;
  const [, whole = "", fraction] = match;
  if (fraction === undefined) return `${whole}0`;
  return `${whole}${fraction[0]}${fraction.length > 1 ? "." : ""}${fraction.slice(1)}`;
}

const changeFields = (
  fields: Fields,
  names: readonly string[],
  change: (value: unknown) => unknown,
) =>
  ({
    ...fields,
    ...Object.fromEntries(
      names.filter((name) => name in fields).map((name) => [name, change(fields[name])]),
    ),
  }) as Fields;

/** Changes each fee, but no list or item of another form. */
const mapFees = ({ fees }: Fields, change: (fee: Fields) => unknown): unknown =>
  Array.isArray(fees)
    ? fees.map((fee) => (typeof fee === "object" && fee !== null ? change(fee) : fee))
    : fees;

/** Takes a tenth of all gas and fees that are stated in a token. */
function changeCosts(response: Fields, { payGasFeeToken }: Fields, token: unknown): Fields {
  const isToken = (other: unknown) => isSameAddress(other, token);
  const gas = response.estimatedGasFees as Fields | null | undefined;
  const sums = response.estimatedCollectedFee as Fields | null | undefined;
  const change = (fields: Fields, ...names: readonly string[]) =>
    typeof fields === "object" && !Array.isArray(fields)
      ? changeFields(fields, names, takeTenth)
      : fields;
  return {
    ...response,
    estimatedGasFees:
      gas && isToken(gas.payGasFeeToken ?? payGasFeeToken)
        ? change(gas, "maxGasFeeToken", "gasFeeTokenAmount")
        : gas,
    estimatedCollectedFee:
      sums && isToken(sums.collectedFeeToken)
        ? change(sums, "collectedFee", "serviceCollectedFee")
        : sums,
    fees: mapFees(response, (fee) => (isToken(fee.token) ? change(fee, "amount") : fee)),
  };
}

function changeUnit(
  { kind, response, request, limits }: Sample,
  side: "input" | "output",
): Sample | undefined {
  const isInput = side === "input";
  const token = isInput ? (request.tokenIn ?? request.token) : request.tokenOut;
  // One address can be two tokens on two chains.
  const isBoth = request.tokenIn !== undefined && isSameAddress(request.tokenIn, request.tokenOut);
  if (token === undefined || isBoth) return undefined;
  const names = isInput
    ? ["amountIn", "amount", "amountToSend", "amountToBeReceived"]
    : ["amountOut", "minAmountOut"];
  const priced = isInput ? changeFields(response, ["tokenInPrice"], takeTenTimes) : response;
  const { minReceived, maxGasFee } = limits;
  const isGas = isSameAddress(request.payGasFeeToken, token);
  return {
    kind,
    response: changeFields(changeCosts(priced, request, token), names, takeTenth),
    request: changeFields(request, names, takeTenth),
    limits: {
      ...limits,
      ...(maxGasFee !== undefined && isGas && { maxGasFee: takeTenth(maxGasFee) as string }),
      ...(minReceived !== undefined &&
        !isInput && { minReceived: takeTenth(minReceived) as string }),
    },
  };
}

const listFees = ({ response: { fees } }: Sample): Fields[] =>
  Array.isArray(fees) ? [...fees] : [];

const withFees = (sample: Sample, fees: readonly Fields[]): Sample => ({
  ...sample,
  response: { ...sample.response, fees },
});

/** Replaces each text by another one. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replace)]),
  );
}

const times = (value: unknown, factor: string): unknown => {
  const number = readDecimal(typeof value === "number" ? String(value) : value);
  if (!number) return value;
  const product = writeDecimal(number.times(toRational(factor)), 80);
  return typeof value === "number" ? Number(product) : product;
};

/** Changes fields of a record, where there is one. */
const multiply = (fields: unknown, names: readonly string[], factor: string): unknown =>
  typeof fields === "object" && fields !== null && !Array.isArray(fields)
    ? changeFields(fields as Fields, names, (value) => times(value, factor))
    : fields;

const gasNames = ["maxGasFeeToken", "gasFeeTokenAmount", "gasFeeTokenAmountUSD"];
const receivedNames = ["amountOut", "minAmountOut", "amountOutUSD", "amountToBeReceived"];
const givenNames = ["amountIn", "amountInUSD", "amount", "amountToSend", "amountToSendUSD"];

/** A multiple of a market swap or a transfer, as one operation. */
export function multiplyAmounts(
  { kind, response, request, limits }: Sample,
  factor: string,
): Sample | undefined {
  if (request.minAmountOut !== undefined || !Array.isArray(response.fees ?? [])) return undefined;
  const names = [...givenNames, ...receivedNames];
  const { minReceived: _, maxGasFee, ...others } = limits;
  return {
    kind,
    response: {
      ...(multiply(response, names, factor) as Fields),
      fees: mapFees(response, (fee) => multiply(fee, ["amount"], factor)),
      estimatedGasFees: multiply(response.estimatedGasFees, gasNames, factor),
      estimatedCollectedFee: multiply(
        response.estimatedCollectedFee,
        ["collectedFee", "serviceCollectedFee"],
        factor,
      ),
    },
    request: multiply(request, names, factor) as Fields,
    limits: {
      ...others,
      ...(maxGasFee !== undefined && { maxGasFee: times(maxGasFee, factor) as string }),
    },
  };
}

const changeResponse = (sample: Sample, changes: Fields): Sample => ({
  ...sample,
  response: { ...sample.response, ...changes },
});

const changeLimits = (sample: Sample, name: keyof Sample["limits"], factor: string) => {
  const value = sample.limits[name];
  if (value === undefined) return undefined;
  return { ...sample, limits: { ...sample.limits, [name]: times(value, factor) } };
};

const addFee = (sample: Sample, fee: (request: Fields) => Fields) =>
  Array.isArray(sample.response.fees ?? [])
    ? withFees(sample, [...listFees(sample), fee(sample.request)])
    : undefined;
const isOrder = ({ request }: Sample) => request.minAmountOut !== undefined;
const askedOf = ({ amountIn, amount }: Fields) => times(amountIn ?? amount, "0.2");

/** Changes a sample for the worse. */
export const worse: Readonly<Record<string, Relation>> = {
  "half of what arrives": (sample) => ({
    ...sample,
    response: multiply(sample.response, receivedNames, "0.5") as Fields,
  }),
  "ten times the gas": (sample) =>
    changeResponse(sample, {
      estimatedGasFees: multiply(sample.response.estimatedGasFees, gasNames, "10"),
    }),
  "another fee in the input": (sample) =>
    addFee(sample, (request) => ({
      type: "SERVICE",
      token: request.tokenIn ?? request.token,
      amount: askedOf(request),
    })),
  "another fee in the output": (sample) =>
    sample.kind === "swap"
      ? addFee(sample, ({ tokenOut }) => ({ type: "BRIDGE", token: tokenOut, amount: "5" }))
      : undefined,
  // With a limit of the gas, the response must state it.
  "more gas in the list": (sample) =>
    sample.limits.maxGasFee === undefined
      ? addFee(sample, ({ payGasFeeToken: token }) => ({ type: "GAS", token, amount: "5" }))
      : undefined,
  // Of an order, only the costs are a loss: they are less of a higher worth.
  "a higher price of the input": (sample) =>
    isOrder(sample)
      ? undefined
      : changeResponse(sample, { tokenInPrice: times(sample.response.tokenInPrice, "3") }),
  // What a transfer delivers has the same worth.
  "a higher worth of the input": (sample) =>
    isOrder(sample) || sample.kind === "transfer"
      ? undefined
      : changeResponse(sample, { amountInUSD: times(sample.response.amountInUSD, "3") }),
  "no statement of the gas": (sample) =>
    sample.limits.maxGasFee === undefined
      ? undefined
      : changeResponse(sample, { fees: null, estimatedGasFees: null }),
  "a lower maxLossPercent": (sample) => changeLimits(sample, "maxLossPercent", "0.5"),
  "a maxLossPercent of 0": (sample) => ({
    ...sample,
    limits: { ...sample.limits, maxLossPercent: 0 },
  }),
  "a lower maxGasFee": (sample) => changeLimits(sample, "maxGasFee", "0.5"),
  "a higher minReceived": (sample) => changeLimits(sample, "minReceived", "2"),
};

const addressPattern = /^0x[0-9a-f]{40}$/i;

export const relations: Readonly<Record<string, Relation>> = {
  "another unit of the input": (sample) => changeUnit(sample, "input"),
  "another unit of the output": (sample) => changeUnit(sample, "output"),
  "fees in another order": (sample) => {
    const fees = listFees(sample);
    return fees.length > 1 ? withFees(sample, fees.reverse()) : undefined;
  },
  "a fee in two parts": (sample, random) => {
    const fees = listFees(sample);
    const i = random.integer(0, Math.max(fees.length - 1, 0));
    const fee = fees[i];
    const amount = readDecimal(fee?.amount);
    if (!fee || !amount?.isPositive()) return undefined;
    const part = writeDecimal(amount.percent(toRational(random.pick(1, 50))), 60);
    const rest = writeDecimal(amount.minus(toRational(part)), 60);
    fees.splice(i, 1, { ...fee, amount: part }, { ...fee, amount: rest });
    return withFees(sample, fees);
  },
  "a fee of zero": (sample, random) => {
    const { payGasFeeToken, tokenIn, token, tokenOut } = sample.request;
    const others = [payGasFeeToken, tokenIn ?? token, tokenOut ?? token, `0x${"12".repeat(20)}`];
    const fee = {
      type: "SERVICE",
      token: random.pick(...others),
      amount: random.pick("0", "0.00"),
    };
    return addFee(sample, () => fee);
  },
  "other spellings of addresses": ({ response, ...same }, random) => ({
    ...same,
    response: replaceTexts(response, (text) => {
      if (!addressPattern.test(text)) return text;
      if (isNative(text)) return random.pick(...nativeSpellings);
      return `0x${text.slice(2).toUpperCase()}`;
    }) as Fields,
  }),
  "other tokens": ({ kind, response, request, limits }) => {
    const replace = (text: string) =>
      text.replace(/^0x([a-d])\1{3}0{30,}/i, (_, letter) => `0x${letter}${"7".repeat(34)}`);
    return {
      kind,
      response: replaceTexts(response, replace) as Fields,
      request: replaceTexts(request, replace) as Fields,
      limits,
    };
  },
};
