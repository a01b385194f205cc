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
const notShown = "64 hex digits (not shown: it could be a private key)";

/** What all mistyped forms of the key hold, and the key as a number. */
const part = new RegExp(`${digits.slice(12, 40)}|${BigInt(key)}`);

/** Everywhere that an error is printed. */
const printed = (error: unknown) =>
  [
    String(error),
    (error as Error).stack,
    JSON.stringify(error),
    inspect(error, { depth: 12, showHidden: true }),
  ].join("\n");

const delegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) } as SwapQuote["authorization"];
};

describe("a private key that was passed by mistake is refused and stands in no error", () => {
  const mistaken = [
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

  test.each(mistaken)("as owner of a quote with an authorization: form %#", async (given) => {
    const { quote, options } = await createMarketQuote();
    const { signer, calls } = createCountingSigner();
    const error = await getRejection(
      signQuote({ ...quote, authorization: delegation() }, signer, { ...options, owner: given }),
    );
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain("not shown: it could be a private key");
    expect(printed(error).toLowerCase()).not.toMatch(part);
    expect(calls()).toBe(0);
  });

  test.each(mistaken.filter((given) => given !== key))(
    "as a user operation's hash: form %#",
    async (given) => {
      const { signer, calls } = createCountingSigner();
      const error = await getRejection(signUserOperation(given, signer));
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(error.message).toContain("expected a 32-byte hash: 0x and 64 hex digits, got");
      expect(printed(error).toLowerCase()).not.toMatch(part);
      expect(calls()).toBe(0);
    },
  );

  test.each(mistaken)(
    "as wallet, token, delegate, chain, typed data or the quote itself: form %#",
    async (given) => {
      const { quote, options } = await createMarketQuote();
      const { expect: asked } = options;
      const attempts: (() => Promise<unknown>)[] = [
        () => signQuote(quote, account, { ...options, expect: { ...asked, walletAddress: given } }),
        () =>
          signQuote(quote, account, {
            ...options,
            expect: { ...asked, tokenIn: given, payGasFeeToken: given },
          }),
        () => signQuote(quote, account, { ...options, expect: { ...asked, toAddress: given } }),
        () => signQuote(given, account, options),
        () => signAuthorization(delegation() as never, account, { delegates: [given] }),
        () => signTypedData(given, account),
        () => signTypedData(createOrderTypedData({ to: "address" }, { to: given }), account),
        () => signTypedData(createMailTypedData(), account, { chainId: given }),
        async () => pickExecutable(given),
        async () => pickExecutable([given]),
      ];
      for (const attempt of attempts) {
        const error = await getRejection(attempt());
        expect(error).toBeInstanceOf(UnsafeToSignError);
        expect(printed(error).toLowerCase()).not.toMatch(part);
      }
    },
  );

  test("what is not shown is told by its size, and where the other value is one too", () => {
    const [problem] = collectProblems((report) =>
      checkEqual(report, "wallet", "owner", key, `0x${"12".repeat(32)}`),
    );
    expect(problem).toMatchObject({ expected: notShown, actual: `"${notShown}"` });
    expect(
      collectProblems((report) => checkEqual(report, "hash", "hash", hash, key)),
    ).toMatchObject([{ expected: hash, actual: `"${key}"` }]);
  });
});

describe("a wallet's failure is handed on without what only its node should know", () => {
  const failing = (failure: unknown): Signer => ({
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
      "nothing but a host",
      "no answer of http://[::1]:8545 or https://node.test",
      "no answer of http://[::1]:8545 or https://node.test",
    ],
    [
      "a host of numbers",
      "no answer of http://[::1]:8545/SECRET",
      "no answer of http://[::1]:8545/…",
    ],
    ["a word behind the host", "https://node.test: failed", "https://node.test/… failed"],
    ["a name with an escaped sign", "https://SECRET%40node.test", "https://…/…"],
    ["a name with an apostrophe", "https://SECRET'x:pw@node.test/", "https://…/…"],
    ["a path with an apostrophe", "no 'https://node.test/v2/'SECRET", "no 'https://node.test/…"],
    ["an address that prints as one", "https:\u200b//node.test/SECRET", "https://node.test/…"],
    ["a path that prints as one", "https://node.test/v2/\tSECRET", "https://node.test/…"],
    ["JSON in JSON", "https:\\\\/\\\\/node.test\\\\/SECRET", "https:\\\\/\\\\/node.test/…"],
    ["a password with a slash", "https://me:SECRET/x@node.test", "https://…/…"],
    ["JSON", '{"url":"https:\\/\\/node.test\\/v2\\/SECRET"}', '{"url":"https:\\/\\/node.test/…"}'],
    ["a further line", "no\r\nSECRET", "no"],
    ["a key", `bad key ${key}`, `bad key ${notShown}`],
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
      const error = await getRejection(signUserOperation(hash, failing(failure)));
      expect(error).toBeInstanceOf(SigningError);
      expect(printed(error)).not.toMatch(/SECRET|8f2a5594/);
      expect((error.cause as Error).message).toBe(line);
      expect(error.message).toBe(
        `user operation: the signer failed: ${(error.cause as Error).message}`,
      );
    }
  });

  test("a person who declines is told by the code, and nothing else of the failure is kept", async () => {
    const declined = Object.assign(new Error("User rejected\nURL: https://node.test/SECRET"), {
      code: 4001,
      url: "SECRET",
    });
    const error = await getRejection(signUserOperation(hash, failing(declined)));
    expect(error).toMatchObject({
      rejected: true,
      cause: { name: "Error", code: 4001, message: "User rejected" },
    });
    expect(printed(error)).not.toContain("SECRET");
  });

  test("an answer or a failure that throws when it is read is an error of signing", async () => {
    const trap = new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === "then") return undefined;
          throw new Error("SECRET");
        },
      },
    );
    for (const signer of [failing(trap), { address: owner, signMessage: async () => trap }]) {
      const error = await getRejection(signUserOperation(hash, signer));
      expect(error).toBeInstanceOf(SigningError);
      expect(printed(error)).not.toContain("SECRET");
    }
  });
});

test("letter case of an address on the wire changes neither the hash nor the signature", async () => {
  const given = createMailTypedData();
  const wrong = "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD862";
  const cased = (wallet: string) => ({
    ...given,
    message: { ...given.message, from: { name: "Cow", wallet } },
  });
  expect(hashTypedData(cased(wrong))).toBe(hashTypedData(cased(wrong.toLowerCase())));
  expect(await signTypedData(cased(wrong), account)).toBe(
    await signTypedData(cased(wrong.toLowerCase()), account),
  );
  expect(normaliseTypedData(cased(wrong)).message).toMatchObject({
    from: { wallet: wrong.toLowerCase() },
  });
  const { quote, options } = await createLimitOrderQuote();
  const { domain } = quote.typedData as TypedData;
  const mixed = `0x${domain.verifyingContract
    ?.slice(2)
    .toUpperCase()
    .replace(/[A-F]/, (letter) => letter.toLowerCase())}`;
  expect(mixed).not.toBe(domain.verifyingContract);
  const changed = {
    ...quote,
    typedData: { ...quote.typedData, domain: { ...domain, verifyingContract: mixed } },
  } as SwapQuote;
  expect(await signQuote(changed, createCountingSigner().signer, options)).toEqual(
    await signQuote(quote, createCountingSigner().signer, options),
  );
});

test("names on the wire put no control or bidirectional character into the path of a problem", () => {
  const nasty = "x\n\u001b[2J\u202e\u2066\u200b\u2028";
  const unreadable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  const given = [
    createOrderTypedData({ a: "uint8" }, { a: 1, [nasty]: 1 }),
    createOrderTypedData({ [nasty]: "uint8" }, {}),
    { ...createOrderTypedData({ a: "uint8" }, { a: 1 }), domain: { [nasty]: 1 } },
    {
      ...createMailTypedData(),
      primaryType: nasty,
      types: { [nasty]: [{ name: nasty, type: nasty }], [`${nasty}2`]: 1 },
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
      expect(line).not.toMatch(unreadable);
  }
});

describe("a description hides nothing that costs or allows something", () => {
  const gas = { gasFeeTokenAmount: "4000", maxGasFeeToken: "5000", payGasFeeToken: usdc };
  const nothing = { type: "PARTNER", amount: "0", token: usdc };

  test.each([
    ["a fee of nothing is listed", [nothing]],
    ["gas of nothing is listed", [{ ...nothing, type: "GAS" }]],
    ["gas without an amount is listed", [{ type: "GAS" }]],
    ["nothing is listed", []],
  ])("the estimate of gas and its most are told where %s", async (_, fees) => {
    const { quote } = await createMarketQuote();
    const { text, fees: told } = describeQuote({
      ...quote,
      estimatedGasFees: gas,
      fees,
    } as SwapQuote);
    expect(told).toContainEqual({
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

  test("what the service collects is told where only a fee of nothing is listed", async () => {
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
      fees: [nothing],
    } as SwapQuote);
    expect(fees.map(({ type, amount }) => [type, amount])).toEqual([
      ["PARTNER", "0"],
      ["PROJECT", "3"],
    ]);
  });

  test("gas that is listed is told once", async () => {
    const { quote } = await createMarketQuote();
    expect(describeQuote(quote).fees.filter(({ type }) => type === "GAS")).toHaveLength(1);
  });

  test("the second signature of a limit order is a permission", async () => {
    const { quote } = await createLimitOrderQuote();
    expect(describeQuote(quote).permissions.join()).toContain("Signs an order as well");
    expect(describeQuote((await createMarketQuote()).quote).permissions).toEqual([]);
  });

  test("a delegation is a warning that names the delegate, also where it comes with the approval", async () => {
    const { quote, options } = await createMarketQuote();
    const authorization = delegation();
    const approval = { userOperationHash: hash, authorization };
    for (const changed of [
      { ...quote, authorization },
      { ...quote, rwaApproveUserOperation: approval },
    ]) {
      const { warnings, permissions } = describeQuote(changed as SwapQuote, { now: options.now });
      expect(warnings).toEqual([
        `The contract ${stranger} gets power over your whole account: all that is in it, now and later.`,
      ]);
      expect(permissions[0]).toContain(
        `Hands your account over to the contract ${stranger} on Polygon (137)`,
      );
    }
  });

  test("typed data shows what is empty, and names its chain however the id is written", () => {
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
    ).toBe("chain polygon");
  });
});

test("null for the time is now, not the beginning of time", async () => {
  const { quote } = await createMarketQuote();
  const dead = { ...quote, expiresAt: Date.now() - 1_000 };
  expect([
    isExpired(dead, { now: null as never }),
    millisecondsLeft(dead, { now: null as never }),
  ]).toEqual([true, 0]);
  expect(describeQuote(dead, { now: null as never }).warnings.join()).toContain("expired");
  expect(() => pickExecutable([dead], { now: null as never })).toThrow(UnsafeToSignError);
});

test("an object of nothing but nulls is none; a list that holds one is something", () => {
  for (const none of [null, undefined, {}, [], { hash: null, address: undefined }])
    expect(isNone(none), JSON.stringify(none)).toBe(true);
  for (const some of [[null], { hash: "" }, { hash: 0 }, "", 0, false])
    expect(isNone(some), JSON.stringify(some)).toBe(false);
});

describe("picking a quote", () => {
  test.each([[[null]], [[undefined, 7]], [null], ["quotes"]])(
    "%j is refused with a typed error",
    (quotes) => {
      expect(() => pickExecutable(quotes as never)).toThrow(UnsafeToSignError);
    },
  );

  test("a list with a gap yields the quote behind it", async () => {
    const { quote, options } = await createMarketQuote();
    expect(pickExecutable([null, quote] as never, options)).toBe(quote);
  });

  test("quotes that expired more than a day ago may be of another clock, and that is said; of others it is not", async () => {
    const { quote, options } = await createMarketQuote();
    const refused = (...ages: number[]) => {
      try {
        return pickExecutable(
          ages.map((age) => ({ ...quote, expiresAt: options.now - age })),
          options,
        );
      } catch (error) {
        return (error as Error).message;
      }
    };
    const day = 86_400_000;
    expect(refused(day + 5_001, 1)).toContain("createSandbox({ now: new Date() })");
    expect(refused(day, 1)).not.toContain("clock");
  });
});
