import { describe, expect, test, vi } from "vitest";
import {
  bitcoinAddress,
  bitcoinAddressKind,
  checkBitcoinAddress,
  describePsbt,
  isBitcoinAddress,
  readPrivateKey,
  signBitcoinMessage,
  signPsbt,
  verifyBitcoinMessage,
} from "../../src/bitcoin/index.js";
import { ConfigurationError, UnsafeToSignError } from "../../src/index.js";
import {
  cancelLimitOrder,
  checkQuote,
  describeQuote,
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
import { createCountingSigner, createMarketQuote } from "./quote/test-quotes.js";
import { createMailTypedData, hash, owner } from "./test-signers.js";

const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const wif = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn";

async function catchError(call: () => unknown): Promise<ConfigurationError> {
  try {
    await call();
  } catch (error) {
    return error as ConfigurationError;
  }
  expect.unreachable("no error");
}

/** Every way to write an object with one wrong name. */
const forms: [string, (options: object) => object][] = [
  ["a literal", (options) => options],
  ["a frozen object", (options) => Object.freeze({ ...options })],
  ["a class instance", (options) => Object.assign(new (class Options {})(), options)],
  ["a null prototype", (options) => Object.assign(Object.create(null), options)],
  ["a prototype", (options) => Object.create(options)],
];

async function openCalls() {
  const { quote, options } = await createMarketQuote();
  const { signer, countCalls } = createCountingSigner();
  const prepareCancellation = vi.fn();
  const client = { swap: { prepareCancellation, cancelLimitOrder: vi.fn() } };
  const { psbt } = buildPsbt(
    [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
    [{ script: receiverScript, value: 99_000n }],
  );
  const authorization = { chainId: 137, address: owner, nonce: 0, hash };
  const signed = signBitcoinMessage("hello", keyA);
  /** The call, valid options of it, a misspelt option and the option that is meant. */
  const calls: [string, (options: never) => unknown, object, string, string][] = [
    ["signQuote", (given) => signQuote(quote, signer, given), options, "ownr", "owner"],
    ["checkQuote", (given) => checkQuote(quote, given), options, "expct", "expect"],
    ["checkQuote", (given) => checkQuote(quote, given), options, "maxGasFees", "maxGasFee"],
    ["describeQuote", (given) => describeQuote(quote, given), {}, "tokenNames", "tokenName"],
    [
      "pickExecutable",
      (given) => pickExecutable([quote], given),
      { now: options.now },
      "margn",
      "margin",
    ],
    ["isExpired", (given) => isExpired(quote, given), {}, "margins", "margin"],
    ["millisecondsLeft", (given) => millisecondsLeft(quote, given), {}, "nows", "now"],
    [
      "signOperation",
      (given) => signOperation({ userOperationHash: hash }, signer, given),
      { owner },
      "chainID",
      "chainId",
    ],
    ["signUserOperation", (given) => signUserOperation(hash, signer, given), {}, "ownr", "owner"],
    [
      "signTypedData",
      (given) => signTypedData(createMailTypedData(), signer, given),
      {},
      "chain",
      "chainId",
    ],
    [
      "signAuthorization",
      (given) => signAuthorization(authorization, signer, given),
      {},
      "delegate",
      "delegates",
    ],
    [
      "signCancellation",
      (given) => signCancellation({ signData: [] } as never, signer, given),
      {},
      "wallet",
      "walletAddress",
    ],
    [
      "cancelLimitOrder",
      (given) => cancelLimitOrder(client, "1", signer, given),
      {},
      "signl",
      "signal",
    ],
    ["signPsbt", (given) => signPsbt(psbt, keyA, given), {}, "maxFeerate", "maxFeeRate"],
    ["describePsbt", (given) => describePsbt(psbt, given), {}, "owners", "owner"],
    ["bitcoinAddress", (given) => bitcoinAddress(keyA, given), {}, "kinds", "kind"],
    ["checkBitcoinAddress", (given) => checkBitcoinAddress(address, given), {}, "net", "network"],
    ["checkBitcoinAddress", (given) => isBitcoinAddress(address, given), {}, "netwrok", "network"],
    ["checkBitcoinAddress", (given) => bitcoinAddressKind(address, given), {}, "netw", "network"],
    ["readPrivateKey", (given) => readPrivateKey(wif, given), {}, "Network", "network"],
    ["signBitcoinMessage", (given) => signBitcoinMessage("a", keyA, given), {}, "knd", "kind"],
    [
      "verifyBitcoinMessage",
      (given) => verifyBitcoinMessage(signed, given),
      {},
      "networks",
      "network",
    ],
  ];
  const countAllCalls = () => countCalls() + prepareCancellation.mock.calls.length;
  return { quote, options, psbt, signer, calls, countAllCalls };
}

describe("an unknown option", () => {
  test.each(forms)("is rejected by every function, as %s", async (_, toForm) => {
    const { calls, countAllCalls } = await openCalls();
    for (const [name, call, valid, misspelt, meant] of calls) {
      const error = await catchError(() => call(toForm({ ...valid, [misspelt]: 1 }) as never));
      expect(error, `${name} ${misspelt}`).toBeInstanceOf(ConfigurationError);
      expect(error.message).toBe(`${name}: unknown option "${misspelt}"`);
      expect(error.hint).toBe(`Did you mean ${meant}?`);
    }
    expect(countAllCalls()).toBe(0);
  });

  test("is rejected inside of expect", async () => {
    const { quote, options, psbt, signer, countAllCalls } = await openCalls();
    const withRequest = (changes: object) =>
      ({ ...options, expect: Object.freeze({ ...options.expect, ...changes }) }) as never;
    for (const [subject, call] of [
      ["checkQuote: expect", () => checkQuote(quote, withRequest({ minAmuontOut: "1" }))],
      ["signQuote: expect", () => signQuote(quote, signer, withRequest({ minAmuontOut: "1" }))],
    ] as const)
      expect(await catchError(call)).toMatchObject({
        kind: "configuration",
        message: `${subject}: unknown option "minAmuontOut"`,
        hint: "Did you mean minAmountOut?",
      });
    const extraFee = { percent: 1, toAddress: owner };
    expect(await catchError(() => checkQuote(quote, withRequest({ extraFee })))).toMatchObject({
      message: 'checkQuote: expect: extraFee: unknown option "percent"',
      hint: "Did you mean percentage?",
    });
    const expected = { output: [] } as never;
    expect(await catchError(() => signPsbt(psbt, keyA, { expect: expected }))).toMatchObject({
      message: 'signPsbt: expect: unknown option "output"',
      hint: "Did you mean outputs?",
    });
    expect(countAllCalls()).toBe(0);
  });

  test("does not prevent the valid options in every form", async () => {
    const { quote, options } = await openCalls();
    for (const [form, toForm] of forms)
      expect(checkQuote(quote, toForm(options) as never), form).toEqual([]);
  });

  test("is not the index that a callback gets", async () => {
    const { quote, options } = await openCalls();
    const valid = { ...quote, expiresAt: Date.now() + 60_000 };
    const expired = { ...quote, expiresAt: options.now - 1 };
    expect([valid, expired].filter(isExpired as never)).toEqual([expired]);
    expect([valid, expired].map(millisecondsLeft as never)).toEqual([expect.any(Number), 0]);
    expect(["x", address].filter(isBitcoinAddress as never)).toEqual([address]);
    expect([quote, valid].map(describeQuote as never)).toEqual([
      describeQuote(quote),
      describeQuote(valid),
    ]);
    expect([keyA, keyA].map(bitcoinAddress as never)).toEqual([
      bitcoinAddress(keyA),
      bitcoinAddress(keyA),
    ]);
  });
});

describe("the options of cancelLimitOrder", () => {
  test("can be inherited", async () => {
    const prepared = { signData: [{ type: "LIMIT_ORDER", typedData: null }] } as never;
    const swap = { prepareCancellation: async () => prepared, cancelLimitOrder: vi.fn() };
    const options = Object.create({ owner, walletAddress: owner, chainId: 137 });
    const { signer } = createCountingSigner();
    const error = await catchError(() => cancelLimitOrder({ swap }, "1", signer, options));
    expect(error).toMatchObject({ problems: [{ code: "nothing_to_sign" }] });
  });
});

test("pickExecutable accepts the options of signQuote, and applies now and margin", async () => {
  const { quote, options } = await createMarketQuote();
  expect(pickExecutable([quote], options)).toBe(quote);
  const late = { ...options, now: Date.parse("2100-01-01") };
  expect(() => pickExecutable([quote], late)).toThrow(UnsafeToSignError);
});
