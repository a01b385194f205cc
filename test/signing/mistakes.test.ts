import { describe, expect, test } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { ConfigurationError, UnsafeToSignError } from "../../src/index.js";
import {
  checkQuote,
  describeQuote,
  describeTypedData,
  isExpired,
  millisecondsLeft,
  pickExecutable,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { buildPsbt, keyA, receiverScript, secretA } from "../bitcoin/build-psbt.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  stranger,
} from "./quote/test-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const inCapitals = `0x${owner.slice(2).toUpperCase()}` as const;

describe("an owner in capitals, which has no checksum by EIP-55,", () => {
  test("signs everything", async () => {
    expect(inCapitals).not.toBe(owner);
    const signed = await signUserOperation(hash, account, { owner: inCapitals });
    expect(signed).toBe(await signUserOperation(hash, account, { owner }));
    const mail = createMailTypedData();
    expect(await signTypedData(mail, account, { owner: inCapitals })).toBe(
      await signTypedData(mail, account, { owner }),
    );
    const { quote, options } = await createLimitOrderQuote();
    const { signer } = createCountingSigner();
    const capitals = `0x${options.owner.slice(2).toUpperCase()}` as const;
    expect(await signQuote(quote, signer, { ...options, owner: capitals })).toEqual(
      await signQuote(quote, signer, options),
    );
  });

  test("is rejected if it is not the signer", async () => {
    const error = await getRejection(
      signUserOperation(hash, account, { owner: `0x${"AB".repeat(20)}` }),
    );
    expect(error).toMatchObject({ problems: [{ code: "owner" }] });
  });

  test("is still rejected with a wrong checksum", async () => {
    const wrong = `0x${inCapitals.slice(2, -1)}${inCapitals.slice(-1).toLowerCase()}` as const;
    const mixed = /[a-f]/.test(wrong)
      ? wrong
      : (owner.replace(/[a-f]/, (x) => x.toUpperCase()) as never);
    expect(await getRejection(signUserOperation(hash, account, { owner: mixed }))).toMatchObject({
      problems: [
        { code: "owner", path: "owner", expected: expect.stringContaining("a valid checksum") },
      ],
    });
  });
});

const withoutText: [string, never][] = [
  ["an object with a null prototype", Object.create(null) as never],
  ["an object whose conversion throws", { toString: 1, valueOf: 1 } as never],
  [
    "an object with a field and a null prototype",
    Object.assign(Object.create(null), { a: 1 }) as never,
  ],
  ["a symbol", Symbol("x") as never],
];

describe.each(withoutText)("%s is handled", (_, value) => {
  test("in every field of a quote, and as a whole", async () => {
    const { quote, options } = await createLimitOrderQuote();
    for (const name of Object.keys(quote)) {
      const { text } = describeQuote({ ...quote, [name]: value });
      expect(text, name).toContain("You give");
      expect(
        await getRejection(
          signQuote(
            { ...quote, [name]: value, revertReason: { decoded: "no" } } as never,
            account,
            options,
          ),
        ),
        name,
      ).toBeInstanceOf(UnsafeToSignError);
    }
    const { typedData } = quote;
    for (const name of ["domain", "types", "primaryType", "message"]) {
      const changed = { ...typedData, [name]: value } as never;
      expect(describeTypedData(changed).text, name).toContain("You sign");
      expect(describeQuote({ ...quote, typedData: changed }).text, name).toContain("You give");
    }
  });

  test("as an option", async () => {
    const { quote, options } = await createMarketQuote();
    for (const call of [
      () => describeQuote(quote, { now: value }),
      () => isExpired(quote, { now: value }),
      () => isExpired(quote, { margin: value }),
      () => millisecondsLeft(quote, { now: value }),
      () => pickExecutable([quote], { now: value }),
      () => pickExecutable([quote], { margin: value }),
    ])
      expect(call).toThrow(ConfigurationError);
    const authorization = { chainId: 137, address: owner, nonce: 0, hash } as const;
    for (const signed of [
      signQuote(quote, account, { ...options, owner: value }),
      signQuote(quote, account, { ...options, margin: value, maxGasFee: value }),
      signOperation({ userOperationHash: hash }, account, { owner: value, chainId: value }),
      signUserOperation(hash, account, { owner: value }),
      signTypedData(createMailTypedData(), account, { chainId: value }),
      signAuthorization(authorization, account, { chainId: value, delegates: [value] }),
      signAuthorization(authorization, account, { delegates: value }),
      signCancellation({ signData: [] } as never, account, {
        owner: value,
        walletAddress: value,
        chainId: value,
        now: value,
      }),
    ])
      expect(await getRejection(signed)).toBeInstanceOf(UnsafeToSignError);
  });

  test("as a fee limit of a PSBT", () => {
    const { psbt } = buildPsbt(
      [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
      [{ script: receiverScript, value: 99_000n }],
    );
    const options = { maxFeeRate: value, maxFee: value, maxFeePercent: value };
    expect(() => signPsbt(psbt, keyA, options)).toThrow(UnsafeToSignError);
  });
});

test.each([null, undefined, 7, "quote"])("rejects to describe %o", (given) => {
  for (const describeIt of [describeQuote, describeTypedData])
    expect(() => describeIt(given as never)).toThrow(ConfigurationError);
  expect(isExpired(given as never)).toBe(true);
  expect(millisecondsLeft(given as never)).toBe(0);
});

describe("the hint of an error", () => {
  const correct = /^Correct the arguments of your call/;

  test("says to correct the call if only the caller's arguments are wrong", async () => {
    const { quote, options } = await createMarketQuote();
    const { chainId, walletAddress } = {
      chainId: 137,
      walletAddress: options.expect.walletAddress,
    };
    const delegation = { chainId, address: stranger, nonce: 0, hash } as const;
    for (const signed of [
      signQuote({ ...quote }, account, { now: options.now }),
      signQuote(quote, account, { ...options, owner: options.owner, margin: {} as never }),
      signQuote(quote, account, { ...options, minReceived: "-1" }),
      signOperation([] as never, account),
      signCancellation({ signData: [] } as never, account, {
        owner,
        walletAddress,
        now: {},
      } as never),
    ])
      expect(await getRejection(signed)).toMatchObject({ hint: expect.stringMatching(correct) });
    const { signer } = createCountingSigner();
    const error = await getRejection(signAuthorization(delegation, signer, { chainId }));
    expect(error).toMatchObject({ hint: expect.stringMatching("Do not sign this") });
  });

  test("never says to correct the call if an authorization was added to the response", async () => {
    const { hashAuthorization } = await import("viem/utils");
    const parts = { chainId: 137, address: stranger as `0x${string}`, nonce: 0 };
    const authorization = { ...parts, hash: hashAuthorization(parts) };
    const operation = { userOperationHash: hash, authorization };
    const whole = { owner, chainId: 137, walletAddress: owner };
    for (const signed of [
      signAuthorization(authorization, account),
      signAuthorization(authorization, account, { delegates: [owner] }),
      signOperation(operation, account, whole),
      signOperation(operation, account, { owner }),
      signOperation(operation, account, { owner, accept: ["delegate"] }),
      signOperation(operation, account, { owner, delegates: [stranger] }),
      signOperation(operation, account, {} as never),
    ])
      expect(await getRejection(signed)).toMatchObject({
        name: "UnsafeToSignError",
        hint: expect.stringMatching("Do not sign this"),
      });
  });

  test("never says to correct the call if an order was added to the response", async () => {
    const { quote } = await createLimitOrderQuote();
    const lendingQuote = {
      signData: [
        { type: "USER_OPERATION", hash },
        { type: "LIMIT_ORDER", typedData: quote.typedData },
      ],
    };
    const error = await getRejection(signOperation(lendingQuote as never, account, { owner }));
    expect(error).toMatchObject({
      problems: [{ expected: "the option chainId" }, { expected: "the option walletAddress" }],
      hint: expect.stringMatching("Do not sign this"),
    });
  });

  test("does not depend on the text of the problem", async () => {
    const operation = { userOperationHash: hash, walletAddress: owner };
    for (const walletAddress of ["plain data", "the option owner"])
      expect(
        await getRejection(signOperation(operation, account, { owner, walletAddress })),
      ).toMatchObject({
        problems: [{ expected: walletAddress }],
        hint: expect.stringMatching("Do not sign this"),
      });
  });

  test("still says to request a new quote if the quote is wrong", async () => {
    const { quote, options } = await createMarketQuote();
    const changed = { ...quote, toAddress: stranger };
    for (const given of [options, { ...options, minReceived: "-1" }])
      expect(await getRejection(signQuote(changed, account, given))).toMatchObject({
        hint: expect.stringContaining("Request a new quote"),
      });
  });

  test("of pickExecutable says to pass the list if it got something else", async () => {
    const { quote } = await createMarketQuote();
    for (const given of [{ quotes: [quote] }, undefined])
      expect(() => pickExecutable(given as never)).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ code: "request" })],
          message: expect.stringContaining("expected the list of quotes: pass response.quotes"),
          hint: expect.stringMatching(correct),
        }),
      );
    expect(() => pickExecutable([])).toThrow(
      expect.objectContaining({ hint: "Request a new quote." }),
    );
  });

  test.each([undefined, null, "quote"])(
    "of %j in place of a quote says to correct the call",
    async (given) => {
      const { options } = await createMarketQuote();
      const error = await getRejection(signQuote(given as never, account, options));
      expect(error).toMatchObject({
        problems: [{ code: "request", path: "quote" }],
        message: expect.stringContaining("one quote: pass pickExecutable(quotes)"),
        hint: expect.stringMatching(correct),
      });
    },
  );

  test("of undefined in place of an operation says to correct the call", async () => {
    const request = { amount: "1", chainId: 137, walletAddress: owner } as never;
    for (const expected of [undefined, request]) {
      const options = { owner, expect: expected };
      const error = await getRejection(signOperation(undefined as never, account, options));
      expect(error).toMatchObject({
        problems: [{ code: "request", path: "operation" }],
        hint: expect.stringMatching(correct),
      });
    }
  });

  test("of signPsbt says to correct the options if only they are wrong", () => {
    const { psbt } = buildPsbt(
      [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
      [{ script: receiverScript, value: 99_000n }],
    );
    expect(() => signPsbt(psbt, keyA, { expect: {} as never })).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(correct) }),
    );
    expect(() => signPsbt(psbt, keyA, { maxFee: 1n })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("Request a new PSBT") }),
    );
  });
});

describe("what was passed by mistake is named", () => {
  test.each(["the list of quotes", "the whole response"])("%s instead of a quote", async (what) => {
    const { quote, options } = await createMarketQuote();
    const { signer } = createCountingSigner();
    const given = what === "the list of quotes" ? [quote] : { quotes: [quote] };
    const error = await getRejection(signQuote(given as never, signer, options));
    expect(error).toMatchObject({ problems: [{ code: "request", path: "quote" }] });
    expect((error as Error).message).toContain("pass pickExecutable(quotes)");
    expect(checkQuote(given as never, options)).toMatchObject([{ code: "request" }]);
    expect(() => describeQuote(given as never, options)).toThrow("expected a quote");
  });

  test("the smart wallet as the owner", async () => {
    const { quote, options } = await createMarketQuote();
    const { signer } = createCountingSigner();
    const wrong = { ...options, owner: options.expect.walletAddress as `0x${string}` };
    const error = await getRejection(signQuote(quote, signer, wrong));
    expect(error).toMatchObject({ problems: [{ code: "owner" }] });
    expect(error).toMatchObject({ hint: expect.stringContaining("not the address of a smart") });
  });
});

test("a revert has no problem with the hash beside it", async () => {
  const { quote, options } = await createMarketQuote();
  for (const [decoded, code] of [
    ["no balance", "reverted"],
    ["insufficient balance", "insufficient_balance"],
    ["INSUFFICIENT_OUTPUT_AMOUNT", "reverted"],
  ] as const)
    for (const userOperationHash of [null, "0x", hash]) {
      const revertReason = { decoded, raw: "0x", utf8: "" };
      const reverted = { ...quote, revertReason, userOperationHash } as never;
      expect(checkQuote(reverted, options)).toMatchObject([{ code }]);
    }
});

test("a revert for too low a balance has a code of its own, and names the token", async () => {
  const { quote, options } = await createMarketQuote();
  const token = options.expect.tokenIn;
  const check = (decoded: string) =>
    checkQuote({ ...quote, revertReason: { decoded, raw: "0x", utf8: "" } } as never, options);
  expect(check(`ERC-20 insufficient balance of ${token}: transfer amount exceeds balance`)).toEqual(
    [expect.objectContaining({ code: "insufficient_balance", severity: "fatal", token })],
  );
  // One of two addresses could be an account.
  const [unclear] = check(`Insufficient balance of ${token} at ${stranger}`);
  expect(unclear?.code).toBe("insufficient_balance");
  expect(unclear).not.toHaveProperty("token");
  expect(check(`insufficient balance in ${hash}`)[0]).not.toHaveProperty("token");
  const text = `insufficient balance of ${token}` as never;
  expect(checkQuote({ ...quote, revertReason: text }, options)).toMatchObject([{ token }]);
  const [problem] = check("ERC-20 insufficient balance");
  expect(problem).toMatchObject({ code: "insufficient_balance", path: "revertReason" });
  expect(problem).not.toHaveProperty("token");
  expect(check("slippage")).toMatchObject([{ code: "reverted" }]);
});
