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
  normaliseTypedData,
  pickExecutable,
  type Signer,
  signAuthorization,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { checkEqual, findProblems } from "../../src/signing/shared/problems.js";
import { createCountingSigner, createMarketQuote, stranger } from "./quote/test-quotes.js";
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

/** Matches digits that all forms of the key contain. */
const keyPattern = new RegExp(digits.slice(12, 40));

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
    `${digits.slice(0, 9)}\u0000${digits.slice(9)}`,
    `${" -".repeat(120)}${key}`,
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
    const wallets = findProblems((report) =>
      checkEqual(report, "wallet", "owner", key, `0x${"12".repeat(32)}`),
    );
    expect(wallets.problems).toMatchObject([
      { expected: redactedKey, received: `"${redactedKey}"` },
    ]);
    const hashes = findProblems((report) => checkEqual(report, "hash", "hash", hash, key));
    expect(hashes.problems).toMatchObject([{ expected: hash, received: `"${key}"` }]);
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
        code: text,
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
  for (const secret of [digits, `${digits.slice(0, 9)}\u200b${digits.slice(9)}`]) {
    const typedData = createOrderTypedData({ a: "uint8" }, { a: 1, [secret]: 1 });
    try {
      normaliseTypedData(typedData as TypedData);
      expect.unreachable();
    } catch (error) {
      expect((error as UnsafeToSignError).problems[0]?.path).toContain("not shown");
      expect(printError(error)).not.toMatch(keyPattern);
    }
  }
});

test("shows the operation's hash beside another quoteId, but nothing else in its place", async () => {
  const { quote, options } = await createMarketQuote();
  const find = (changes: object) =>
    checkQuote({ ...quote, ...changes }, options).find(({ code }) => code === "quote_id");
  expect(find({ quoteId: hash })?.expected).toContain(quote.userOperationHash);
  for (const userOperationHash of [digits, `hash: ${key}`])
    expect(find({ userOperationHash })?.expected).not.toMatch(keyPattern);
});

test("shows no text in place of a hash", async () => {
  const { quote, options } = await createMarketQuote();
  const text = `${quote.userOperationHash}\nWarning: none`;
  const approval = { userOperationHash: text };
  for (const changed of [
    { ...quote, userOperationHash: text },
    { ...quote, userOperationHash: "0x12" },
    { ...quote, rwaApproveUserOperation: approval },
  ])
    for (const given of [{ now: options.now }, options]) {
      const described = describeQuote(changed as SwapQuote, given);
      expect(described.text).not.toContain("Warning: none");
      const { approval: second, userOperationHash: first } = described.digests;
      const isWhole = changed.userOperationHash === quote.userOperationHash;
      expect(first).toBe(isWhole ? quote.userOperationHash : undefined);
      expect(second?.userOperationHash).toBeUndefined();
    }
});
