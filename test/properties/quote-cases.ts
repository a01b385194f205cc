import { deductedGas, stateCosts, tokenOf } from "./costs-cases.js";
import type { Limits } from "./quote-judge.js";
import type { Random } from "./random.js";
import { highest, Rational, toRational, writeDecimal } from "./rational.js";
import { hash, now, otherReceiver, respell, type Terms, wallet } from "./terms-cases.js";

/** A sample that can still be changed. */
export interface Draft {
  kind: "swap" | "transfer";
  terms: Terms;
  response: Record<string, unknown>;
  request: Record<string, unknown>;
  limits: Limits;
}

/** A hash of an order, which is signed as typed data of the wallet. */
const orderData = {
  domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: wallet },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message: hash },
};

/** A quote that has no problem but those of its costs. */
function draftSwap(random: Random, terms: Terms): Draft {
  const { pick, chance } = random;
  const { input, output, asked, gas } = terms;
  const costs = stateCosts(random, terms);
  const { isOrder, isOlder, slippage } = terms;
  const kept = toRational(100).minus(toRational(isOrder ? 0 : (slippage ?? 0.5)));

  const isAdded = gas.place === "input" && gas.method === "ADD_TO_AMOUNT";
  const added = isAdded && chance(0.5) ? toRational(costs.gas) : Rational.zero;
  const stated = asked.plus(added);
  const left = highest(stated.minus(deductedGas(terms, costs)), Rational.zero);
  const worthIn = input.price.times(terms.hasWorthOfAll ? stated : left);
  const spread = toRational(terms.spread);
  const worthOut = left.times(input.price).percent(toRational(100).minus(spread));
  const amountOut = highest(
    worthOut.over(output.price),
    new Rational(1n, 10n ** BigInt(output.decimals)),
  );
  const outText = writeDecimal(amountOut, output.decimals, { keepsZeros: chance(0.2) });
  const minimum = writeDecimal(toRational(outText).percent(kept), output.decimals, { isUp: true });

  const response = {
    tokenIn: respell(random, input.address),
    tokenOut: respell(random, output.address),
    amountIn: writeDecimal(stated, input.decimals, { keepsZeros: chance(0.2) }),
    ...(isOlder ? pick({}, { amountOut: null }) : { amountOut: outText }),
    minAmountOut: minimum,
    chainIn: terms.chainIdIn,
    chainOut: terms.chainIdOut,
    estimatedExecutionTime: pick("2026-01-01T00:01:00.000Z", "later", null),
    amountInUSD: writeDecimal(worthIn, 40),
    amountOutUSD: writeDecimal(worthOut, 40),
    tokenInPrice: terms.shownPrice,
    swapProvider: pick("PROVIDER", "OTHER", undefined),
    expiresAt: now + 60_000,
    fees: costs.fees,
    estimatedGasFees: costs.estimatedGasFees,
    estimatedCollectedFee: costs.estimatedCollectedFee,
    typedData: isOrder ? orderData : null,
    userOperationHash: hash,
    quoteId: terms.isRecorded ? hash : pick(hash, null),
    walletAddress: respell(random, wallet),
    ...(!terms.isRecorded && { toAddress: respell(random, terms.toAddress) }),
    revertReason: pick(null, {}, undefined),
    authorization: pick(null, {}, undefined),
    metadata: pick(null, { note: "hello" }),
  };
  const request = {
    amountIn: writeDecimal(asked, input.decimals),
    chainIdIn: terms.chainIdIn,
    chainIdOut: terms.chainIdOut,
    gasFeePaymentMethod: gas.method,
    payGasFeeToken: tokenOf(terms, gas.place).address,
    tokenIn: input.address,
    tokenOut: output.address,
    walletAddress: wallet,
    toAddress: terms.toAddress,
    slippage,
    transactionFeePercent: terms.transactionFeePercent,
    ...(chance(0.5) && { routeProfile: "BEST_OUTPUT" }),
    ...(terms.extraFeePercent !== undefined && {
      extraFee: { percentage: terms.extraFeePercent, toAddress: otherReceiver },
    }),
    ...(isOrder && { minAmountOut: minimum }),
  };
  return { kind: "swap", terms, response, request, limits: { now } };
}

/** A transfer that has no problem but those of its costs. */
function draftTransfer(random: Random, terms: Terms): Draft {
  const { pick, chance } = random;
  const { input, asked, gas } = terms;
  const costs = stateCosts(random, terms);
  const isAdded = gas.place === "input" && gas.method === "ADD_TO_AMOUNT";
  const added = isAdded && chance(0.5) ? toRational(costs.gas) : Rational.zero;
  const stated = asked.plus(added);
  const named = asked.percent(toRational(terms.transactionFeePercent ?? 0));
  const received = highest(
    asked.minus(named).minus(deductedGas(terms, costs)),
    new Rational(1n, 10n ** BigInt(input.decimals)),
  );
  const write = (amount: Rational, options = {}) => writeDecimal(amount, input.decimals, options);
  const response = {
    walletAddress: wallet,
    toAddress: terms.toAddress,
    token: respell(random, input.address),
    amountToSend: write(stated, { keepsZeros: chance(0.2) }),
    amountToSendUSD: writeDecimal(stated.times(input.price), 40),
    amountToBeReceived: write(received),
    amountToBeReceivedUSD: writeDecimal(received.times(input.price), 40),
    chain: terms.chainIdIn,
    estimatedExecutionTime: pick("2026-01-01T00:01:00.000Z", "later", null),
    fees: costs.fees,
    estimatedGasFees: costs.estimatedGasFees,
    estimatedCollectedFee: costs.estimatedCollectedFee,
    expiresAt: now + 60_000,
    userOperationHash: hash,
    quoteId: terms.isRecorded ? hash : pick(hash, null),
    revertReason: pick(null, {}, undefined),
    authorization: pick(null, {}, undefined),
    metadata: pick(null, { note: "hello" }),
  };
  const request = {
    amount: write(asked),
    chainId: terms.chainIdIn,
    gasFeePaymentMethod: gas.method,
    payGasFeeToken: tokenOf(terms, gas.place).address,
    token: input.address,
    walletAddress: wallet,
    toAddress: terms.toAddress,
    transactionFeePercent: terms.transactionFeePercent,
  };
  return { kind: "transfer", terms, response, request, limits: { now } };
}

/** A response that has no problem but those of its costs, and its request. */
export const createDraft = (random: Random, terms: Terms): Draft =>
  terms.kind === "swap" ? draftSwap(random, terms) : draftTransfer(random, terms);
