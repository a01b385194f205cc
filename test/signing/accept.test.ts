import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import type { MalformedDetail } from "../../src/errors/signing.js";
import type { SigningProblem, SigningProblemCode, SwapQuote } from "../../src/index.js";
import { UnsafeToSignError } from "../../src/index.js";
import { createSigningPolicy } from "../../src/policy/index.js";
import {
  checkQuote,
  problemGuide,
  type SigningDescription,
  signQuote,
} from "../../src/signing/index.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  replaceAt,
  stranger,
  treasury,
} from "./quote/test-quotes.js";
import { getRejection, hash } from "./test-signers.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];

type Change = (quote: SwapQuote) => object;
type Kind = "market" | "order";

/** Typed data that a market quote may carry. */
const note = {
  domain: { name: "Notes", version: "1", chainId: 137, verifyingContract: stranger },
  types: {
    Note: [
      { name: "nonce", type: "uint256" },
      { name: "id", type: "bytes32" },
    ],
  },
  primaryType: "Note",
  message: { nonce: "1", id: hash },
};

/** One quote for each code that `accept` lifts, with only that problem. */
const reviewCases: readonly [
  code: SigningProblemCode,
  kind: Kind,
  change: Change,
  expect?: object,
][] = [
  ["receiver_missing", "market", () => ({ toAddress: null }), { toAddress: stranger }],
  ["slippage", "market", () => ({ minAmountOut: "0.038" })],
  ["quote_id", "market", () => ({ quoteId: hash })],
  ["price_loss", "market", () => ({ amountOutUSD: "50" })],
  [
    "high_costs",
    "market",
    (quote) => ({ fees: [{ type: "A", token: quote.tokenIn, amount: "40" }] }),
  ],
  ["price_unknown", "market", () => ({ amountOutUSD: "a lot" })],
  ["wrapper_name", "order", (quote) => replaceAt(quote, ["typedData", "domain", "name"], "New")],
  ["unknown_data", "market", () => ({ typedData: note })],
  ["expiry_later", "order", (quote) => ({ expiresAt: Number(quote.expiresAt) + 1e9 })],
  ["expiry_later", "market", (quote) => ({ expiresAt: Number(quote.expiresAt) + 1e9 })],
];

async function createReviewCase(kind: Kind, change: Change, request: object = {}) {
  const created = await (kind === "order"
    ? createLimitOrderQuote({ expiration: 60 })
    : createMarketQuote());
  const options = { ...created.options, expect: { ...created.options.expect, ...request } };
  const quote = { ...created.quote, ...change(created.quote) } as SwapQuote;
  return { quote, options: options as typeof created.options };
}

describe.each(reviewCases)("a quote with the problem %s", (code, kind, change, request) => {
  test("has only that problem, with the severity review", async () => {
    const { quote, options } = await createReviewCase(kind, change, request);
    const problems = checkQuote(quote, options);
    expect([...new Set(problems.map((problem) => problem.code))]).toEqual([code]);
    for (const { severity } of problems) expect(severity).toBe("review");
    expect(problemGuide[code].severity).toBe("review");
  });

  test("is rejected without accept and confirm, and the hint names the code", async () => {
    const { quote, options } = await createReviewCase(kind, change, request);
    const { signer, countCalls } = createCountingSigner();
    for (const accept of [undefined, null, [], allCodes.filter((each) => each !== code)]) {
      const error = await getRejection(signQuote(quote, signer, { ...options, accept } as never));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error).toMatchObject({
        rejected: false,
        problems: checkQuote(quote, options),
        hint: expect.stringContaining(`accept: ["${code}"]`),
      });
    }
    expect(countCalls()).toBe(0);
  });

  test("is signed if accept lists the code, without a question", async () => {
    const { quote, options } = await createReviewCase(kind, change, request);
    const confirm = vi.fn(() => false);
    const { signer } = createCountingSigner();
    const signed = await signQuote(quote, signer, { ...options, accept: [code], confirm });
    expect(signed.userOperationHash).toBe(quote.userOperationHash);
    expect(confirm).not.toHaveBeenCalled();
  });

  test("is signed if the user confirms what is described in plain words", async () => {
    const { quote, options } = await createReviewCase(kind, change, request);
    const { signer } = createCountingSigner();
    let shown: [readonly SigningProblem[], SigningDescription] | undefined;
    await signQuote(quote, signer, {
      ...options,
      confirm: async (problems, description) => {
        shown = [problems, description];
        return true;
      },
    });
    const [problems, description] = shown ?? [];
    expect(problems).toEqual(checkQuote(quote, options));
    expect(description?.text).toMatch(/^Problem: [A-Z].+\.$/m);
    expect(description?.text).toContain(quote.userOperationHash);
    expect(description?.digests.userOperationHash).toBe(quote.userOperationHash);
  });

  test.each([false, undefined, null, 1, "true", {}, []])(
    "is rejected if confirm returns %j",
    async (response) => {
      const { quote, options } = await createReviewCase(kind, change, request);
      const { signer, countCalls } = createCountingSigner();
      const confirm = async () => response as boolean;
      const error = await getRejection(signQuote(quote, signer, { ...options, confirm }));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error).toMatchObject({ rejected: true, problems: checkQuote(quote, options) });
      expect(countCalls()).toBe(0);
    },
  );

  test("is rejected if confirm throws, with the cause", async () => {
    const { quote, options } = await createReviewCase(kind, change, request);
    const { signer, countCalls } = createCountingSigner();
    const confirm = () => {
      throw new RangeError("the dialog failed");
    };
    const error = await getRejection(signQuote(quote, signer, { ...options, confirm }));
    expect(error).toMatchObject({
      name: "UnsafeToSignError",
      rejected: false,
      cause: { name: "RangeError", message: "the dialog failed" },
    });
    expect(countCalls()).toBe(0);
  });
});

const isOfQuotes = (code: SigningProblemCode) =>
  problemGuide[code].sentence !== "Bitcoin" &&
  problemGuide[code].sentence !== "Settled" &&
  code !== "worse_quote"; // of runSwap
const listCodes = (severity: "fatal" | "review") =>
  allCodes.filter((code) => isOfQuotes(code) && problemGuide[code].severity === severity);

test("every review code has a case", () => {
  const codes = new Set(reviewCases.map(([code]) => code));
  expect([...codes].sort()).toEqual(listCodes("review").sort());
});

describe("a fatal problem is never lifted:", () => {
  const malformed = (detail: MalformedDetail) => ({ code: "malformed", detail }) as const;
  const noteWith = (changes: object) => () => ({
    typedData: { ...note, message: { ...note.message, ...changes } },
  });
  const delegation = () => {
    const parts = { chainId: 137, address: stranger as `0x${string}`, nonce: 0 };
    return { ...parts, hash: hashAuthorization(parts) };
  };
  const policy = createSigningPolicy({ chains: [], receivers: [], limits: [] });
  const fatalCases: readonly [Partial<SigningProblem>, Change, object?, object?][] = [
    [{ code: "chain" }, () => ({ chainOut: 1 })],
    [{ code: "token" }, () => ({ tokenOut: stranger })],
    [{ code: "wallet" }, () => ({ walletAddress: stranger })],
    [{ code: "receiver" }, () => ({ toAddress: stranger })],
    [{ code: "amount_in" }, () => ({ amountIn: "100.2" })],
    [{ code: "amount_in" }, () => ({ amountIn: "much" })],
    [{ code: "minimum_out" }, () => ({ minAmountOut: "0" })],
    [{ code: "below_minimum" }, () => ({}), {}, { minReceived: "1" }],
    [{ code: "gas_above_maximum" }, () => ({}), {}, { maxGasFee: "0.001" }],
    [{ code: "policy" }, () => ({}), {}, { policy }],
    [{ code: "hash" }, () => ({ userOperationHash: "0x12", quoteId: null })],
    [{ code: "reverted" }, () => ({ revertReason: { decoded: "no", raw: "", utf8: "" } })],
    [
      { code: "insufficient_balance" },
      () => ({ revertReason: { decoded: "ERC-20 insufficient balance", raw: "", utf8: "" } }),
    ],
    [{ code: "nothing_to_sign" }, () => ({ userOperationHash: null })],
    [{ code: "not_asked" }, () => ({ rwaApproveUserOperation: { userOperationHash: hash } })],
    [{ code: "expired" }, () => ({ expiresAt: 1_700_000_000_000 })],
    [{ code: "expiry" }, () => ({ expiresAt: "soon" })],
    [{ code: "delegate" }, () => ({ authorization: delegation() })],
    [{ code: "typed_data" }, () => ({}), { minAmountOut: "0.03", slippage: undefined }],
    [{ code: "not_supported" }, () => ({ chainIn: 0 }), { chainIdIn: 0 }],
    [{ code: "request", path: "expect.slippage" }, () => ({}), { slippage: 100 }],
    [{ code: "request", path: "margin" }, () => ({}), {}, { margin: {} }],
    [{ code: "owner" }, () => ({}), {}, { owner: treasury }],
    [malformed("missing_field"), noteWith({ nonce: undefined })],
    [malformed("unknown_field"), noteWith({ more: "1" })],
    [malformed("out_of_range"), noteWith({ nonce: -1 })],
    [malformed("rounded_number"), noteWith({ nonce: 2 ** 60 })],
    [malformed("wrong_type"), noteWith({ nonce: "one" })],
    [malformed("wrong_length"), noteWith({ id: "0x12" })],
  ];

  test.each(fatalCases)("%j", async (problem, change, request = {}, more = {}) => {
    const { quote, options } = await createReviewCase("market", change, request);
    const confirm = vi.fn(() => true);
    const { signer, countCalls } = createCountingSigner();
    const lenient = { ...options, ...more, accept: allCodes, confirm } as never;
    const error = await getRejection(signQuote(quote, signer, lenient));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    const found = expect.objectContaining({ ...problem, severity: "fatal" });
    expect(error.problems).toEqual(expect.arrayContaining([found]));
    expect([countCalls(), confirm.mock.calls.length]).toEqual([0, 0]);
  });

  test("every fatal code has a case", () => {
    const codes = new Set(fatalCases.map(([{ code }]) => code));
    expect([...codes].sort()).toEqual(listCodes("fatal").sort());
  });
});

test("asks only if the signer can sign, and only about problems that are not accepted", async () => {
  const { quote, options } = await createMarketQuote();
  const doubtful = { ...quote, quoteId: hash, amountOutUSD: "1" };
  const confirm = vi.fn(() => true);
  const stranger = createCountingSigner();
  const other = { ...(stranger.signer as object), address: treasury } as never;
  expect(await getRejection(signQuote(doubtful, other, { ...options, confirm }))).toMatchObject({
    problems: [{ code: "owner" }],
  });
  expect(confirm).not.toHaveBeenCalled();
  const { signer } = createCountingSigner();
  await signQuote(doubtful, signer, { ...options, confirm, accept: ["quote_id"] });
  expect(confirm.mock.calls).toEqual([
    [[expect.objectContaining({ code: "price_loss" })], expect.anything()],
  ]);
});
