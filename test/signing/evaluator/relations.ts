import type { Random } from "../quote/random-numbers.js";
import { isNative, nativeSpellings } from "./create-terms.js";
import { type Fields, isSameAddress } from "./evaluate-costs.js";
import { readDecimal, toRational, writeDecimal } from "./rational.js";
import type { Sample } from "./sdk.js";

/** Changes a sample without changing its money. Returns undefined if it does not apply. */
export type Relation = (sample: Sample, random: Random) => Sample | undefined;

const plainPattern = /^(\d+)(?:\.(\d+))?$/;

/** Moves the decimal point by one to the left, and keeps every digit. */
function takeTenth(value: unknown): unknown {
  const match = typeof value === "string" ? plainPattern.exec(value) : null;
  if (!match) return value;
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

/** Takes a tenth of all gas and fees that are stated in a token. */
function changeCosts(response: Fields, token: unknown): Fields {
  const isToken = (other: unknown) => isSameAddress(other, token);
  const gas = response.estimatedGasFees as Fields | null | undefined;
  const sums = response.estimatedCollectedFee as Fields | null | undefined;
  const fees = response.fees as readonly Fields[] | null | undefined;
  const change = (fields: Fields, ...names: readonly string[]) =>
    changeFields(fields, names, takeTenth);
  return {
    ...response,
    estimatedGasFees:
      gas && isToken(gas.payGasFeeToken) ? change(gas, "maxGasFeeToken", "gasFeeTokenAmount") : gas,
    estimatedCollectedFee:
      sums && isToken(sums.collectedFeeToken)
        ? change(sums, "collectedFee", "serviceCollectedFee")
        : sums,
    fees: fees?.map((fee) => (isToken(fee.token) ? change(fee, "amount") : fee)),
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
    response: changeFields(changeCosts(priced, token), names, takeTenth),
    request: changeFields(request, names, takeTenth),
    limits: {
      ...limits,
      ...(maxGasFee !== undefined && isGas && { maxGasFee: takeTenth(maxGasFee) as string }),
      ...(minReceived !== undefined &&
        !isInput && { minReceived: takeTenth(minReceived) as string }),
    },
  };
}

const listFees = ({ response }: Sample) => [...((response.fees ?? []) as readonly Fields[])];

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
    // With a limit of the gas, a fee of zero in the gas token states gas of zero.
    if (sample.limits.maxGasFee !== undefined && isSameAddress(fee.token, payGasFeeToken))
      return undefined;
    return withFees(sample, [...listFees(sample), fee]);
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
