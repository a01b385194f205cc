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
const evil = "0x6666666666666666666666666666666666666666" as Hex;
const wallet = owner.address;
const terms = { owner: owner.address, walletAddress: wallet, chainId: 137 };

function authorization(changes: object = {}) {
  const parts = { chainId: 137, address: evil, nonce: 0, ...changes };
  return { ...parts, hash: hashAuthorization(parts as never) };
}

const wrapped = (verifyingContract: string = wallet, chainId = 137, message: string = hash) => ({
  domain: { name: "LightAccount", version: "1", chainId, verifyingContract },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message },
});

/** What it was refused with, and that the signer was not asked. */
async function refusal(sign: (signer: never) => Promise<unknown>): Promise<UnsafeToSignError> {
  const { signer, calls } = createCountingSigner();
  const error = await sign(signer).then(
    (signed) => `signed: ${JSON.stringify(signed)}`,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(UnsafeToSignError);
  expect(calls()).toBe(0);
  return error;
}

const codesOf = ({ problems }: UnsafeToSignError) => problems.map(({ code }) => code);
const signed = (operation: object, options: object = terms) =>
  signOperation(operation as never, owner, options as never);
const refused = (operation: object, options: object = terms) =>
  refusal((signer) => signOperation(operation as never, signer, options as never));

describe("an account is delegated on the caller's word alone", () => {
  const trusting = { ...terms, delegates: [evil] };
  const forms: [string, object][] = [
    [
      "an operation that names wallet and chain",
      {
        userOperationHash: hash,
        walletAddress: wallet,
        chain: 137,
        authorization: authorization(),
      },
    ],
    [
      "a withdrawal",
      { withdrawalInstructions: { userOperationHash: hash, authorization: authorization() } },
    ],
    [
      "a withdrawal that names wallet and chain",
      {
        withdrawalInstructions: {
          userOperationHash: hash,
          authorization: authorization(),
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
        signData: [{ type: "USER_OPERATION", hash, authorization: authorization() }],
      },
    ],
  ];

  test.each(forms)(
    "%s is signed where owner, wallet, chain and contract were named",
    async (_name, operation) => {
      expect(await signed(operation, trusting)).toHaveProperty("authorization");
    },
  );

  test.each(forms)("%s is refused where one of them was not", async (_name, operation) => {
    expect(codesOf(await refused(operation, { ...trusting, walletAddress: undefined }))).toEqual([
      "wallet",
    ]);
    expect(codesOf(await refused(operation, { ...trusting, chainId: undefined }))).toEqual([
      "chain",
    ]);
    expect(codesOf(await refused(operation, { ...trusting, owner: undefined }))).toContain("owner");
    expect(codesOf(await refused(operation, terms))).toEqual(["delegate"]);
  });

  test.each(forms)("%s is refused for a wallet that is not the owner", async (_name, operation) => {
    expect(
      codesOf(
        await refused(
          { ...operation, walletAddress: undefined },
          { ...trusting, walletAddress: stranger },
        ),
      ),
    ).toContain("wallet");
  });

  test("a contract that is not on the list is named so, and without a list it is said what to pass", async () => {
    const operation = { userOperationHash: hash, authorization: authorization() };
    const [listed] = (await refused(operation, { ...terms, delegates: [stranger] })).problems;
    expect(listed?.message).toContain(`a contract of the option delegates: ${stranger}`);
    expect(listed?.actual).toContain(evil);
    for (const delegates of [undefined, null, evil]) {
      const [unlisted] = (await refused(operation, { ...terms, delegates })).problems;
      expect(unlisted?.message).toContain(
        `a contract of the option delegates: none, got "${evil}"`,
      );
    }
  });

  test("any contract is taken only where that is said outright, and a list counts for more", async () => {
    const operation = { userOperationHash: hash, authorization: authorization() };
    expect(await signed(operation, { ...terms, allowAnyDelegate: true })).toHaveProperty(
      "authorization",
    );
    expect(codesOf(await refused(operation, { ...terms, allowAnyDelegate: "yes" }))).toEqual([
      "delegate",
    ]);
    expect(
      codesOf(await refused(operation, { ...terms, allowAnyDelegate: true, delegates: [] })),
    ).toEqual(["delegate"]);
  });

  test("signAuthorization, signQuote and checkQuote hold to the same", async () => {
    const bare = await refusal((signer) =>
      signAuthorization(authorization(), signer, { chainId: 137 }),
    );
    expect(codesOf(bare)).toEqual(["delegate"]);
    expect(
      await signAuthorization(authorization(), owner, { chainId: 137, allowAnyDelegate: true }),
    ).toMatch(/^0x/);
    const { quote, expect: asked, options } = await createMarketQuote();
    const own = {
      ...quote,
      typedData: null,
      walletAddress: wallet,
      toAddress: wallet,
      authorization: authorization(),
    };
    const expected = { ...options, expect: { ...asked, walletAddress: wallet, toAddress: wallet } };
    expect(checkQuote(own, expected).map(({ code }) => code)).toEqual(["delegate"]);
    expect(codesOf(await refusal((signer) => signQuote(own, signer, expected)))).toEqual([
      "delegate",
    ]);
    expect(await signQuote(own, owner, { ...expected, delegates: [evil] })).toHaveProperty(
      "authorization",
    );
    expect(await signQuote(own, owner, { ...expected, allowAnyDelegate: true })).toHaveProperty(
      "authorization",
    );
    expect(
      checkQuote(own, { ...expected, delegates: [evil], owner: undefined }).map(({ code }) => code),
    ).toEqual(["owner"]);
  });
});

test("without an owner nothing is signed", async () => {
  const { quote, options } = await createMarketQuote();
  const nobody = { ...options, owner: undefined as never };
  expect(codesOf(await refusal((signer) => signQuote(quote, signer, nobody)))).toEqual(["owner"]);
  expect(codesOf(await refused({ userOperationHash: hash }, { ...terms, owner: null }))).toEqual([
    "owner",
  ]);
  expect(codesOf(await refused({ userOperationHash: hash }, null as never))).toEqual(["owner"]);
});

describe("a withdrawal", () => {
  test("cannot say what only the caller may say, nor add what is no part of it", async () => {
    const extra = { order: wrapped(stranger, 1), chainId: 1, typedData: wrapped() };
    const answer = await signed(
      { withdrawalInstructions: { userOperationHash: hash, ...extra } },
      terms,
    );
    expect(Object.keys(answer as object)).toEqual(["userOperationHash", "signature"]);
  });

  test.each([
    ["a reason to revert outside", { revertReason: { decoded: "no" } }, {}, "reverted"],
    [
      "a reason to revert inside",
      { revertReason: {} },
      { revertReason: { decoded: "no" } },
      "reverted",
    ],
    ["another wallet outside", { walletAddress: stranger }, {}, "wallet"],
    ["another wallet inside", {}, { walletAddress: stranger }, "wallet"],
    ["an end that has passed", { expiresAt: "2020-01-01T00:00:00Z" }, {}, "expired"],
  ])("with %s is refused", async (_name, outer, inner, code) => {
    expect(
      codesOf(
        await refused({ ...outer, withdrawalInstructions: { userOperationHash: hash, ...inner } }),
      ),
    ).toEqual([code]);
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
  ])("is the one expected: %j", async (chain) => {
    expect(await signed({ userOperationHash: hash, chain })).toHaveProperty("signature");
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
  ])("is another one, or cannot be read: %j", async (chain) => {
    expect(codesOf(await refused({ userOperationHash: hash, chain }))).toEqual(["chain"]);
  });

  test("holds for every part of a lending quote", async () => {
    const signData = [{ type: "USER_OPERATION", hash }];
    const token = (chainId: unknown) => ({ chainId });
    expect(
      await signed({
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
        expect(codesOf(await refused({ signData, ...part }))).toEqual(["chain"]);
      }
    }
    const mixed = { signData, supply: { tokenIn: token(1), tokenOut: token(10) } };
    expect(codesOf(await refused(mixed, { ...terms, chainId: undefined }))).toEqual(["chain"]);
  });
});

test("an order of a lending quote is signed for the wallet and chain that the caller names, or not at all", async () => {
  const quote = {
    signData: [
      { type: "USER_OPERATION", hash },
      { type: "LIMIT_ORDER", typedData: wrapped() },
    ],
    walletAddress: wallet,
  };
  expect(await signed(quote)).toHaveProperty("typedDataSignature");
  expect(codesOf(await refused(quote, { ...terms, walletAddress: undefined }))).toEqual(["wallet"]);
  expect(codesOf(await refused(quote, { ...terms, chainId: undefined }))).toEqual(["chain"]);
});

test("an empty signData hides no hash, and one that is no list is refused", async () => {
  for (const signData of [null, undefined, [], {}]) {
    expect(await signed({ userOperationHash: hash, signData })).toMatchObject({
      userOperationHash: hash,
    });
    expect(await signed({ signData })).toBeUndefined();
  }
  for (const signData of ["x", { type: "USER_OPERATION", hash }])
    expect(codesOf(await refused({ signData }))).toEqual(["sign_data"]);
});

/** Answers with the good value a number of times, and then with the other. */
function turning<T extends object>(value: T, field: keyof T, other: unknown, after: number): T {
  let reads = 0;
  const get = () => (++reads > after ? other : value[field]);
  return Object.defineProperty({ ...value }, field, { enumerable: true, get });
}

describe("what changes while it is looked at", () => {
  const rounds = [...Array(15).keys()];

  test("in a quote or its options is signed as it was checked, or not at all", async () => {
    const { quote, options } = await createMarketQuote();
    for (const after of rounds) {
      const outcome = await signQuote(
        turning(quote, "userOperationHash", otherHash, after),
        owner,
        options,
      ).catch((error) => error);
      if (!(outcome instanceof UnsafeToSignError))
        expect(outcome.userOperationHash).toBe(quote.userOperationHash);
      const moved = turning(options, "expect", { ...options.expect, minAmountOut: "1" }, after);
      const result = await signQuote(quote, owner, moved).catch((error) => error);
      if (!(result instanceof UnsafeToSignError))
        expect(Object.keys(result)).toEqual(["userOperationHash", "signature"]);
    }
  });

  test("in an operation is signed as it was checked, or not at all", async () => {
    const good = authorization({ address: stranger });
    const operation = {
      userOperationHash: hash,
      walletAddress: wallet,
      chain: 137,
      authorization: good,
    };
    const options = { ...terms, delegates: [stranger] };
    const wanted = await signed(operation, options);
    for (const after of rounds) {
      const outcome = await signed(
        turning(operation, "authorization", authorization(), after),
        options,
      ).catch((error) => error);
      if (!(outcome instanceof UnsafeToSignError)) expect(outcome).toEqual(wanted);
      const turned = await signed(
        { ...operation, authorization: authorization() },
        turning(options, "delegates", [evil], after),
      ).catch((e) => e);
      expect(turned instanceof UnsafeToSignError).toBe(after > 0);
    }
  });

  test("in a cancellation is signed as it was checked, or not at all", async () => {
    const entry = { type: "LIMIT_ORDER", typedData: wrapped() };
    const wanted = await signCancellation({ signData: [entry] } as never, owner, terms);
    for (const after of rounds) {
      const prepared = { signData: [turning(entry, "typedData", wrapped(stranger, 1), after)] };
      const outcome = await signCancellation(prepared as never, owner, terms).catch(
        (error) => error,
      );
      if (!(outcome instanceof UnsafeToSignError)) expect(outcome).toEqual(wanted);
    }
  });

  test("in a proxy is read once, so that the reactive objects of apps are signed as they showed themselves", async () => {
    const { quote, options } = await createMarketQuote();
    const wanted = await signQuote(quote, owner, options);
    const reactive = (value: object) => new Proxy(value, {});
    expect(await signQuote(reactive(quote) as typeof quote, owner, options)).toEqual(wanted);
    expect(
      await signQuote(quote, owner, {
        ...options,
        expect: reactive(options.expect) as typeof options.expect,
      }),
    ).toEqual(wanted);
    let reads = 0;
    const turncoat = new Proxy(quote, {
      get: (target, name) =>
        name === "userOperationHash" && reads++ > 0 ? hash : Reflect.get(target, name),
    });
    const outcome = await signQuote(turncoat, owner, options).catch((error) => error);
    if (!(outcome instanceof UnsafeToSignError)) expect(outcome).toEqual(wanted);
  });

  test("because it is no data at all is refused", async () => {
    const endless: Record<string, unknown> = { userOperationHash: hash };
    endless.self = new Proxy(endless, {});
    for (const value of [() => ({}), new Proxy(() => ({}), {}), endless]) {
      expect((await refused(value as object)).problems[0]?.expected).toContain("plain data");
    }
  });
});

describe("a cancellation", () => {
  const prepared = (changes: object = {}, typedData: object = wrapped()) =>
    ({ signData: [{ type: "LIMIT_ORDER", typedData }], ...changes }) as never;

  test("is signed only for the wallet and the chain that the caller names", async () => {
    expectTypeOf<CancelLimitOrderOptions["walletAddress"]>().toEqualTypeOf<string>();
    expectTypeOf<CancelLimitOrderOptions["chainId"]>().toEqualTypeOf<number>();
    const codes = async (options: object) =>
      codesOf(await refusal((signer) => signCancellation(prepared(), signer, options as never)));
    expect(await codes({ owner: owner.address })).toEqual(["wallet", "chain"]);
    expect(await codes({ ...terms, walletAddress: null })).toEqual(["wallet"]);
    expect(await codes({ ...terms, chainId: undefined })).toEqual(["chain"]);
    expect(await codes({ ...terms, owner: undefined })).toEqual(["owner"]);
    const swap = {
      prepareCancellation: async () => prepared({}, wrapped(evil, 1)),
      cancelLimitOrder: () => expect.unreachable(),
    };
    const all = await refusal((signer) =>
      cancelLimitOrder({ swap } as never, "tx", signer, { owner: owner.address } as never),
    );
    expect(codesOf(all)).toEqual(["wallet", "chain"]);
  });

  test.each([[{}], [""], [{ value: 1 }], ["2030-01-01"], ["soon"], [0], [null]])(
    "that ends at %j, which cannot be read, is signed",
    async (expiresAt) => {
      expect(await signCancellation(prepared({ expiresAt }), owner, terms)).toHaveProperty(
        "signature",
      );
      const lending = { expiresAt, signData: [{ type: "USER_OPERATION", hash }] };
      expect(await signed(lending)).toHaveProperty("signature");
    },
  );

  test.each([["2020-01-01T00:00:00Z"], [1_600_000_000], [1_600_000_000_000]])(
    "that ended at %j is refused",
    async (expiresAt) => {
      expect(
        codesOf(
          await refusal((signer) => signCancellation(prepared({ expiresAt }), signer, terms)),
        ),
      ).toEqual(["expired"]);
      expect(
        codesOf(await refused({ expiresAt, signData: [{ type: "USER_OPERATION", hash }] })),
      ).toEqual(["expired"]);
    },
  );
});

describe("an expiry", () => {
  const now = Date.UTC(2026, 0, 1);
  const problems = (expiresAt: unknown, options: object = {}) =>
    collectProblems((report) => checkExpiry(expiresAt, { now, ...options } as never, report, true));

  test("is held against the clock where now is null", async () => {
    expect(problems(now, { now: null }).map(({ code }) => code)).toEqual(["expired"]);
    const { quote, options } = await createMarketQuote();
    const late = { ...options, now: null as never };
    expect(
      codesOf(await refusal((signer) => signQuote({ ...quote, expiresAt: now }, signer, late))),
    ).toEqual(["expired"]);
  });

  test("of a limit order lies no more than a minute behind what was asked for", () => {
    const codes = (expiresAt: unknown, expiration: unknown) =>
      problems(expiresAt, { expiration }).map(({ code }) => code);
    expect(codes(now + 120_000, 60)).toEqual([]);
    expect(codes(now + 120_001, 60)).toEqual(["expiry"]);
    expect(codes(now + 30_000, 60)).toEqual([]);
    expect(codes(now + 1_000, 60)).toEqual(["expired"]);
    expect(codes(99_000_000_000_000, 60)).toEqual(["expiry"]);
    for (const none of [null, undefined]) expect(codes(99_000_000_000_000, none)).toEqual([]);
    expect(codes(now + 60_000, "soon")).toEqual(["expiry"]);
  });

  test("that is more than a day away lets the refusal speak of the clocks", () => {
    const day = 86_400_000;
    expect(problems(now - day)[0]?.message).not.toContain("clocks");
    expect(problems(now - day - 1)[0]?.message).toContain("createSandbox({ now: new Date() })");
    expect(problems(now + 3 * day, { expiration: 60 })[0]?.message).toContain(
      "the clocks may differ",
    );
  });
});
