import { hashAuthorization } from "viem/utils";
import { describe, expect, test, vi } from "vitest";
import type { SigningProblem, SigningProblemCode, SwapQuote } from "../../src/index.js";
import { ConfigurationError, UnsafeToSignError } from "../../src/index.js";
import {
  cancelLimitOrder,
  checkQuote,
  problemGuide,
  type SigningDescription,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  replaceAt,
  stranger,
  treasury,
} from "./quote/test-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];

type Change = (quote: SwapQuote) => object;
type Kind = "market" | "order";

/** One quote for each code that `accept` lifts, with only that problem. */
const reviewCases: readonly [
  code: SigningProblemCode,
  kind: Kind,
  change: Change,
  expect?: object,
][] = [
  ["receiver_missing", "market", () => ({ toAddress: null }), { toAddress: stranger }],
  ["amount_out_missing", "market", () => ({ amountOut: null })],
  ["amount_in_lower", "market", () => ({ amountIn: "90" })],
  ["slippage", "market", () => ({ minAmountOut: "0.038" })],
  ["fee", "market", (quote) => replaceAt(quote, ["fees", 1, "amount"], "9")],
  ["fee_token", "market", () => ({ estimatedGasFees: { payGasFeeToken: treasury } })],
  ["quote_id", "market", () => ({ quoteId: hash })],
  ["price_loss", "market", () => ({ amountOutUSD: "50" })],
  ["price_unknown", "market", () => ({ amountOutUSD: "a lot" })],
  ["wrapper_name", "order", (quote) => replaceAt(quote, ["typedData", "domain", "name"], "New")],
  ["expiry_later", "order", (quote) => ({ expiresAt: Number(quote.expiresAt) + 1e9 })],
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

test("every review code has a case", () => {
  // The cases of a simulation are in simulation/sign-simulated.test.ts.
  const simulated: readonly SigningProblemCode[] = [
    ...(["not_simulated", "call_data_missing", "simulated_revert", "simulated_gas"] as const),
  ];
  const codes = allCodes.filter(
    (code) => problemGuide[code].severity === "review" && !simulated.includes(code),
  );
  expect(reviewCases.map(([code]) => code).sort()).toEqual(codes.sort());
});

describe("a fatal problem is never lifted:", () => {
  const delegation = () => {
    const parts = { chainId: 137, address: stranger as `0x${string}`, nonce: 0 };
    return { ...parts, hash: hashAuthorization(parts) };
  };
  const fatalCases: readonly [SigningProblemCode, Change, object?, object?][] = [
    ["chain", () => ({ chainOut: 1 })],
    ["token", () => ({ tokenOut: stranger })],
    ["wallet", () => ({ walletAddress: stranger })],
    ["receiver", () => ({ toAddress: stranger })],
    ["amount_in", () => ({ amountIn: "100.01" })],
    ["amount_out", () => ({ amountOut: "much" })],
    ["minimum_out", () => ({ minAmountOut: "0" })],
    ["fee_unreadable", () => ({ fees: "none" })],
    ["hash", () => ({ userOperationHash: hash, quoteId: hash })],
    ["reverted", () => ({ revertReason: { decoded: "no", raw: "", utf8: "" } })],
    ["nothing_to_sign", () => ({ userOperationHash: null })],
    ["not_asked", () => ({ rwaApproveUserOperation: { userOperationHash: hash } })],
    ["expired", () => ({ expiresAt: 1_700_000_000_000 })],
    ["expiry", () => ({ expiresAt: "soon" })],
    ["delegate", () => ({ authorization: delegation() })],
    ["typed_data", (quote) => replaceAt(quote, ["typedData", "domain", "name"], "Permit2")],
    ["not_supported", () => ({ chainIn: 0 }), { chainIdIn: 0 }],
    ["request", () => ({}), { slippage: 100 }],
    ["owner", () => ({}), {}, { owner: undefined }],
    ["wrong_type", () => ({}), {}, { margin: {} }],
    ["missing_field", (quote) => replaceAt(quote, ["typedData", "message", "nonce"], undefined)],
    ["unknown_field", (quote) => replaceAt(quote, ["typedData", "message", "more"], "1")],
    ["out_of_range", (quote) => replaceAt(quote, ["typedData", "message", "nonce"], -1)],
  ];

  test.each(fatalCases)("%s", async (code, change, request = {}, more = {}) => {
    const { quote, options } = await createReviewCase("market", change, request);
    const confirm = vi.fn(() => true);
    const { signer, countCalls } = createCountingSigner();
    const lenient = { ...options, ...more, accept: allCodes, confirm } as never;
    const error = await getRejection(signQuote(quote, signer, lenient));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    const problem = expect.objectContaining({ code, severity: "fatal" });
    expect(error.problems).toEqual(expect.arrayContaining([problem]));
    expect([countCalls(), confirm.mock.calls.length]).toEqual([0, 0]);
  });
});

/** Every function that has the option, with valid data and the given options. */
function listSignFunctions(more: object): [subject: string, sign: () => Promise<unknown>][] {
  const options = { owner, walletAddress: owner, chainId: 137, ...more } as never;
  const own = more as never;
  const swap = { prepareCancellation: vi.fn(), cancelLimitOrder: vi.fn() };
  const operation = { userOperationHash: hash } as never;
  return [
    ["signQuote", () => signQuote({} as never, account, own)],
    ["signOperation", () => signOperation(operation, account, options)],
    ["signUserOperation", () => signUserOperation(hash, account, own)],
    ["signTypedData", () => signTypedData(createMailTypedData(), account, own)],
    ["signAuthorization", () => signAuthorization({} as never, account, own)],
    ["signCancellation", () => signCancellation({} as never, account, options)],
    ["cancelLimitOrder", () => cancelLimitOrder({ swap }, "1", account, options)],
  ];
}

const contains = (text: string) => expect.stringContaining(text);

describe("accept and confirm are options of every sign function:", () => {
  const lenient = { accept: allCodes, confirm: () => true };
  const typedData = (name: string) => ({
    domain: { name, version: "1", chainId: 137, verifyingContract: owner },
    types: { Kernel: [{ name: "hash", type: "bytes32" }] },
    primaryType: "Kernel",
    message: { hash },
  });
  const prepare = (name: string, chainId = 137) =>
    ({
      signData: [
        {
          type: "LIMIT_ORDER",
          typedData: { ...typedData(name), domain: { ...typedData(name).domain, chainId } },
        },
      ],
    }) as never;
  const lending = (name: string) =>
    ({
      signData: [
        { type: "USER_OPERATION", hash },
        { type: "LIMIT_ORDER", typedData: typedData(name) },
      ],
    }) as never;
  const options = { owner, walletAddress: owner, chainId: 137 } as const;

  test("signOperation asks about an order with an unknown name", async () => {
    expect(await signOperation(lending("Kernel"), account, options)).toBeDefined();
    const error = await getRejection(signOperation(lending("New"), account, options));
    expect(error).toMatchObject({ problems: [{ code: "wrapper_name", severity: "review" }] });
    const confirm = vi.fn((_problems, { text }: SigningDescription) => text.includes(hash));
    const signed = await signOperation(lending("New"), account, { ...options, confirm });
    expect(signed?.typedDataSignature).toMatch(/^0x/);
    expect(confirm).toHaveBeenCalledTimes(1);
    const declined = { ...options, confirm: () => false };
    expect(await getRejection(signOperation(lending("New"), account, declined))).toMatchObject({
      rejected: true,
    });
  });

  test("signCancellation and cancelLimitOrder ask about an order with an unknown name", async () => {
    const swap = {
      prepareCancellation: async () => prepare("New"),
      cancelLimitOrder: vi.fn(async () => ({ success: true })),
    };
    for (const more of [{}, { accept: ["fee"] as const }, { confirm: () => false }]) {
      const given = { ...options, ...more };
      for (const signed of [
        signCancellation(prepare("New"), account, given),
        cancelLimitOrder({ swap }, "1", account, given),
      ])
        expect(await getRejection(signed)).toMatchObject({ problems: [{ code: "wrapper_name" }] });
    }
    expect(swap.cancelLimitOrder).not.toHaveBeenCalled();
    for (const more of [{ accept: ["wrapper_name"] as const }, { confirm: async () => true }]) {
      const given = { ...options, ...more };
      const { signature, digests } = await signCancellation(prepare("New"), account, given);
      expect([signature, digests?.digest]).toEqual([
        expect.stringMatching(/^0x/),
        expect.stringMatching(/^0x/),
      ]);
      await cancelLimitOrder({ swap }, "1", account, given);
      expect(swap.cancelLimitOrder).toHaveBeenLastCalledWith("1", { signature }, {});
    }
    const otherChain = signCancellation(prepare("New", 1), account, { ...options, ...lenient });
    expect(await getRejection(otherChain)).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ code: "chain" })]),
    });
  });

  test("functions with only fatal problems take them without effect", async () => {
    const mail = createMailTypedData();
    const delegation = { chainId: 137, address: stranger as `0x${string}`, nonce: 0, hash };
    expect(await signUserOperation(hash, account, lenient)).toBe(
      await signUserOperation(hash, account),
    );
    expect(await signTypedData(mail, account, lenient)).toBe(await signTypedData(mail, account));
    for (const signed of [
      signUserOperation("0x12", account, lenient),
      signTypedData(mail, account, { ...lenient, chainId: 5 }),
      signAuthorization(delegation, account, lenient),
      signOperation({ userOperationHash: "0x12" }, account, { ...options, ...lenient }),
    ])
      expect(await getRejection(signed)).toBeInstanceOf(UnsafeToSignError);
  });

  test.each(["yes", true, {}])("rejects %j as confirm", async (confirm) => {
    for (const signed of [
      signUserOperation(hash, account, { confirm } as never),
      signOperation({ userOperationHash: hash }, account, { ...options, confirm } as never),
      signTypedData(createMailTypedData(), account, { confirm } as never),
    ])
      expect(await getRejection(signed)).toMatchObject({
        problems: [{ code: "wrong_type", path: "confirm" }],
      });
  });

  test.each([
    ["price_los", "price_loss"],
    ["Price_Loss", "price_loss"],
    ["recieverMissing", "receiver_missing"],
    ["minimum_ou", "minimum_out"],
  ])("rejects the unknown code %s in accept, and suggests %s", async (misspelt, meant) => {
    for (const [subject, sign] of listSignFunctions({ accept: ["fee", misspelt] })) {
      const error = await getRejection(sign());
      expect(error, subject).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        message: `${subject}: accept: unknown code "${misspelt}"`,
        hint: `Did you mean ${meant}?`,
      });
    }
  });

  test("names every code that accept lifts if an unknown code is similar to none", async () => {
    const error = await getRejection(
      signUserOperation(hash, account, { accept: ["xyz"] } as never),
    );
    for (const [code] of reviewCases) expect(error).toHaveProperty("hint", contains(code));
    expect(error).toHaveProperty("hint", expect.not.stringContaining("minimum_out"));
  });

  test.each([
    ["fee", "a value of type string"],
    [new Set(["fee"]), "a Set"],
    [new Map([["fee", true]]), "a Map"],
    [{ 0: "fee", length: 1 }, "an object"],
    [true, "a value of type boolean"],
    [() => ["fee"], "a value of type function"],
    [[1], "a list with a value of type number"],
    [[null], "a list with null"],
    [[["fee"]], "a list with an object"],
    [Object.assign(["fee"], { length: 2 }), "a list with nothing"],
  ])("rejects %j as accept and says what it received: %s", async (accept, received) => {
    for (const [subject, sign] of listSignFunctions({ accept })) {
      const error = await getRejection(sign());
      expect(error, subject).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        message: `${subject}: accept: expected an array of codes, got ${received}.`,
      });
    }
  });

  test("accepts an array of another realm, and reads each code once", async () => {
    const reads = vi.fn();
    const codes = new Proxy(["fee", "fee"], {
      get(target, name) {
        if (name === "0") reads();
        return name === "0" && reads.mock.calls.length > 1 ? "typo" : Reflect.get(target, name);
      },
    });
    expect(await signUserOperation(hash, account, { accept: codes } as never)).toMatch(/^0x/);
    expect(reads).toHaveBeenCalledTimes(1);
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
