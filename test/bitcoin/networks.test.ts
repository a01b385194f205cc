import { Psbt } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import * as bitcoin from "../../src/bitcoin/index.js";
import { SigningError } from "../../src/errors/index.js";
import { buildPsbt, keyA, receiverAddress, receiverScript, secretA } from "./build-psbt.js";
import { toWif } from "./reference-implementation.js";

const { psbt } = buildPsbt(
  [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
  [{ script: receiverScript, value: 99_000n }],
);
const signed = bitcoin.signBitcoinMessage("hello", keyA);
const digits = "11".repeat(32);

const calls: [string, (options: bitcoin.BitcoinNetworkOptions) => unknown][] = [
  ["checkBitcoinAddress", (options) => bitcoin.checkBitcoinAddress(receiverAddress, options)],
  ["checkBitcoinAddress of an empty string", (options) => bitcoin.checkBitcoinAddress("", options)],
  [
    "isBitcoinAddress",
    (options) => bitcoin.isBitcoinAddress(receiverAddress.toUpperCase(), options),
  ],
  [
    "bitcoinAddressKind",
    (options) => bitcoin.bitcoinAddressKind("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", options),
  ],
  ["bitcoinAddress", (options) => bitcoin.bitcoinAddress(keyA.publicKey, options)],
  [
    "bitcoinAddress of a private key",
    (options) => bitcoin.bitcoinAddress(keyA, { ...options, kind: "P2PKH" }),
  ],
  ["readPrivateKey of hex", (options) => bitcoin.readPrivateKey(digits, options)],
  ["readPrivateKey of WIF", (options) => bitcoin.readPrivateKey(toWif(secretA), options)],
  ["verifyBitcoinMessage", (options) => bitcoin.verifyBitcoinMessage(signed, options)],
  ["describePsbt", (options) => bitcoin.describePsbt(psbt, options)],
  [
    "describePsbt with an owner",
    (options) => bitcoin.describePsbt(psbt, { ...options, owner: keyA }),
  ],
  [
    "describePsbt without an address",
    (options) => bitcoin.describePsbt(new Psbt().toBase64(), options),
  ],
  ["signPsbt", (options) => bitcoin.signPsbt(psbt, keyA, options)],
];

describe.each(calls)("%s", (_, call) => {
  test.each(["signet", "bitcoin", "MAINNET", "constructor", "", null, 0, ["mainnet"]])(
    "rejects the network %j",
    (network) => {
      let caught: unknown;
      try {
        call({ network: network as never });
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(SigningError);
      expect(caught).toHaveProperty(
        "message",
        expect.stringContaining("mainnet, testnet or regtest"),
      );
    },
  );

  test("defaults to mainnet", () => {
    expect(call({ network: undefined })).toEqual(call({ network: "mainnet" }));
  });
});

test("derives the address of a key for each network", () => {
  const prefixes = (["mainnet", "testnet", "regtest"] as const).map(
    (network) => bitcoin.bitcoinAddress(keyA, { network }).split("1")[0],
  );
  expect(prefixes).toEqual(["bc", "tb", "bcrt"]);
});

test("signs and describes for the network of the key, or for the named one", () => {
  const testKey = bitcoin.readPrivateKey(digits, { network: "testnet" });
  // The receiver of the PSBT, on testnet.
  const address = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
  const expected = { outputs: [{ address, value: 99_000n }] };
  for (const options of [
    { owner: testKey },
    { owner: [keyA.publicKey, testKey, keyA] },
    { network: "testnet", owner: keyA },
    { network: "testnet", owner: address },
  ] as const) {
    const { inputs, outputs } = bitcoin.describePsbt(psbt, options);
    expect(outputs[0]?.address).toBe(address);
    expect(inputs[0]?.address).toMatch(/^tb1/);
    expect([inputs[0]?.ours, outputs[0]?.ours].includes(true)).toBe(true);
  }
  for (const signedPsbt of [
    bitcoin.signPsbt(psbt, testKey, { expect: expected }),
    bitcoin.signPsbt(psbt, keyA, { network: "testnet", expect: expected }),
  ])
    expect([signedPsbt.complete, signedPsbt.summary.outputs[0]?.address]).toEqual([true, address]);
  expect(() =>
    bitcoin.signPsbt(psbt, testKey, { expect: { outputs: [{ address: receiverAddress }] } }),
  ).toThrow("expect.outputs[0].address");
  for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const) {
    const onTestnet = bitcoin.signBitcoinMessage("hello", testKey, { kind });
    expect(bitcoin.verifyBitcoinMessage(onTestnet, { network: "testnet" })).toBe(true);
    expect(bitcoin.verifyBitcoinMessage(onTestnet)).toBe(false);
  }
});

test("takes a public key in hex with 0x, too", () => {
  const publicKey = `0x${keyA.publicKey}`;
  expect(bitcoin.bitcoinAddress(publicKey)).toBe(bitcoin.bitcoinAddress(keyA));
  expect(bitcoin.describePsbt(psbt, { owner: publicKey }).spent).toBe(100_000n);
});
