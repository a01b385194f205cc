import {
  type Asked,
  type Costs,
  type Fields,
  isInput,
  isOutput,
  isOutputHere,
  isSameAddress,
  normaliseAddress,
  readCosts,
  readNamedPercent,
} from "./costs-judge.js";
import {
  highest,
  lowest,
  Rational,
  readDecimal,
  readWorth,
  sum,
  toRational,
  writeDecimal,
} from "./rational.js";
import { isAtLeast, isAtMost, reachesOwnMinimum } from "./tolerance-judge.js";

/** The limits of a caller. `sdk.ts` has their names in the SDK. */
export interface Limits {
  now: number;
  margin?: number;
  minReceived?: string;
  maxGasFee?: string;
  maxLossPercent?: number;
}

/** One line of a statement: chain, token, amount and reason or account. */
export type Line = string;

export interface Evaluation {
  codes: ReadonlySet<string>;
  leaves: readonly Line[];
  arrives: readonly Line[];
  /** As shown: rounded up to cents, and to hundredths of a percent. */
  loss: { usd: string; percent: string } | undefined;
  /** Of all costs in US dollars, rounded up to cents. Undefined if one is not known. */
  totalCost: string | undefined;
  /** The amounts at which a verdict changes, for the generators. */
  limits: {
    /** What a response may take, without a tolerance. */
    mostIn: Rational;
    gas: Rational;
    /** Fees in the input token. */
    feesIn: Rational;
    /** The fees that the request names, in the input token. */
    named: Rational;
    /** What must arrive in US dollars, without a tolerance. */
    leastWorth: Rational | undefined;
    given: Rational | undefined;
    received: Rational | undefined;
  };
}

const hour = 3_600_000;
const fiveDollars = toRational(5);
const fiveHundredDollars = toRational(500);

/** A market swap may lose 10 % and 5 US dollars, and 3 % and 500, or what the caller allows. */
function allowLoss(given: Rational, { maxLossPercent }: Limits): Rational {
  if (maxLossPercent !== undefined) return given.percent(toRational(maxLossPercent));
  return lowest(
    highest(given.percent(toRational(10)), fiveDollars),
    highest(given.percent(toRational(3)), fiveHundredDollars),
  );
}

interface Worths {
  /** Of one unit of the input. */
  priceIn: Rational | undefined;
  /** Of one unit of the output. */
  priceOut: Rational | undefined;
  /** What arrives, in US dollars. */
  received: Rational | undefined;
  /** The same as a description shows it. */
  shown: Rational | undefined;
  /** Of the fees that the request names, in percent. An order has none. */
  namedPercent: Rational;
}

interface Sides {
  /** Undefined if a price is missing. */
  outside: Rational | undefined;
  isAnyOutside: boolean;
  total: Rational | undefined;
}

/** The worth of gas and fees that leave in addition to the amount, and of all of them. */
function priceCosts(asked: Asked, costs: Costs, { priceIn, priceOut }: Worths): Sides {
  const { gasPrice, gasToken, gas, fees, unknownFees } = costs;
  const toWorth = (token: string, amount: Rational): Rational | undefined => {
    const prices = [
      isInput(asked, token) && priceIn,
      isOutputHere(asked, token) && priceOut,
      isSameAddress(token, gasPrice?.token) && gasPrice?.price,
    ];
    if (!amount.isPositive()) return Rational.zero;
    return prices.find((price) => price instanceof Rational)?.times(amount);
  };
  const add = (parts: readonly (Rational | undefined)[]) => {
    const known = parts.filter((part) => part !== undefined);
    return known.length === parts.length ? sum(known) : undefined;
  };
  const isInside = isInput(asked, gasToken) && asked.isDeducted;
  const gasWorth = toWorth(gasToken, gas);
  const feeWorths = fees.map(({ token, amount }) => toWorth(token, amount));
  const isOutside = (token: unknown) => !isInput(asked, token);
  const outside = [
    // What is given is the amount: deducted gas beyond it is lost, too.
    isInside ? toWorth(asked.tokenIn, gas.minus(asked.amount)) : gasWorth,
    ...feeWorths.filter((_, i) => isOutside(fees[i]?.token)),
    ...unknownFees.filter(isOutside).map(() => undefined),
  ];
  return {
    outside: add(outside),
    isAnyOutside: outside.some((worth) => worth === undefined || worth.isPositive()),
    total: add([gasWorth, ...feeWorths, ...unknownFees.map(() => undefined)]),
  };
}

function judgeExpiry(
  expiresAt: unknown,
  { now, margin = 5_000 }: Limits,
  lasts: number | undefined,
  codes: Set<string>,
): void {
  const isText = typeof expiresAt === "string";
  const digits = isText && /^\d+$/.test(expiresAt) ? Number(expiresAt) : undefined;
  const number = typeof expiresAt === "number" ? expiresAt : digits;
  // Fewer than twelve digits are seconds.
  const parsed = number === undefined ? Date.parse(isText ? expiresAt : "") : number;
  const at = number !== undefined && number < 1e11 ? number * 1_000 : parsed;
  if (Number.isNaN(at)) codes.add("expiry");
  else if (at - margin <= now) codes.add("expired");
  else if (lasts !== undefined && at > now + lasts) codes.add("expiry_later");
}

function judgeGas({ maxGasFee }: Limits, costs: Costs, codes: Set<string>): void {
  if (maxGasFee === undefined) return;
  if (!costs.isGasKnown || costs.gas.isAbove(toRational(maxGasFee))) codes.add("gas_above_maximum");
}

/** Chain, wallet, receiver and id. */
function judgeParties(response: Fields, request: Fields, codes: Set<string>): void {
  if (!isSameAddress(response.walletAddress, request.walletAddress)) codes.add("wallet");
  const id = response.quoteId;
  if (id !== undefined && id !== null && !isSameAddress(id, response.userOperationHash))
    codes.add("quote_id");
}

interface Judged {
  asked: Asked;
  costs: Costs;
  /** The stated amount in, as a text. */
  statedIn: unknown;
  requestedIn: string;
}

/** Adds the problems of the amount in and of the costs in its token, and returns what leaves. */
function judgeInput({ asked, costs, statedIn, requestedIn }: Judged, codes: Set<string>) {
  const isGasInput = isInput(asked, costs.gasToken);
  const added = isGasInput && !asked.isDeducted ? costs.gas : Rational.zero;
  const mostIn = asked.amount.plus(added);
  const stated = readDecimal(statedIn);
  if (!stated || !isAtMost(stated, mostIn, String(statedIn), requestedIn)) codes.add("amount_in");
  const isGasInside = isGasInput && asked.isDeducted;
  const inside = isGasInside ? costs.gas : Rational.zero;
  // Deducted gas above the amount leaves, too.
  const leaving = highest(asked.amount, inside);
  const amount = highest(asked.amount, stated?.minus(added) ?? Rational.zero, inside);

  const feesIn = sum(
    costs.fees.filter(({ token }) => isInput(asked, token)).map((fee) => fee.amount),
  );
  const named = leaving.percent(asked.namedPercent);
  const unnamed = highest(feesIn.minus(named), Rational.zero);
  const gasIn = isGasInput ? costs.gas : Rational.zero;
  if (unnamed.plus(gasIn).isAbove(asked.amount.percent(toRational(10)))) codes.add("high_costs");
  return { mostIn, amount, leaving, feesIn, named, stated, isGasInside, inside };
}

function stateLeaves(asked: Asked, costs: Costs, amount: Rational): readonly Line[] {
  const line = (chainId: number, token: string, value: Rational, why: string) =>
    `${chainId} ${normaliseAddress(token)} ${writeDecimal(value, 255)} ${why}`;
  const fees = costs.fees
    .filter(({ token }) => token.startsWith("0x") && !isInput(asked, token))
    .map((fee) => {
      const chainId = isOutput(asked, fee.token) ? asked.chainIdOut : asked.chainIdIn;
      return line(chainId, fee.token, fee.amount, "fee");
    });
  const isInside = asked.isDeducted && isInput(asked, costs.gasToken);
  const gas =
    costs.gas.isPositive() && !isInside
      ? [line(asked.chainIdIn, costs.gasToken, costs.gas, "gas")]
      : [];
  return [line(asked.chainIdIn, asked.tokenIn, amount, "amount"), ...fees, ...gas].sort();
}

const stateArrival = (chainId: number, token: unknown, account: unknown, least: Rational): Line =>
  `${chainId} ${normaliseAddress(token)} ${normaliseAddress(account)} ${writeDecimal(least, 255)}`;

/** Adds the problems of the loss. */
function judgeLoss(
  asked: Asked,
  costs: Costs,
  { priceIn, namedPercent, ...worths }: Worths,
  limits: Limits,
  amount: Rational,
  codes: Set<string>,
) {
  const given = priceIn?.times(amount);
  const sides = priceCosts(asked, costs, { priceIn, namedPercent, ...worths });
  if (costs.isUnread || (sides.isAnyOutside && !sides.outside)) codes.add("price_unknown");
  const { received, shown } = worths;
  if (!given || !sides.outside) return { given, leastWorth: undefined, loss: undefined, sides };
  const gross = given.plus(sides.outside);
  const due = gross.minus(given.percent(namedPercent));
  const leastWorth = due.minus(allowLoss(given, limits));
  if (!received) return { given, leastWorth, loss: undefined, sides };
  if (received.isBelow(leastWorth)) codes.add("price_loss");
  // The shown loss contains the fees that the request names, and the price of an order.
  const lost = shown && gross.minus(shown);
  const loss = lost?.isPositive()
    ? {
        usd: writeCents(lost),
        percent: writeDecimal(lost.times(Rational.hundred).over(gross), 2, { isUp: true }),
      }
    : undefined;
  return { given, leastWorth, loss, sides };
}

/** In US dollars, rounded up to cents. A longer number is not shown. */
const writeCents = (worth: Rational) => {
  const text = writeDecimal(worth, 2, { isUp: true });
  return (text.split(".")[0] as string).length > 24 ? "more than 10^24" : text;
};

const writeTotal = ({ isUnread }: Costs, { total }: Sides) =>
  total && !isUnread ? writeCents(total) : undefined;

/** Judges a swap quote by the words of the contract and of the promise. */
export function evaluateQuote(quote: Fields, request: Fields, limits: Limits): Evaluation {
  const codes = new Set<string>();
  const isOrder = typeof request.minAmountOut === "string";
  const asked: Asked = {
    amount: toRational(request.amountIn as string),
    chainIdIn: request.chainIdIn as number,
    chainIdOut: request.chainIdOut as number,
    tokenIn: request.tokenIn as string,
    tokenOut: request.tokenOut as string,
    payGasFeeToken: request.payGasFeeToken as string,
    isDeducted: request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT",
    namedPercent: readNamedPercent(request),
  };
  if (quote.chainIn !== asked.chainIdIn || quote.chainOut !== asked.chainIdOut) codes.add("chain");
  for (const name of ["tokenIn", "tokenOut"] as const)
    if (!isSameAddress(quote[name], asked[name])) codes.add("token");
  judgeParties(quote, request, codes);
  if (quote.toAddress === undefined || quote.toAddress === null) {
    if (!isSameAddress(request.toAddress, request.walletAddress)) codes.add("receiver_missing");
  } else if (!isSameAddress(quote.toAddress, request.toAddress)) codes.add("receiver");
  const expiration = request.expiration as number | undefined;
  const lasts = !isOrder ? hour : expiration && expiration * 1_000 + 120_000;
  judgeExpiry(quote.expiresAt, limits, lasts, codes);

  const costs = readCosts(quote, asked);
  judgeGas(limits, costs, codes);
  const input = judgeInput(
    { asked, costs, statedIn: quote.amountIn, requestedIn: request.amountIn as string },
    codes,
  );

  const minimum = readWorth(quote.minAmountOut);
  if (!minimum) codes.add("minimum_out");
  for (const own of [limits.minReceived, isOrder ? request.minAmountOut : undefined])
    if (minimum && own !== undefined && !reachesOwnMinimum(quote.minAmountOut, own as string))
      codes.add("below_minimum");

  const slippage = toRational((request.slippage as number | null | undefined) ?? "0.5");
  const kept = Rational.hundred.minus(slippage);
  const expected = quote.amountOut ?? undefined;
  const amountOut = readWorth(expected);
  if (!isOrder && expected !== undefined && !amountOut) codes.add("price_unknown");
  if (!isOrder && amountOut && minimum) {
    const texts = { minimum: String(quote.minAmountOut), expected: String(expected) };
    if (!isAtLeast(minimum, amountOut, kept, texts)) codes.add("slippage");
  }

  const worthIn = readWorth(quote.amountInUSD);
  // What is left of the requested amount, or the stated amount if it is less already.
  const stated = input.stated ?? asked.amount;
  const left = input.isGasInside ? lowest(stated, asked.amount.minus(input.inside)) : stated;
  const prices = [worthIn && left.isPositive() ? worthIn.over(left) : undefined];
  prices.push(readWorth(quote.tokenInPrice));
  const known = prices.filter((price) => price !== undefined);
  const priceIn = known.length > 0 ? highest(...known) : undefined;
  const worthOut = readWorth(quote.amountOutUSD);
  const received = isOrder
    ? priceIn?.times(asked.amount)
    : expected === undefined
      ? worthOut?.percent(kept)
      : worthOut;
  const out = isOrder ? toRational(request.minAmountOut as string) : (amountOut ?? minimum);
  const priceOut = received && out?.isPositive() ? received.over(out) : undefined;
  const namedPercent = isOrder ? Rational.zero : asked.namedPercent;
  const worths = {
    priceIn,
    priceOut,
    received,
    namedPercent,
    shown: isOrder ? worthOut : received,
  };
  const judged = judgeLoss(asked, costs, worths, limits, asked.amount, codes);
  if (!(worthIn && priceIn) && (!isOrder || judged.sides.isAnyOutside)) codes.add("price_unknown");
  if (!isOrder && !worthOut) codes.add("price_unknown");

  const least = minimum ?? Rational.zero;
  const arrival = stateArrival(asked.chainIdOut, asked.tokenOut, request.toAddress, least);
  return { codes, arrives: [arrival], ...toSharedResults({ asked, costs, input, judged, worths }) };
}

/** Judges a transfer: a swap of a token for itself, of which the amount arrives less its fees. */
export function evaluateTransfer(transfer: Fields, request: Fields, limits: Limits): Evaluation {
  const codes = new Set<string>();
  const asked: Asked = {
    amount: toRational(request.amount as string),
    chainIdIn: request.chainId as number,
    chainIdOut: request.chainId as number,
    tokenIn: request.token as string,
    tokenOut: request.token as string,
    payGasFeeToken: request.payGasFeeToken as string,
    isDeducted: request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT",
    namedPercent: readNamedPercent(request),
  };
  if (transfer.chain !== asked.chainIdIn) codes.add("chain");
  if (!isSameAddress(transfer.token, asked.tokenIn)) codes.add("token");
  if (!isSameAddress(transfer.toAddress, request.toAddress)) codes.add("receiver");
  judgeParties(transfer, request, codes);
  judgeExpiry(transfer.expiresAt, limits, hour, codes);

  const costs = readCosts(transfer, asked);
  judgeGas(limits, costs, codes);
  const input = judgeInput(
    { asked, costs, statedIn: transfer.amountToSend, requestedIn: request.amount as string },
    codes,
  );
  // A loss of nothing cannot be judged.
  if (!input.stated?.isPositive()) codes.add("amount_in");

  const received = readWorth(transfer.amountToBeReceived);
  const fees = highest(input.feesIn, asked.amount.percent(asked.namedPercent));
  const due = asked.amount.minus(fees).minus(input.inside);
  const texts = { minimum: String(transfer.amountToBeReceived) };
  if (!received || !isAtLeast(received, due, Rational.hundred, texts)) codes.add("minimum_out");

  const worthIn = readWorth(transfer.amountToSendUSD);
  const priceIn = worthIn && input.stated?.isPositive() ? worthIn.over(input.stated) : undefined;
  if (!priceIn) codes.add("price_unknown");
  const worths = {
    priceIn,
    priceOut: priceIn,
    received: received && priceIn?.times(received),
    shown: undefined,
    namedPercent: asked.namedPercent,
  };
  const judged = judgeLoss(asked, costs, worths, limits, asked.amount, codes);
  const arrived = received ?? Rational.zero;
  const arrival = stateArrival(asked.chainIdOut, asked.tokenOut, request.toAddress, arrived);
  return { codes, arrives: [arrival], ...toSharedResults({ asked, costs, input, judged, worths }) };
}

interface Evaluated {
  asked: Asked;
  costs: Costs;
  input: ReturnType<typeof judgeInput>;
  judged: ReturnType<typeof judgeLoss>;
  worths: Pick<Worths, "received">;
}

/** The parts of an evaluation that swaps and transfers share. */
function toSharedResults({ asked, costs, input, judged, worths }: Evaluated) {
  const { mostIn, feesIn, named } = input;
  const { leastWorth, given } = judged;
  return {
    leaves: stateLeaves(asked, costs, input.amount),
    loss: judged.loss,
    totalCost: writeTotal(costs, judged.sides),
    limits: { mostIn, gas: costs.gas, feesIn, named, leastWorth, given, received: worths.received },
  };
}
