import { inspect } from "node:util";
import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import {
  SigningError,
  type SwapQuote,
  type TypedData,
  UnsafeToSignError,
} from "../../src/index.js";
import {
  checkQuote,
  describeQuote,
  describeTypedData,
  hashTypedData,
  isExpired,
  millisecondsLeft,
  normaliseTypedData,
  pickExecutable,
  type Signer,
  signAuthorization,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { checkEqual, collectProblems, isNone } from "../../src/signing/shared/problems.js";
import { usdc } from "../sandbox/open-sandbox.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  stranger,
} from "./quote/test-quotes.js";
import {
  account,
  createMailTypedData,
  createOrderTypedData,
  getRejection,
  hash,
  key,
  owner,
} from "./test-signers.js";

const digits = key.slice(2);
const redactedKey = "64 hex digits (not shown: it could be a private key)";

/** Matches digits that all forms of the key contain, and the key as a number. */
const keyPattern = new RegExp(`${digits.slice(12, 40)}|${BigInt(key)}`);

/** Prints an error in every way that logs do. */
const printError = (error: unknown) =>
  [
    String(error),
    (error as Error).stack,
    JSON.stringify(error),
    inspect(error, { depth: 12, showHidden: true }),
  ].join("\n");

const createDelegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) } as SwapQuote["authorization"];
};

describe("rejects a private key passed by mistake, and redacts it in errors", () => {
  const keyForms = [
    key,
    digits,
    key.toUpperCase(),
    ` ${key}`,
    `${digits}\n`,
    `0x${digits.slice(0, -1)}`,
    `${digits}0`,
    `${digits.slice(0, 9)}\u0000${digits.slice(9)}`,
    `${" -".repeat(120)}${key}`,
    BigInt(key),
  ] as never[];

  test.each(keyForms)("as owner of a quote with an authorization: form %#", async (given) => {
    const { quote, options } = await createMarketQuote();
    const { signer, countCalls } = createCountingSigner();
    const error = await getRejection(
      signQuote({ ...quote, authorization: createDelegation() }, signer, {
        ...options,
        owner: given,
      }),
    );
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain("not shown: it could be a private key");
    expect(printError(error).toLowerCase()).not.toMatch(keyPattern);
    expect(countCalls()).toBe(0);
  });

  test.each(keyForms.filter((given) => given !== key))(
    "as a user operation's hash: form %#",
    async (given) => {
      const { signer, countCalls } = createCountingSigner();
      const error = await getRejection(signUserOperation(given, signer));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error.message).toContain("expected a 32-byte hash: 0x and 64 hex digits, got");
      expect(printError(error).toLowerCase()).not.toMatch(keyPattern);
      expect(countCalls()).toBe(0);
    },
  );

  test.each(keyForms)(
    "as wallet, token, delegate, chain, typed data or quote: form %#",
    async (given) => {
      const { quote, options } = await createMarketQuote();
      const { expect: request } = options;
      const attempts: (() => Promise<unknown>)[] = [
        () =>
          signQuote(quote, account, { ...options, expect: { ...request, walletAddress: given } }),
        () =>
          signQuote(quote, account, {
            ...options,
            expect: { ...request, tokenIn: given, payGasFeeToken: given },
          }),
        () => signQuote(quote, account, { ...options, expect: { ...request, toAddress: given } }),
        () => signQuote(given, account, options),
        () => signAuthorization(createDelegation() as never, account, { delegates: [given] }),
        () => signTypedData(given, account),
        () => signTypedData(createOrderTypedData({ to: "address" }, { to: given }), account),
        () => signTypedData(createMailTypedData(), account, { chainId: given }),
        async () => pickExecutable(given),
        async () => pickExecutable([given]),
      ];
      for (const attempt of attempts) {
        const error = await getRejection(attempt());
        expect(error).toBeInstanceOf(UnsafeToSignError);
        expect(printError(error).toLowerCase()).not.toMatch(keyPattern);
      }
    },
  );

  test("shows the length of a redacted value, and hashes where hashes are compared", () => {
    const [problem] = collectProblems((report) =>
      checkEqual(report, "wallet", "owner", key, `0x${"12".repeat(32)}`),
    );
    expect(problem).toMatchObject({ expected: redactedKey, received: `"${redactedKey}"` });
    expect(
      collectProblems((report) => checkEqual(report, "hash", "hash", hash, key)),
    ).toMatchObject([{ expected: hash, received: `"${key}"` }]);
  });
});

describe("redacts secrets in a wallet's error message", () => {
  const createFailingSigner = (failure: unknown): Signer => ({
    address: owner,
    signMessage: () => Promise.reject(failure),
  });

  test.each<[string, string, string]>([
    ["a path", "HTTP failed: https://node.test/v2/SECRET", "HTTP failed: https://node.test/…"],
    [
      "a query",
      'no (url="wss://node.test:8545?k=SECRET", code=1)',
      'no (url="wss://node.test:8545/…", code=1)',
    ],
    ["a password", "https://me:SECRET@node.test", "https://…/…"],
    ["a password of digits", "https://SECRET:1234;x@node.test", "https://…/…"],
    ["a name with a comma", "https://SECRET,@node.test", "https://…/…"],
    ["a name with a bracket", "(https://SECRET)x@node.test/)", "(https://…/…"],
    ["a password of digits with a slash", "https://SECRET:12/x@node.test", "https://…/…"],
    [
      "a host without a path",
      "no response from http://[::1]:8545 or https://node.test",
      "no response from http://[::1]:8545 or https://node.test",
    ],
    [
      "an IPv6 host with a path",
      "no response from http://[::1]:8545/SECRET",
      "no response from http://[::1]:8545/…",
    ],
    ["text after a host", "https://node.test: failed", "https://node.test/… failed"],
    ["a name with an escaped sign", "https://SECRET%40node.test", "https://…/…"],
    ["a name with an apostrophe", "https://SECRET'x:pw@node.test/", "https://…/…"],
    ["a path with an apostrophe", "no 'https://node.test/v2/'SECRET", "no 'https://node.test/…"],
    ["a URL with an invisible character", "https:\u200b//node.test/SECRET", "https://node.test/…"],
    ["a path with a control character", "https://node.test/v2/\tSECRET", "https://node.test/…"],
    ["JSON in JSON", "https:\\\\/\\\\/node.test\\\\/SECRET", "https:\\\\/\\\\/node.test/…"],
    ["a password with a slash", "https://me:SECRET/x@node.test", "https://…/…"],
    ["JSON", '{"url":"https:\\/\\/node.test\\/v2\\/SECRET"}', '{"url":"https:\\/\\/node.test/…"}'],
    ["a second line", "no\r\nSECRET", "no"],
    ["a key", `bad key ${key}`, `bad key ${redactedKey}`],
  ])("%s", async (_, text, line) => {
    const failures = [
      text,
      new Error(text),
      Object.assign(new Error("x", { cause: new Error(text) }), {
        message: text,
        request: { text },
      }),
    ];
    for (const failure of failures) {
      const error = await getRejection(signUserOperation(hash, createFailingSigner(failure)));
      expect(error).toBeInstanceOf(SigningError);
      expect(printError(error)).not.toMatch(/SECRET|8f2a5594/);
      expect((error.cause as Error).message).toBe(line);
      expect(error.message).toBe(
        `user operation: the signer failed: ${(error.cause as Error).message}`,
      );
    }
  });

  test("detects a rejection by the user, and keeps only name, code and message", async () => {
    const declined = Object.assign(new Error("User rejected\nURL: https://node.test/SECRET"), {
      code: 4001,
      url: "SECRET",
    });
    const error = await getRejection(signUserOperation(hash, createFailingSigner(declined)));
    expect(error).toMatchObject({
      rejected: true,
      cause: { name: "Error", code: 4001, message: "User rejected" },
    });
    expect(printError(error)).not.toContain("SECRET");
  });

  test("throws a SigningError if reading the response or the error throws", async () => {
    const throwingProxy = new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === "then") return undefined;
          throw new Error("SECRET");
        },
      },
    );
    for (const signer of [
      createFailingSigner(throwingProxy),
      { address: owner, signMessage: async () => throwingProxy },
    ]) {
      const error = await getRejection(signUserOperation(hash, signer));
      expect(error).toBeInstanceOf(SigningError);
      expect(printError(error)).not.toContain("SECRET");
    }
  });
});

test("ignores the letter case of addresses in hashes and signatures", async () => {
  const given = createMailTypedData();
  const wrongChecksum = "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD862";
  const withWallet = (wallet: string) => ({
    ...given,
    message: { ...given.message, from: { name: "Cow", wallet } },
  });
  expect(hashTypedData(withWallet(wrongChecksum))).toBe(
    hashTypedData(withWallet(wrongChecksum.toLowerCase())),
  );
  expect(await signTypedData(withWallet(wrongChecksum), account)).toBe(
    await signTypedData(withWallet(wrongChecksum.toLowerCase()), account),
  );
  expect(normaliseTypedData(withWallet(wrongChecksum)).message).toMatchObject({
    from: { wallet: wrongChecksum.toLowerCase() },
  });
  const { quote, options } = await createLimitOrderQuote();
  const { domain } = quote.typedData as TypedData;
  const mixedCase = `0x${domain.verifyingContract
    ?.slice(2)
    .toUpperCase()
    .replace(/[A-F]/, (letter) => letter.toLowerCase())}`;
  expect(mixedCase).not.toBe(domain.verifyingContract);
  const changed = {
    ...quote,
    typedData: { ...quote.typedData, domain: { ...domain, verifyingContract: mixedCase } },
  } as SwapQuote;
  expect(await signQuote(changed, createCountingSigner().signer, options)).toEqual(
    await signQuote(quote, createCountingSigner().signer, options),
  );
});

test("removes unsafe characters from the paths of problems", () => {
  const unsafeText = "x\n\u001b[2J\u202e\u2066\u200b\u2028";
  const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  const given = [
    createOrderTypedData({ a: "uint8" }, { a: 1, [unsafeText]: 1 }),
    createOrderTypedData({ [unsafeText]: "uint8" }, {}),
    { ...createOrderTypedData({ a: "uint8" }, { a: 1 }), domain: { [unsafeText]: 1 } },
    {
      ...createMailTypedData(),
      primaryType: unsafeText,
      types: { [unsafeText]: [{ name: unsafeText, type: unsafeText }], [`${unsafeText}2`]: 1 },
    },
  ];
  for (const typedData of given) {
    let problems: UnsafeToSignError["problems"] = [];
    try {
      normaliseTypedData(typedData as TypedData);
    } catch (error) {
      problems = (error as UnsafeToSignError).problems;
      expect((error as Error).message.split("\n")).toHaveLength(problems.length + 1);
    }
    expect(problems.length).toBeGreaterThan(0);
    for (const line of problems.flatMap((problem) => Object.values(problem)))
      expect(line).not.toMatch(unsafeCharacters);
  }
});

test("hides secrets in the paths of problems", () => {
  const wif = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn";
  for (const secret of [digits, wif, `${wif.slice(0, 9)}\u200b${wif.slice(9)}`]) {
    const typedData = createOrderTypedData({ a: "uint8" }, { a: 1, [secret]: 1 });
    try {
      normaliseTypedData(typedData as TypedData);
      expect.unreachable();
    } catch (error) {
      expect((error as UnsafeToSignError).problems[0]?.path).toContain("not shown");
      expect(printError(error)).not.toMatch(keyPattern);
      expect(printError(error)).not.toContain(wif.slice(9));
    }
  }
});

test("shows the operation's hash beside another quoteId, but nothing else in its place", async () => {
  const { quote, options } = await createMarketQuote();
  const find = (changes: object) =>
    checkQuote({ ...quote, ...changes }, options).find(({ code }) => code === "quote_id");
  expect(find({ quoteId: hash })?.expected).toContain(quote.userOperationHash);
  for (const userOperationHash of [digits, `${key}0`, `hash: ${key}`])
    expect(find({ userOperationHash })?.expected).not.toMatch(keyPattern);
});

describe("a description shows every cost and permission:", () => {
  const gasEstimate = { gasFeeTokenAmount: "4000", maxGasFeeToken: "5000", payGasFeeToken: usdc };
  const zeroFee = { type: "PARTNER", amount: "0", token: usdc };

  test.each([
    ["a fee of zero is listed", [zeroFee]],
    ["gas of zero is listed", [{ ...zeroFee, type: "GAS" }]],
    ["gas without an amount is listed", [{ type: "GAS" }]],
    ["no fee is listed", []],
  ])("shows estimated and maximum gas if %s", async (_, fees) => {
    const { quote } = await createMarketQuote();
    const { text, fees: described } = describeQuote({
      ...quote,
      estimatedGasFees: gasEstimate,
      fees,
    } as SwapQuote);
    expect(described).toContainEqual({
      type: "GAS",
      amount: "4000",
      most: "5000",
      token: usdc,
      to: undefined,
    });
    expect(text).toContain(`Fee (GAS): 4000 of ${usdc} (estimated; at most 5000)`);
    expect(
      describeQuote({ ...quote, estimatedGasFees: { maxGasFeeToken: "5000" }, fees } as SwapQuote)
        .text,
    ).toContain("at most 5000");
  });

  test("shows the collected fees if only a fee of zero is listed", async () => {
    const { quote } = await createMarketQuote();
    const estimatedCollectedFee = {
      collectedFee: "3",
      serviceCollectedFee: "0.0",
      collectedFeeToken: usdc,
    };
    const { fees } = describeQuote({
      ...quote,
      estimatedGasFees: null,
      estimatedCollectedFee,
      fees: [zeroFee],
    } as SwapQuote);
    expect(fees.map(({ type, amount }) => [type, amount])).toEqual([
      ["PARTNER", "0"],
      ["PROJECT", "3"],
    ]);
  });

  test("shows listed gas once", async () => {
    const { quote } = await createMarketQuote();
    expect(describeQuote(quote).fees.filter(({ type }) => type === "GAS")).toHaveLength(1);
  });

  test("lists the second signature of a limit order as a permission", async () => {
    const { quote } = await createLimitOrderQuote();
    expect(describeQuote(quote).permissions.join()).toContain("Also signs an order");
    expect(describeQuote((await createMarketQuote()).quote).permissions).toEqual([]);
  });

  test("warns about a delegation of the quote or its approval and names the contract", async () => {
    const { quote, options } = await createMarketQuote();
    const authorization = createDelegation();
    const approval = { userOperationHash: hash, authorization };
    for (const changed of [
      { ...quote, authorization },
      { ...quote, rwaApproveUserOperation: approval },
    ]) {
      const { warnings, permissions } = describeQuote(changed as SwapQuote, { now: options.now });
      expect(warnings).toEqual([
        `The contract ${stranger} gets control of your whole account and can move everything in it, now and later.`,
      ]);
      expect(permissions[0]).toContain(
        `Hands your account over to the contract ${stranger} on Polygon (137)`,
      );
    }
  });

  test("shows empty values of typed data, and the chain name for every notation of the id", () => {
    const given = createOrderTypedData(
      { legs: "uint8[]", inner: "Inner" },
      { legs: [], inner: {} },
    );
    const { fields } = describeTypedData({ ...given, types: { ...given.types, Inner: [] } });
    expect(fields).toEqual([
      { path: "legs", value: "[]" },
      { path: "inner", value: "{}" },
    ]);
    expect(describeTypedData(createOrderTypedData({}, {})).fields).toEqual([
      { path: "message", value: "{}" },
    ]);
    for (const chainId of ["0x89", "137", 137]) {
      expect(
        describeTypedData({
          ...createMailTypedData(),
          domain: { ...createMailTypedData().domain, chainId },
        } as TypedData).chain,
      ).toBe("Polygon (137)");
    }
    expect(
      describeTypedData({ ...createMailTypedData(), domain: { chainId: "polygon" } } as never)
        .chain,
    ).toBe("an unreadable chain");
  });
});

test("treats now: null as the current time", async () => {
  const { quote } = await createMarketQuote();
  const expired = { ...quote, expiresAt: Date.now() - 1_000 };
  expect([
    isExpired(expired, { now: null as never }),
    millisecondsLeft(expired, { now: null as never }),
  ]).toEqual([true, 0]);
  expect(describeQuote(expired, { now: null as never }).warnings.join()).toContain("expired");
  expect(() => pickExecutable([expired], { now: null as never })).toThrow(UnsafeToSignError);
});

test("isNone is true for an object with only null values, but not for [null]", () => {
  for (const empty of [null, undefined, {}, [], { hash: null, address: undefined }])
    expect(isNone(empty), JSON.stringify(empty)).toBe(true);
  for (const nonEmpty of [[null], { hash: "" }, { hash: 0 }, "", 0, false])
    expect(isNone(nonEmpty), JSON.stringify(nonEmpty)).toBe(false);
});

describe("picking a quote", () => {
  test.each([[[null]], [[undefined, 7]], [null], ["quotes"]])(
    "rejects %j with an UnsafeToSignError",
    (quotes) => {
      expect(() => pickExecutable(quotes as never)).toThrow(UnsafeToSignError);
    },
  );

  test("skips an entry that is not a quote", async () => {
    const { quote, options } = await createMarketQuote();
    expect(pickExecutable([null, quote] as never, { now: options.now })).toBe(quote);
  });

  test("mentions the clock only for quotes that expired more than a day ago", async () => {
    const { quote, options } = await createMarketQuote();
    const getErrorMessage = (...ages: number[]) => {
      try {
        return pickExecutable(
          ages.map((age) => ({ ...quote, expiresAt: options.now - age })),
          { now: options.now },
        );
      } catch (error) {
        return (error as Error).message;
      }
    };
    const day = 86_400_000;
    expect(getErrorMessage(day + 5_001, 1)).toContain("a fixed now of a sandbox");
    expect(getErrorMessage(day, 1)).not.toContain("clock");
  });
});
