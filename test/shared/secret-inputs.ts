import { inspect } from "node:util";
import { expect } from "vitest";
import { readPrivateKey, signPsbt } from "../../src/bitcoin/index.js";
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
import { hash, wallet } from "../http/test-client.js";
import { createMarketQuote } from "../signing/quote/test-quotes.js";
import { account, createMailTypedData, key } from "../signing/test-signers.js";
import { inBrowser } from "../support/in-browser.js";

/** Secrets, and a pattern that finds a part of them. */
export const secrets: [string, string, RegExp][] = [
  ["a private key", key, /8f2a5594|692be63/i],
  ["a private key without 0x", key.slice(2).toUpperCase(), /8f2a5594|692be63/i],
  ["a private key in a sentence", `my key_${key.slice(2)}, see`, /8f2a5594|692be63/i],
];

/** Every entry point that takes a value, with the value in every place that a message quotes. */
export function listCalls(secret: never): [string, () => unknown][] {
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
  const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  const funded = { account: wallet, chainId: 137, token, amount: "1" };
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
    ["sandbox fund account", () => sandbox.fund({ ...funded, account: secret })],
    ["sandbox fund token", () => sandbox.fund({ ...funded, token: secret })],
    ["sandbox fund amount", () => sandbox.fund({ ...funded, amount: secret })],
    ["sandbox bitcoin wallet", () => sandbox.registerBitcoinWallet({ account: secret })],
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
export const print = (error: unknown) =>
  [
    String(error),
    (error as Error).stack,
    JSON.stringify(error),
    inspect(error, { depth: 12, showHidden: true }),
  ].join("\n");

export async function catchError(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Asserts that a call throws an error of this package that does not show the secret. */
export async function expectHidden(call: () => unknown, pattern: RegExp): Promise<void> {
  const error = await catchError(call);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(TypeError);
  expect(print(error)).not.toMatch(pattern);
}
