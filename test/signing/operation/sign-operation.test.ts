import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { SignatureMismatchError } from "../../../src/index.js";
import {
  checkQuote,
  signAuthorization,
  signOperation,
  signQuote,
} from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, stranger } from "../quote/test-quotes.js";
import { getRejection } from "../test-signers.js";
import {
  baseOptions,
  createAuthorization,
  createWrappedOrder,
  delegate,
  getCodes,
  getUnsafeError,
  hash,
  sign,
  signRejected,
  wallet,
} from "./sign-rejected.js";

describe("an authorization requires the caller's options:", () => {
  const delegateOptions = { ...baseOptions, delegates: [stranger, delegate] };
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
      const walletAddress = wallet.toLowerCase();
      const given = { ...delegateOptions, walletAddress };
      expect(await sign(operation, given)).toHaveProperty("authorization");
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
    for (const delegates of [undefined, null, []]) {
      const [unlisted] = (await signRejected(operation, { ...baseOptions, delegates })).problems;
      expect(unlisted?.message).toContain(
        `a contract on your list, the option delegates: none, got "${delegate}"`,
      );
    }
  });

  test("rejects a contract that delegates does not name, with every code accepted", async () => {
    const operation = { userOperationHash: hash, authorization: createAuthorization() };
    const lenient = { ...baseOptions, accept: ["delegate", "chain"], confirm: () => true };
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
    const options = { ...baseOptions, delegates: [delegate], accept: ["chain"] };
    expect(getCodes(await signRejected(operation, options))).toEqual(["chain"]);
    expect(getCodes(await signRejected(operation, { ...options, chainId: 0 }))).toEqual(["chain"]);
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

test("without an owner, returns only signatures of the signer's own address", async () => {
  const { quote, options } = await createMarketQuote();
  const terms = { ...options, owner: undefined };
  expect(await signQuote(quote, owner, terms)).toHaveProperty("signature");
  const { address, signMessage } = privateKeyToAccount(`0x${"42".repeat(32)}`);
  const other = { address: owner.address, signMessage };
  expect(address).not.toBe(owner.address);
  for (const signed of [
    signQuote(quote, other, terms),
    signOperation({ userOperationHash: hash }, other),
  ])
    expect(await getRejection(signed)).toBeInstanceOf(SignatureMismatchError);
});

describe("what was signed names its wallet", () => {
  const named = { userOperationHash: hash, walletAddress: wallet };
  const { walletAddress: _, ...withoutWallet } = baseOptions;

  test("as the option does", async () => {
    const bare = { userOperationHash: hash };
    expect(await sign(bare, baseOptions)).toMatchObject({ walletAddress: wallet });
    const capitals = wallet.toUpperCase().replace("0X", "0x");
    const spelt = await sign({ ...named, walletAddress: capitals }, baseOptions);
    expect(spelt).toMatchObject({ walletAddress: wallet });
  });

  test("never as only the response does, which is compared with nothing", async () => {
    expect(await sign(named, withoutWallet)).not.toHaveProperty("walletAddress");
  });
});

describe("a withdrawal", () => {
  const [past, future] = ["2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"];

  test("ignores fields that are not part of a withdrawal", async () => {
    const extraFields = {
      order: createWrappedOrder(stranger, 1),
    };
    const withdrawalInstructions = { userOperationHash: hash, ...extraFields };
    const signedOperation = await sign({ withdrawalInstructions }, baseOptions);
    const fields = ["digests", "signature", "userOperationHash", "walletAddress"];
    expect(Object.keys(signedOperation as object).sort()).toEqual(fields);
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
    ["another outer chain", { chainId: 1 }, { chainId: 137 }, "chain"],
    ["another inner chain", { chainId: 137 }, { chain: { id: 1 } }, "chain"],
    ["an expiry in the past", { expiresAt: past }, { expiresAt: future }, "expired"],
    ["an inner expiry in the past", {}, { expiresAt: past }, "expired"],
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
    expect(error.hint).toBe("Show the reason, and request a new quote.");
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
        { withdraw: { tokenOut: token(other) } },
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

describe("a lending quote is never signed", () => {
  const operation = { type: "USER_OPERATION", hash };
  const order = { type: "LIMIT_ORDER", typedData: createWrappedOrder() };
  test.each<[string, object, string[]]>([
    ["if it would fail", { revertReason: { decoded: "no" } }, ["reverted revertReason"]],
    [
      "if it would fail, without anything to sign",
      { revertReason: { decoded: "no" }, signData: [] },
      ["reverted revertReason"],
    ],
    ["for another wallet", { walletAddress: stranger }, ["wallet walletAddress"]],
    ["with two orders", { signData: [operation, order, order] }, ["typed_data signData"]],
    [
      "with an order alone",
      { signData: [order] },
      ["typed_data signData", "nothing_to_sign userOperationHash"],
    ],
    [
      "with an order without typed data",
      { signData: [operation, { type: "LIMIT_ORDER" }] },
      ["typed_data signData.typedData"],
    ],
    ["with another entry", { signData: [operation, { type: "PERMIT" }] }, ["typed_data signData"]],
  ])("%s", async (_, changes, found) => {
    const quote = { walletAddress: wallet, signData: [operation], ...changes };
    const { problems } = await signRejected(quote);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(found);
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
    expect(await sign({ walletAddress: owner.address, signData })).toBeUndefined();
  }
  for (const signData of ["x", { type: "USER_OPERATION", hash }])
    expect(getCodes(await signRejected({ walletAddress: owner.address, signData }))).toEqual([
      "typed_data",
    ]);
});
