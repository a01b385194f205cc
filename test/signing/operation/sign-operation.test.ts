import type { Hex } from "viem";
import { hashAuthorization } from "viem/utils";
import { describe, expect, expectTypeOf, test } from "vitest";
import { UnsafeToSignError } from "../../../src/index.js";
import {
  type CancelLimitOrderOptions,
  cancelLimitOrder,
  checkQuote,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
} from "../../../src/signing/index.js";
import { checkExpiry } from "../../../src/signing/operation/check-operation.js";
import { collectProblems } from "../../../src/signing/shared/problems.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createCountingSigner, createMarketQuote, stranger } from "../quote/test-quotes.js";

const hash = `0x${"12".repeat(32)}` as Hex;
const otherHash = `0x${"34".repeat(32)}` as Hex;
const delegate = "0x6666666666666666666666666666666666666666" as Hex;
const wallet = owner.address;
const baseOptions = { owner: owner.address, walletAddress: wallet, chainId: 137 };

function createAuthorization(changes: object = {}) {
  const parts = { chainId: 137, address: delegate, nonce: 0, ...changes };
  return { ...parts, hash: hashAuthorization(parts as never) };
}

const createWrappedOrder = (
  verifyingContract: string = wallet,
  chainId = 137,
  message: string = hash,
) => ({
  domain: { name: "LightAccount", version: "1", chainId, verifyingContract },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message },
});

/** Returns the rejection and asserts that the signer was not called. */
async function getUnsafeError(
  sign: (signer: never) => Promise<unknown>,
): Promise<UnsafeToSignError> {
  const { signer, countCalls } = createCountingSigner();
  const error = await sign(signer).then(
    (sign) => `signed: ${JSON.stringify(sign)}`,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(UnsafeToSignError);
  expect(countCalls()).toBe(0);
  return error;
}

const getCodes = ({ problems }: UnsafeToSignError) => problems.map(({ code }) => code);
const sign = (operation: object, options: object = baseOptions) =>
  signOperation(operation as never, owner, options as never);
const signRejected = (operation: object, options: object = baseOptions) =>
  getUnsafeError((signer) => signOperation(operation as never, signer, options as never));

describe("an authorization requires the caller's options:", () => {
  const delegateOptions = { ...baseOptions, delegates: [delegate] };
  const forms: [string, object][] = [
    [
      "an operation that names wallet and chain",
      {
        userOperationHash: hash,
        walletAddress: wallet,
        chain: 137,
        authorization: createAuthorization(),
      },
    ],
    [
      "a withdrawal",
      { withdrawalInstructions: { userOperationHash: hash, authorization: createAuthorization() } },
    ],
    [
      "a withdrawal that names wallet and chain",
      {
        withdrawalInstructions: {
          userOperationHash: hash,
          authorization: createAuthorization(),
          chainId: 137,
          walletAddress: wallet,
        },
      },
    ],
    [
      "a lending quote",
      {
        walletAddress: wallet,
        supply: { tokenIn: { chainId: 137 } },
        signData: [{ type: "USER_OPERATION", hash, authorization: createAuthorization() }],
      },
    ],
  ];

  test.each(forms)(
    "signs %s if the options name owner, wallet, chain and contract",
    async (_name, operation) => {
      expect(await sign(operation, delegateOptions)).toHaveProperty("authorization");
    },
  );

  test.each(forms)("rejects %s if one of these options is missing", async (_name, operation) => {
    expect(
      getCodes(await signRejected(operation, { ...delegateOptions, walletAddress: undefined })),
    ).toEqual(["wallet"]);
    expect(
      getCodes(await signRejected(operation, { ...delegateOptions, chainId: undefined })),
    ).toEqual(["chain"]);
    expect(
      getCodes(await signRejected(operation, { ...delegateOptions, owner: undefined })),
    ).toContain("owner");
    expect(getCodes(await signRejected(operation, baseOptions))).toEqual(["delegate"]);
  });

  test.each(forms)(
    "rejects %s for a wallet that is not the owner's account",
    async (_name, operation) => {
      expect(
        getCodes(
          await signRejected(
            { ...operation, walletAddress: undefined },
            { ...delegateOptions, walletAddress: stranger },
          ),
        ),
      ).toContain("wallet");
    },
  );

  test("names a contract that is not allowed and the option delegates", async () => {
    const operation = { userOperationHash: hash, authorization: createAuthorization() };
    const [listed] = (await signRejected(operation, { ...baseOptions, delegates: [stranger] }))
      .problems;
    expect(listed?.message).toContain(`a contract on your list, the option delegates: ${stranger}`);
    expect(listed?.received).toContain(delegate);
    for (const delegates of [undefined, null, delegate]) {
      const [unlisted] = (await signRejected(operation, { ...baseOptions, delegates })).problems;
      expect(unlisted?.message).toContain(
        `a contract on your list, the option delegates: none, got "${delegate}"`,
      );
    }
  });

  test("rejects a contract that delegates does not name, with every code accepted", async () => {
    const operation = { userOperationHash: hash, authorization: createAuthorization() };
    const lenient = { ...baseOptions, accept: ["delegate", "any_chain"], confirm: () => true };
    for (const delegates of [undefined, null, [], [stranger]])
      expect(getCodes(await signRejected(operation, { ...lenient, delegates }))).toEqual([
        "delegate",
      ]);
  });

  test("is never signed for every chain", async () => {
    const operation = {
      userOperationHash: hash,
      authorization: createAuthorization({ chainId: 0 }),
    };
    const options = { ...baseOptions, delegates: [delegate], accept: ["any_chain"] };
    expect(getCodes(await signRejected(operation, options))).toEqual(["any_chain"]);
    expect(getCodes(await signRejected(operation, { ...options, chainId: 0 }))).toEqual([
      "any_chain",
    ]);
  });

  test("applies the same rules in signAuthorization, signQuote and checkQuote", async () => {
    const bare = await getUnsafeError((signer) =>
      signAuthorization(createAuthorization(), signer, { chainId: 137 }),
    );
    expect(getCodes(bare)).toEqual(["delegate"]);
    expect(
      await signAuthorization(createAuthorization(), owner, {
        chainId: 137,
        delegates: [delegate],
      }),
    ).toMatch(/^0x/);
    const { quote, expect: request, options } = await createMarketQuote();
    const own = {
      ...quote,
      typedData: null,
      walletAddress: wallet,
      toAddress: wallet,
      authorization: createAuthorization(),
    };
    const expected = {
      ...options,
      expect: { ...request, walletAddress: wallet, toAddress: wallet },
    };
    expect(checkQuote(own, expected).map(({ code }) => code)).toEqual(["delegate"]);
    expect(getCodes(await getUnsafeError((signer) => signQuote(own, signer, expected)))).toEqual([
      "delegate",
    ]);
    expect(await signQuote(own, owner, { ...expected, delegates: [delegate] })).toHaveProperty(
      "authorization",
    );
    expect(
      checkQuote(own, { ...expected, delegates: [delegate], owner: undefined }).map(
        ({ code }) => code,
      ),
    ).toEqual(["owner"]);
  });
});

test("rejects a missing owner", async () => {
  const { quote, options } = await createMarketQuote();
  const withoutOwner = { ...options, owner: undefined as never };
  expect(
    getCodes(await getUnsafeError((signer) => signQuote(quote, signer, withoutOwner))),
  ).toEqual(["owner"]);
  expect(
    getCodes(await signRejected({ userOperationHash: hash }, { ...baseOptions, owner: null })),
  ).toEqual(["owner"]);
  expect(getCodes(await signRejected({ userOperationHash: hash }, null as never))).toEqual([
    "owner",
  ]);
});

describe("a withdrawal", () => {
  test("ignores fields that are not part of a withdrawal", async () => {
    const extraFields = {
      order: createWrappedOrder(stranger, 1),
      chainId: 1,
      typedData: createWrappedOrder(),
    };
    const signedOperation = await sign(
      { withdrawalInstructions: { userOperationHash: hash, ...extraFields } },
      baseOptions,
    );
    const fields = ["userOperationHash", "signature", "digests"];
    expect(Object.keys(signedOperation as object)).toEqual(fields);
  });

  test.each([
    ["an outer revert reason", { revertReason: { decoded: "no" } }, {}, "reverted"],
    [
      "an inner revert reason",
      { revertReason: {} },
      { revertReason: { decoded: "no" } },
      "reverted",
    ],
    ["another outer wallet", { walletAddress: stranger }, {}, "wallet"],
    ["another inner wallet", {}, { walletAddress: stranger }, "wallet"],
    ["an expiry in the past", { expiresAt: "2020-01-01T00:00:00Z" }, {}, "expired"],
  ])("is rejected with %s", async (_name, outer, inner, code) => {
    expect(
      getCodes(
        await signRejected({
          ...outer,
          withdrawalInstructions: { userOperationHash: hash, ...inner },
        }),
      ),
    ).toEqual([code]);
  });

  test("says what to do if it would fail on the chain", async () => {
    const instructions = { userOperationHash: hash, revertReason: { decoded: "no debt" } };
    const error = await signRejected({ withdrawalInstructions: instructions });
    expect(error.hint).toMatch(/fail on the chain.*revertReason/);
  });
});

describe("the chain of an operation", () => {
  test.each([
    [137],
    ["137"],
    [{ id: 137 }],
    [{ id: "137", name: "Polygon" }],
    [null],
    [{}],
    [{ id: null }],
  ])("accepts %j", async (chain) => {
    expect(await sign({ userOperationHash: hash, chain })).toHaveProperty("signature");
  });

  test.each([
    [1],
    ["1"],
    [[1]],
    [{ id: 1 }],
    [{ id: "1" }],
    ["polygon"],
    ["0x89"],
    [""],
    [137.5],
    [true],
  ])("rejects %j", async (chain) => {
    expect(getCodes(await signRejected({ userOperationHash: hash, chain }))).toEqual(["chain"]);
  });

  test("is checked in every part of a lending quote", async () => {
    const signData = [{ type: "USER_OPERATION", hash }];
    const token = (chainId: unknown) => ({ chainId });
    expect(
      await sign({
        signData,
        supply: { tokenIn: token(137), tokenOut: token("137") },
        borrow: { token: {} },
      }),
    ).toHaveProperty("signature");
    for (const other of [1, "1", "x"]) {
      for (const part of [
        { supply: { tokenIn: token(137), tokenOut: token(other) } },
        { supply: { tokenIn: token(other) } },
        { borrow: { token: token(other) } },
        { repay: { token: token(other) } },
        { withdraw: { tokenIn: token(other), tokenOut: token(137) } },
      ]) {
        expect(getCodes(await signRejected({ signData, ...part }))).toEqual(["chain"]);
      }
    }
    const mixed = { signData, supply: { tokenIn: token(1), tokenOut: token(10) } };
    expect(getCodes(await signRejected(mixed, { ...baseOptions, chainId: undefined }))).toEqual([
      "chain",
    ]);
  });
});

test("requires walletAddress and chainId to sign the order of a lending quote", async () => {
  const quote = {
    signData: [
      { type: "USER_OPERATION", hash },
      { type: "LIMIT_ORDER", typedData: createWrappedOrder() },
    ],
    walletAddress: wallet,
  };
  expect(await sign(quote)).toHaveProperty("typedDataSignature");
  expect(getCodes(await signRejected(quote, { ...baseOptions, walletAddress: undefined }))).toEqual(
    ["wallet"],
  );
  expect(getCodes(await signRejected(quote, { ...baseOptions, chainId: undefined }))).toEqual([
    "chain",
  ]);
});

test("signs the hash beside an empty signData, and rejects signData that is not a list", async () => {
  for (const signData of [null, undefined, [], {}]) {
    expect(await sign({ userOperationHash: hash, signData })).toMatchObject({
      userOperationHash: hash,
    });
    expect(await sign({ signData })).toBeUndefined();
  }
  for (const signData of ["x", { type: "USER_OPERATION", hash }])
    expect(getCodes(await signRejected({ signData }))).toEqual(["sign_data"]);
});

/** Defines a getter that returns the original value for a number of reads, then another. */
function changeAfterReads<T extends object>(
  value: T,
  field: keyof T,
  other: unknown,
  after: number,
): T {
  let reads = 0;
  const get = () => (++reads > after ? other : value[field]);
  return Object.defineProperty({ ...value }, field, { enumerable: true, get });
}

describe("a value that changes while it is read", () => {
  const readCounts = [...Array(15).keys()];

  test("is signed as it was checked or rejected, in a quote or its options", async () => {
    const { quote, options } = await createMarketQuote();
    const rejectedCounts: number[] = [];
    for (const after of readCounts) {
      const outcome = await signQuote(
        changeAfterReads(quote, "userOperationHash", otherHash, after),
        owner,
        options,
      ).catch((error) => error);
      // A value is read once. Only a change before the first read is seen, and rejected.
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome.userOperationHash).toBe(quote.userOperationHash);
      const moved = changeAfterReads(
        options,
        "expect",
        { ...options.expect, minAmountOut: "1" },
        after,
      );
      const result = await signQuote(quote, owner, moved).catch((error) => error);
      if (result instanceof UnsafeToSignError) rejectedCounts.push(after);
      else expect(Object.keys(result)).toEqual(["userOperationHash", "signature", "digests"]);
    }
    // Options are read more than once. They are rejected until every read returns the original.
    expect(rejectedCounts).toEqual(readCounts.slice(0, rejectedCounts.length));
    expect(rejectedCounts.length).toBeGreaterThan(0);
    expect(rejectedCounts.length).toBeLessThan(readCounts.length);
  });

  test("is signed as it was checked or rejected, in an operation", async () => {
    const good = createAuthorization({ address: stranger });
    const operation = {
      userOperationHash: hash,
      walletAddress: wallet,
      chain: 137,
      authorization: good,
    };
    const options = { ...baseOptions, delegates: [stranger] };
    const expected = await sign(operation, options);
    for (const after of readCounts) {
      const outcome = await sign(
        changeAfterReads(operation, "authorization", createAuthorization(), after),
        options,
      ).catch((error) => error);
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome).toEqual(expected);
      const turned = await sign(
        { ...operation, authorization: createAuthorization() },
        changeAfterReads(options, "delegates", [delegate], after),
      ).catch((error) => error);
      expect(turned instanceof UnsafeToSignError).toBe(after > 0);
    }
  });

  test("is signed as it was checked or rejected, in a cancellation", async () => {
    const entry = { type: "LIMIT_ORDER", typedData: createWrappedOrder() };
    const expected = await signCancellation({ signData: [entry] } as never, owner, baseOptions);
    for (const after of readCounts) {
      const prepared = {
        signData: [changeAfterReads(entry, "typedData", createWrappedOrder(stranger, 1), after)],
      };
      const outcome = await signCancellation(prepared as never, owner, baseOptions).catch(
        (error) => error,
      );
      if (after === 0) expect(outcome).toBeInstanceOf(UnsafeToSignError);
      else expect(outcome).toEqual(expected);
    }
  });

  test("is signed as it was checked, in a proxy", async () => {
    const { quote, options } = await createMarketQuote();
    const expected = await signQuote(quote, owner, options);
    const reactive = (value: object) => new Proxy(value, {});
    expect(await signQuote(reactive(quote) as typeof quote, owner, options)).toEqual(expected);
    expect(
      await signQuote(quote, owner, {
        ...options,
        expect: reactive(options.expect) as typeof options.expect,
      }),
    ).toEqual(expected);
    let reads = 0;
    const changingProxy = new Proxy(quote, {
      get: (target, name) =>
        name === "userOperationHash" && reads++ > 0 ? hash : Reflect.get(target, name),
    });
    expect(await signQuote(changingProxy, owner, options)).toEqual(expected);
  });

  test("is rejected if it is not plain data", async () => {
    const circular: Record<string, unknown> = { userOperationHash: hash };
    circular.self = new Proxy(circular, {});
    for (const value of [() => ({}), new Proxy(() => ({}), {}), circular]) {
      expect((await signRejected(value as object)).problems[0]?.expected).toContain("plain data");
    }
  });
});

describe("a cancellation", () => {
  const prepared = (changes: object = {}, typedData: object = createWrappedOrder()) =>
    ({ signData: [{ type: "LIMIT_ORDER", typedData }], ...changes }) as never;

  test("requires owner, walletAddress and chainId", async () => {
    expectTypeOf<CancelLimitOrderOptions["walletAddress"]>().toEqualTypeOf<string>();
    expectTypeOf<CancelLimitOrderOptions["chainId"]>().toEqualTypeOf<number>();
    const codes = async (options: object) =>
      getCodes(
        await getUnsafeError((signer) => signCancellation(prepared(), signer, options as never)),
      );
    expect(await codes({ owner: owner.address })).toEqual(["wallet", "chain"]);
    expect(await codes({ ...baseOptions, walletAddress: null })).toEqual(["wallet"]);
    expect(await codes({ ...baseOptions, chainId: undefined })).toEqual(["chain"]);
    expect(await codes({ ...baseOptions, owner: undefined })).toEqual(["owner"]);
    const swap = {
      prepareCancellation: async () => prepared({}, createWrappedOrder(delegate, 1)),
      cancelLimitOrder: () => expect.unreachable(),
    };
    const all = await getUnsafeError((signer) =>
      cancelLimitOrder({ swap } as never, "tx", signer, { owner: owner.address } as never),
    );
    expect(getCodes(all)).toEqual(["wallet", "chain"]);
  });

  test.each([[{}], [""], [{ value: 1 }], ["2030-01-01"], ["soon"], [0], [null]])(
    "is signed with the malformed expiry %j",
    async (expiresAt) => {
      expect(await signCancellation(prepared({ expiresAt }), owner, baseOptions)).toHaveProperty(
        "signature",
      );
      const lending = { expiresAt, signData: [{ type: "USER_OPERATION", hash }] };
      expect(await sign(lending)).toHaveProperty("signature");
    },
  );

  test.each([["2020-01-01T00:00:00Z"], [1_600_000_000], [1_600_000_000_000]])(
    "is rejected with the past expiry %j",
    async (expiresAt) => {
      expect(
        getCodes(
          await getUnsafeError((signer) =>
            signCancellation(prepared({ expiresAt }), signer, baseOptions),
          ),
        ),
      ).toEqual(["expired"]);
      expect(
        getCodes(await signRejected({ expiresAt, signData: [{ type: "USER_OPERATION", hash }] })),
      ).toEqual(["expired"]);
    },
  );
});

describe("an expiry", () => {
  const now = Date.UTC(2026, 0, 1);
  const problems = (expiresAt: unknown, options: object = {}) =>
    collectProblems((report) =>
      checkExpiry(expiresAt, { now, ...options } as never, report, "required"),
    );

  test("is compared with the clock if now is null", async () => {
    expect(problems(now, { now: null }).map(({ code }) => code)).toEqual(["expired"]);
    const { quote, options } = await createMarketQuote();
    const late = { ...options, now: null as never };
    expect(
      getCodes(
        await getUnsafeError((signer) => signQuote({ ...quote, expiresAt: now }, signer, late)),
      ),
    ).toEqual(["expired"]);
  });

  test("of a limit order may be at most two minutes after the requested one", () => {
    const codes = (expiresAt: unknown, expiration: unknown) =>
      problems(expiresAt, { expiration }).map(({ code }) => code);
    expect(codes(now + 180_000, 60)).toEqual([]);
    expect(codes(now + 180_001, 60)).toEqual(["expiry_later"]);
    expect(codes(now + 30_000, 60)).toEqual([]);
    expect(codes(now + 1_000, 60)).toEqual(["expired"]);
    expect(codes(99_000_000_000_000, 60)).toEqual(["expiry_later"]);
    for (const none of [null, undefined]) expect(codes(99_000_000_000_000, none)).toEqual([]);
    expect(codes(now + 60_000, "soon")).toEqual(["expiry_later"]);
  });

  test("that differs by more than a day adds a hint about the clocks", () => {
    const day = 86_400_000;
    expect(problems(now - day)[0]?.message).not.toContain("clocks");
    expect(problems(now - day - 1)[0]?.message).toContain("a fixed now of a sandbox");
    expect(problems(now + 3 * day, { expiration: 60 })[0]?.message).toContain(
      "the clocks may differ",
    );
  });
});
