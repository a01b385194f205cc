import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { checkSample, compareSample, createSample, type Sample } from "./agreement-subject.js";
import { type Fields, isSameAddress } from "./costs-judge.js";
import { createRandom } from "./random.js";
import { Rational, readDecimal } from "./rational.js";

const recordings = [
  ["swap", "32-post-crypto-swap-200", ["receiver_missing"]],
  ["transfer", "33-post-crypto-transfer-200", []],
] as const;

function readRecording(kind: Sample["kind"], name: string): Sample {
  const url = new URL(`../recorded/exchanges/${name}.json`, import.meta.url);
  const { request, at, response } = JSON.parse(readFileSync(url, "utf8"));
  return {
    kind,
    response: response.quotes?.[0] ?? response.transfer,
    request,
    limits: { now: at },
  };
}

const read = (value: unknown) => readDecimal(value) ?? Rational.zero;
const isEqual = (a: unknown, b: Rational) => read(a).compare(b) === 0;
const isMissing = (value: unknown) => value === null || value === undefined;

/** What holds between the values of a sample, at any scale. */
function describeForm({ kind, response, request }: Sample): string[] {
  const costs = Object(response.estimatedGasFees) as Fields;
  const sums = Object(response.estimatedCollectedFee) as Fields;
  const amount = response.amountIn ?? response.amountToSend;
  const gas = costs.gasFeeTokenAmount;
  const left = read(amount).minus(read(gas));
  const isInput = (token: unknown) => isSameAddress(token, request.tokenIn ?? request.token);
  const leftWorth = read(response.amountToSendUSD).minus(read(costs.gasFeeTokenAmountUSD));
  const forms = {
    "pays gas in the token that leaves": isInput(request.payGasFeeToken),
    "states gas in that token": isInput(costs.payGasFeeToken) && String(gas).includes("."),
    "states the worth of the gas": read(costs.gasFeeTokenAmountUSD).isPositive(),
    "states gas in the native coin, too": !isMissing(costs.maxGasFeeNative),
    "states one amount as the estimate and the maximum": gas === costs.maxGasFeeToken,
    "deducts the gas": request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT",
    "repeats the requested amount": amount === (request.amountIn ?? request.amount),
    "lists no fees": isMissing(response.fees),
    "collects nothing for the project":
      sums.collectedFee === "0" && sums.collectedFeePercent === "0",
    "states the fee of the service with its percentage":
      isInput(sums.collectedFeeToken) &&
      isEqual(
        sums.serviceCollectedFee,
        read(amount).percent(read(sums.serviceCollectedFeePercent)),
      ),
    "requests no fee": isMissing(request.transactionFeePercent),
    "names the hash as its id": response.quoteId === response.userOperationHash,
    "pays another account": !isSameAddress(request.toAddress, request.walletAddress),
    "expires at a number": typeof response.expiresAt === "number",
    ...(kind === "swap"
      ? {
          "states no expected amount": isMissing(response.amountOut),
          "states no receiver": isMissing(response.toAddress),
          "arrives on another chain": response.chainIn !== response.chainOut,
          "states a price with a fraction": String(response.tokenInPrice).includes("."),
          "states the worth of the amount less the gas": isEqual(
            response.amountInUSD,
            left.times(read(response.tokenInPrice)),
          ),
          "allows a slippage of 5 %": request.slippage === 5,
        }
      : {
          "delivers the amount less the gas": isEqual(response.amountToBeReceived, left),
          "delivers the worth less that of the gas": isEqual(
            response.amountToBeReceivedUSD,
            leftWorth,
          ),
        }),
  };
  return Object.entries(forms).flatMap(([name, holds]) => (holds ? name : []));
}

function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, field]) => listPaths(field, [...path, name]));
}

const random = createRandom(chooseSeed());
const all = Array.from({ length: 2_000 }, () => createSample(random).sample);

describe.each(recordings)("the recorded %s", (kind, name, codes) => {
  const recorded = readRecording(kind, name);
  const samples = all.filter((sample) => sample.kind === kind);

  test("has at most one problem, which needs a review", async () => {
    const { differences, evaluation } = await compareSample(recorded);
    expect(differences).toEqual([]);
    expect([...evaluation.codes]).toEqual(codes);
    expect(checkSample(recorded).every(({ severity }) => severity === "review")).toBe(true);
  });

  test("has a form that random samples have, at other scales", () => {
    const form = describeForm(recorded);
    expect(form.length).toBe(kind === "swap" ? 20 : 16);
    const found = samples.filter((sample) => {
      const own = describeForm(sample);
      return form.every((each) => own.includes(each));
    });
    const amounts = found.map(({ request }) => request.amountIn ?? request.amount);
    expect(new Set(amounts).size).toBeGreaterThan(2);
  });

  test("has no field that is the same in all random samples", () => {
    const getAt = (sample: object, path: readonly string[]) =>
      path.reduce<unknown>((at, name) => Object(at)[name], sample);
    const { response, request } = recorded;
    const same = listPaths({ response, request }).filter(
      (path) => new Set(samples.map((each) => JSON.stringify(getAt(each, path)))).size < 2,
    );
    expect(same).toEqual([]);
  });
});
