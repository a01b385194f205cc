import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readPrivateKey, signPsbt } from "../../src/bitcoin/index.js";
import { hideSecrets, quoteValue } from "../../src/errors/hide-secrets.js";
import { createClient } from "../../src/index.js";
import { createProxy } from "../../src/proxy/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import {
  checkQuote,
  pickExecutable,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
  toUnits,
} from "../../src/signing/index.js";
import { buildPsbt, keyA, receiverScript, secretA } from "../bitcoin/build-psbt.js";
import { hash, signature, wallet } from "../http/test-client.js";
import { createMarketQuote } from "../signing/quote/test-quotes.js";
import { account, createMailTypedData, key } from "../signing/test-signers.js";
import { inBrowser } from "../support/in-browser.js";

const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const wif = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn";

/** The master key of the first test vector of BIP-32. */
const extendedKey =
  "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";
const longWords =
  "nightclubs tomato paragraphs adhesives sausage algebraic nightclubs tomato paragraphs adhesives sausage algebraic";

const secrets: [string, string, RegExp][] = [
  ["a recovery phrase", phrase, /sausage|yellow/],
  ["a phrase with line breaks", phrase.replaceAll(" ", "\n"), /sausage|yellow/],
  ["a phrase of 24 words", `${phrase} ${phrase}`, /sausage|yellow/],
  ["a phrase with other text", `my phrase: ${phrase}!`, /sausage|yellow/],
  ["a private key", key, /8f2a5594|692be63/i],
  ["a private key without 0x", key.slice(2).toUpperCase(), /8f2a5594|692be63/i],
  ["a private key in WIF", wif, /KwDiBf|73sVHnoWn/],
  ["a private key in WIF after an underscore", `key_${wif}_1`, /KwDiBf|73sVHnoWn/],
  ["an extended private key", extendedKey, /xprv9s21|yuGBxrMPHi/],
  ["a private key in two lines", `${key.slice(0, 30)}\n${key.slice(30)}`, /8f2a5594|692be63/i],
  [
    "a private key with an invisible character",
    `${wif.slice(0, 9)}\u200b${wif.slice(9)}`,
    /KwDiBf/,
  ],
  ["a phrase with words of ten letters", longWords, /tomato|nightclubs|sausage/],
];

/** Every entry point that takes a value, with the value in every place that a message quotes. */
function listCalls(secret: never): [string, () => unknown][] {
  const baseUrl = "https://api.example.com";
  const fetch = async () => Response.json({});
  const client = createClient({
    baseUrl,
    apiKey: "key",
    fetch,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
  });
  const sandbox = createSandbox();
  const proxyOptions = { baseUrl, apiKey: "key", authorize: () => true, prefix: "/api" } as const;
  const proxy = (options: object) => createProxy({ ...proxyOptions, ...options } as never);
  const token = { chainId: 137, address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" };
  const { psbt } = buildPsbt(
    [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
    [{ script: receiverScript, value: 99_000n }],
  );
  const quoteWith = async (options: object, expected: object = {}) => {
    const { quote, options: valid } = await createMarketQuote();
    const expect = { ...valid.expect, ...expected };
    return signQuote(quote, account, { ...valid, ...options, expect } as never);
  };
  return [
    // In a page every text is a relative URL.
    ["createClient baseUrl", () => createClient({ baseUrl: inBrowser ? `ftp:${secret}` : secret })],
    ["createClient timeout", () => createClient({ baseUrl, timeout: secret })],
    ["createClient retry", () => createClient({ baseUrl, retry: { limit: secret } })],
    ["createClient retry delay", () => createClient({ baseUrl, retry: { maxDelay: secret } })],
    ["createClient validation", () => createClient({ baseUrl, validation: secret })],
    ["createClient logLevel", () => createClient({ baseUrl, logLevel: secret })],
    ["createClient headers", () => createClient({ baseUrl, headers: { [`${secret} `]: "1" } })],
    ["createClient paths", () => createClient({ baseUrl, paths: { "swap.quote": secret } })],
    ["createClient option", () => createClient({ baseUrl, [secret]: 1 })],
    [
      "register owner",
      () => client.wallets.register({ externallyOwnedAccount: secret, factory: wallet }),
    ],
    [
      "register salt",
      () =>
        client.wallets.register({
          externallyOwnedAccount: wallet,
          factory: wallet,
          salt: { secret } as never,
        }),
    ],
    [
      "check owner",
      () => client.wallets.check({ externallyOwnedAccount: secret, factory: wallet }),
    ],
    ["history wallet", () => client.wallets.history(secret).firstPage()],
    ["toArray", () => client.tokens.list().toArray({ limit: secret })],
    [
      "execute",
      () =>
        client.operations.execute({ userOperationHash: hash, signature: `${secret}!` as never }),
    ],
    [
      "swap chain",
      () =>
        client.swap.quote({
          chainIdIn: secret,
          walletAddress: secret,
          toAddress: secret,
          amountIn: secret,
        } as never),
    ],
    ["request path", () => client.request({ method: "GET", path: secret })],
    ["proxy prefix", () => proxy({ prefix: secret })],
    ["proxy allow", () => proxy({ allow: [secret] })],
    ["proxy origins", () => proxy({ allowOrigins: [secret] })],
    ["proxy maxBodyBytes", () => proxy({ maxBodyBytes: secret })],
    ["sandbox baseUrl", () => createSandbox({ baseUrl: secret })],
    ["sandbox advance", () => sandbox.advance(`${secret}!` as never)],
    ["sandbox fund account", () => sandbox.fund(secret, token, "1")],
    ["sandbox fund token", () => sandbox.fund(wallet, { chainId: 1, address: secret }, "1")],
    ["sandbox fund amount", () => sandbox.fund(wallet, token, secret)],
    ["sandbox bitcoin wallet", () => sandbox.registerBitcoinWallet(secret)],
    ["sandbox session", () => sandbox.decide(secret, "COMPLETED")],
    ["sandbox port", () => sandbox.listen({ port: secret })],
    ["signQuote owner", () => quoteWith({ owner: secret })],
    ["signQuote limits", () => quoteWith({ minAmountOut: secret, maxGasFee: secret })],
    ["signQuote decimals", () => quoteWith({ tokenOutDecimals: secret })],
    ["signQuote option", () => quoteWith({ [secret]: 1 })],
    [
      "signQuote request",
      () => quoteWith({}, { amountIn: secret, tokenIn: secret, slippage: secret }),
    ],
    [
      "signQuote wallet",
      () => quoteWith({}, { walletAddress: secret, toAddress: secret, chainIdIn: secret }),
    ],
    [
      "checkQuote",
      () =>
        checkQuote(secret, { expect: {} as never }).map((problem) => {
          throw new RangeError(JSON.stringify(problem));
        }),
    ],
    ["pickExecutable", () => pickExecutable(secret)],
    [
      "signOperation",
      () =>
        signOperation({ userOperationHash: hash, walletAddress: wallet, chain: 137 }, account, {
          owner: secret,
          walletAddress: secret,
          chainId: secret,
        }),
    ],
    ["signUserOperation", () => signUserOperation(hash, account, { owner: secret })],
    [
      "signTypedData",
      () => signTypedData(createMailTypedData(), account, { chainId: secret, owner: secret }),
    ],
    [
      "signAuthorization",
      () =>
        signAuthorization({ chainId: 137, address: wallet, nonce: 0, hash }, account, {
          delegates: [secret],
          chainId: secret,
        }),
    ],
    [
      "signCancellation",
      () =>
        signCancellation({ signData: [] } as never, account, {
          owner: secret,
          walletAddress: secret,
          chainId: secret,
        }),
    ],
    ["toUnits", () => toUnits(secret, 6)],
    ["toUnits decimals", () => toUnits("1", secret)],
    ["readPrivateKey", () => readPrivateKey(`${secret}1`)],
    [
      "signPsbt limits",
      () =>
        signPsbt(psbt, keyA, { maxFeeRate: `${secret}!` as never, maxFee: `${secret}!` as never }),
    ],
    ["signPsbt owner", () => signPsbt(psbt, keyA, { expect: { outputs: [{ address: secret }] } })],
  ];
}

/** Prints an error in every way that logs do. */
const print = (error: unknown) =>
  [
    String(error),
    (error as Error).stack,
    JSON.stringify(error),
    inspect(error, { depth: 12, showHidden: true }),
  ].join("\n");

async function catchError(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each(secrets)("%s", (_, secret, pattern) => {
  test.each(listCalls(secret as never))("is not quoted by an error of %s", async (_, call) => {
    const error = await catchError(call);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(TypeError);
    expect(print(error)).not.toMatch(pattern);
  });

  test("is replaced by its length in a quoted value", () => {
    expect(quoteValue(secret)).toMatch(/\d+ (hex digits|characters) \(not shown: it could be/);
    expect(quoteValue(secret)).not.toMatch(pattern);
  });
});

describe("hides", () => {
  test.each(["xprv", "yprv", "zprv", "tprv", "uprv", "vprv", "Xprv"])("keys with %s", (prefix) => {
    const hidden = hideSecrets(`the key ${prefix}${extendedKey.slice(4)}.`);
    expect(hidden).toBe("the key 111 characters (not shown: it could be a private key).");
  });

  test("a key in WIF with its exact length beside other characters", () => {
    for (const [before, after] of [
      ["key_", "_1"],
      ["é", "é"],
      ["=", ";"],
    ])
      expect(hideSecrets(`${before}${wif}${after}`)).toContain("52 characters (not shown");
  });
});

describe("shows", () => {
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    logLevel: "off",
    dangerouslyAllowBrowser: true,
  });
  const digits = hash.slice(2);

  test("a malformed hash in a field that is documented as a hash", async () => {
    const calls = [
      () => client.operations.execute({ userOperationHash: digits as never, signature }),
      () => client.wallets.history(wallet, { transactionHash: digits as never }).firstPage(),
    ];
    for (const call of calls)
      expect(String(await catchError(call))).toContain(`got "${digits.slice(0, 60)}`);
  });

  test("sentences, addresses, amounts and hashes in text of less than 60 digits", () => {
    for (const text of [
      "The transfer amount exceeds the balance of the sender, so that nothing was sent to anyone.",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      wallet,
      "123456789.12345678901234567890123456789012345",
      "legal winner thank year",
      "The pool does not have enough liquidity for this swap and will revert now",
      "ERC20: transfer amount exceeds allowance",
      `${"a".repeat(60)}`.replaceAll("a", "xy\n"),
      "line one\nline two\nline three",
    ])
      expect(hideSecrets(text)).toBe(text);
  });

  test("the type of values that have no text", () => {
    expect(quoteValue(Object.create(null))).toBe("a value of type object");
    expect(quoteValue([phrase])).toBe("a value of type object");
    expect(quoteValue(null)).toBe("null");
    expect(quoteValue(Symbol("x"))).toBe("Symbol(x)");
    expect(quoteValue(-1.5)).toBe("-1.5");
    expect(quoteValue(BigInt(key))).toContain("not shown");
  });

  test("long text of an attacker in linear time", () => {
    const started = performance.now();
    for (const text of ["a".repeat(300_000), "abcdefgh ".repeat(40_000), "ab ".repeat(100_000)])
      hideSecrets(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
