import { describe, expect, test } from "vitest";
import {
  ConfigurationError,
  type SigningProblem,
  type SwapQuote,
  UnsafeToSignError,
} from "../../../src/index.js";
import { checkQuote, describeQuote, problemGuide, signQuote } from "../../../src/signing/index.js";
import {
  createCountingSigner,
  createOperationData,
  otherToken,
  stranger,
  tokenIn,
} from "../market-quotes.js";
import {
  createOptions,
  createPricedQuote,
  estimateGas,
  listFees,
  order,
  orderRequest,
} from "./priced-quotes.js";

type Options = ReturnType<typeof createOptions>;

const listFatal = (problems: readonly SigningProblem[]) =>
  problems.filter(({ severity }) => severity === "fatal");
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** Without the names of fields, which a response can add to its typed data. */
const shownPath = ({ code, path }: SigningProblem) =>
  code === "malformed" ? path.replace(/\.(message|domain|types)\b.*/, ".$1") : path;
const describeProblem = (problem: SigningProblem) => {
  const { meaning } = problemGuide[problem.code];
  return problem.severity === "review"
    ? meaning
    : `Do not sign this: ${lowerFirst(meaning.slice(0, -1))} (${shownPath(problem)}).`;
};

async function getError(attempt: Promise<unknown>): Promise<UnsafeToSignError | undefined> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error !== undefined) expect(error).toBeInstanceOf(UnsafeToSignError);
  return error as UnsafeToSignError | undefined;
}

/** Asserts that all functions find the problems of `checkQuote`, and returns their codes. */
async function expectSameJudgement(quote: SwapQuote, options: Options): Promise<string[]> {
  const problems = checkQuote(quote, options);
  const { signer, countCalls } = createCountingSigner();

  const described = describeQuote(quote, options).problems;
  expect(described).toEqual([...new Set(problems.map(describeProblem))]);

  const rejected = await getError(signQuote(quote, signer, options));
  expect(rejected?.problems ?? []).toEqual(problems);
  expect(countCalls()).toBe(problems.length > 0 ? 0 : 1);

  const fatal = listFatal(problems);
  const accept = problems.map(({ code }) => code);
  const signed = await getError(signQuote(quote, signer, { ...options, accept }));
  expect(signed?.problems ?? []).toEqual(fatal.length > 0 ? problems : []);
  return problems.map(({ code }) => code);
}

describe("checkQuote, describeQuote and signQuote find the same problems in", () => {
  test.each<[string, string[], object, object?]>([
    ["an honest quote", [], {}],
    ["one that needs a review", ["quote_id"], { quoteId: otherToken }],
    [
      "one that needs several reviews",
      ["expiry_later", "receiver_missing", "slippage", "price_unknown"],
      { expiresAt: 4e12, toAddress: null, minAmountOut: "50", amountOutUSD: null },
      { expect: { toAddress: stranger } },
    ],
    ["one that costs too much", ["price_loss"], { amountOutUSD: "50" }],
    [
      "one that costs more than maxLossPercent",
      ["price_loss"],
      { amountOutUSD: "97" },
      { maxLossPercent: 1 },
    ],
    [
      "one with a cost of an unknown worth",
      ["price_unknown"],
      listFees({ token: otherToken, amount: "1" }),
    ],
    ["one that is fatal", ["chain"], { chainOut: 1 }],
    [
      "one that is fatal and needs a review",
      ["quote_id", "token", "amount_in", "price_loss"],
      { quoteId: stranger, tokenOut: tokenIn, amountIn: "101", amountOutUSD: "1" },
    ],
    ["one that has expired", ["expired"], { expiresAt: 1e12 }],
    ["one below minReceived", ["below_minimum"], {}, { minReceived: "99.5" }],
    ["one above maxGasFee", ["gas_above_maximum"], estimateGas("2"), { maxGasFee: "1" }],
    ["one with other data", ["unknown_data"], createOperationData()],
    ["one for a wrong request", ["request"], {}, { expect: { slippage: 100 } }],
    [
      "a limit order that is fatal",
      ["typed_data"],
      { ...order, typedData: null },
      { expect: orderRequest },
    ],
    [
      "a quote that is a list",
      ["malformed"],
      { typedData: { primaryType: "PackedUserOperation", types: [], domain: {}, message: {} } },
    ],
  ])("%s", async (_what, codes, changes, options = {}) => {
    const found = await expectSameJudgement(createPricedQuote(changes), createOptions(options));
    expect(found).toEqual(expect.arrayContaining(codes));
    expect(found.length > 0).toBe(codes.length > 0);
  });
});

test("limits that cannot be read are fatal, and describeQuote throws an error", async () => {
  const limits = { minReceived: "much", maxGasFee: 1 as never };
  const options = createOptions(limits);
  const quote = createPricedQuote();
  const problems = checkQuote(quote, options);
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ["request", "minReceived"],
    ["request", "maxGasFee"],
  ]);
  const { signer } = createCountingSigner();
  expect((await getError(signQuote(quote, signer, options)))?.problems).toEqual(problems);
  expect(() => describeQuote(quote, options)).toThrow(ConfigurationError);
});

test("no function changes the quote or the options", async () => {
  const quote = createPricedQuote(listFees({ amount: "1" }));
  const options = createOptions({ maxLossPercent: 1 });
  const copies = structuredClone([quote, options]);
  await expectSameJudgement(quote, options);
  expect([quote, options]).toEqual(copies);
});
