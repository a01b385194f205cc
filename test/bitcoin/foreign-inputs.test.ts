import { Psbt, Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { describePsbt, signPsbt } from "../../src/bitcoin/index.js";
import { UnsafeToSignError } from "../../src/errors/index.js";
import { buildPreviousTransaction, buildPsbt, keyA, secretA } from "./build-psbt.js";
import {
  buildWithForeign,
  checkHighestFeeRate,
  expectSmallest,
  foreign,
  outputs,
} from "./foreign-inputs.js";
import { deriveAddress } from "./reference-implementation.js";

const address = deriveAddress(secretA, "P2WPKH");

describe("the highest fee rate", () => {
  test("is that of the smallest transaction, for any inputs of others", () =>
    checkHighestFeeRate(15));

  // Of four, because a weight unit is a quarter of a virtual byte.
  test.each(Object.entries(foreign))("is exact beside four inputs: %s", (_, input) =>
    expectSmallest([input, input, input, input]),
  );

  test("equals the estimated rate if all inputs are of the owner", () => {
    for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const) {
      const input = { secret: secretA, kind, value: 100_000n, give: "previous" } as const;
      const described = describePsbt(buildPsbt([input, input], outputs).psbt, { owner: keyA });
      expect(described.highestFeeRate).toBe(described.feeRate);
      expect(described.text).not.toContain("at most");
    }
  });

  test("is limited by maxFeeRate, although 20 inputs of others look large", () => {
    const inputs = Array.from({ length: 20 }, () => foreign.P2SH);
    const psbt = buildWithForeign(inputs, 250_000n);
    const described = describePsbt(psbt, { owner: keyA });
    expect(described.feeRate).toBeLessThan(50);
    expect(described.highestFeeRate).toBeGreaterThan(200);
    expect(described.text).toContain("satoshis per virtual byte, at most 2");
    const options = { maxFeePercent: 100 };
    let error: unknown;
    try {
      signPsbt(psbt, keyA, { ...options, maxFeeRate: 50 });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect((error as UnsafeToSignError).problems).toMatchObject([
      { code: "fee", path: "feeRate", received: expect.stringContaining("if other inputs") },
    ]);
    expect(signPsbt(psbt, keyA, { ...options, maxFeeRate: 300 }).signedInputs).toEqual([0]);
  });
});

test("the estimated size is that of usual signatures: a nested key, and two of three keys", () => {
  const bytes = (length: number) => new Uint8Array(length);
  const spends = [
    ["P2SH-P2WPKH", bytes(23), [bytes(72), bytes(33)]],
    ["P2WSH", undefined, [bytes(0), bytes(72), bytes(72), bytes(105)]],
  ] as const;
  for (const [kind, scriptSig, witness] of spends) {
    const psbt = buildWithForeign([foreign[kind]], 10_000n);
    const { virtualSize } = describePsbt(psbt, { owner: keyA });
    const transaction = Transaction.fromBuffer(psbt.data.getTransaction());
    transaction.setWitness(0, [bytes(72), bytes(33)]);
    if (scriptSig) transaction.setInputScript(1, scriptSig);
    transaction.setWitness(1, [...witness]);
    expect(virtualSize, kind).toBe(transaction.virtualSize());
  }
});

test("the estimated size assumes a multisig of an unknown script, and takes shorter final scripts", () => {
  const measure = (psbt: Psbt, scriptSig: Uint8Array, witness: Uint8Array[] = []) => {
    const transaction = Transaction.fromBuffer(psbt.data.getTransaction());
    transaction.setWitness(0, [new Uint8Array(72), new Uint8Array(33)]);
    transaction.setInputScript(1, scriptSig);
    transaction.setWitness(1, witness);
    return transaction.virtualSize() - describePsbt(psbt, { owner: keyA }).virtualSize;
  };
  const psbt = buildWithForeign([foreign.P2SH], 10_000n);
  expect(measure(psbt, new Uint8Array(254))).toBe(0);
  const { scriptSig } = foreign.P2SH;
  Object.assign(psbt.data.inputs[1] as object, { finalScriptSig: scriptSig });
  expect(measure(psbt, scriptSig)).toBe(0);
  const segwit = buildWithForeign([foreign.P2WSH], 10_000n);
  Object.assign(segwit.data.inputs[1] as object, { finalScriptWitness: Uint8Array.of(1, 1, 0x51) });
  expect(measure(segwit, new Uint8Array(), [Uint8Array.of(0x51)])).toBe(0);
});

test("a long script of one input does not hide the usual size of the others", () => {
  const inputs = [foreign["P2WSH of 253 bytes"], ...Array(10).fill(foreign.P2WPKH)];
  const psbt = buildWithForeign(inputs, 10_000n);
  const transaction = Transaction.fromBuffer(psbt.data.getTransaction());
  for (const [i] of [{}, ...inputs].entries())
    transaction.setWitness(i, [new Uint8Array(72), new Uint8Array(33)]);
  transaction.setWitness(1, [...foreign["P2WSH of 253 bytes"].witness]);
  expect(describePsbt(psbt, { owner: keyA }).virtualSize).toBe(transaction.virtualSize());
});

describe("relative locks (BIP 68)", () => {
  const describeLocks = (version: number, sequences: readonly number[]) => {
    const psbt = new Psbt().setVersion(version);
    for (const sequence of sequences)
      psbt.addInput({
        ...buildPreviousTransaction({ script: foreign.P2WPKH.script, value: 50_000n }),
        index: psbt.inputCount === 0 ? 0 : psbt.inputCount,
        sequence,
      });
    return describePsbt(psbt.addOutput({ address, value: 40_000n }));
  };

  test("are reported per input and in the text, beside the lock time", () => {
    const { inputs, text, notBefore } = describeLocks(2, [144, 0x0040_0007, 20, 0xffffffff]);
    expect(inputs.map(({ relativeLock }) => relativeLock)).toEqual([
      { blocks: 144 },
      { seconds: 3_584 },
      { blocks: 20 },
      undefined,
    ]);
    expect(notBefore).toBeUndefined();
    expect(text.split("\n").slice(-2)).toEqual([
      "It cannot be mined before 144 blocks have passed since input 0 was mined.",
      "It cannot be mined before 1.0 hours have passed since input 1 was mined.",
    ]);
  });

  test("use only the lowest 16 bits", () => {
    const [input] = describeLocks(2, [0x0001_0005]).inputs;
    expect(input?.relativeLock).toEqual({ blocks: 5 });
  });

  test("have no effect in version 1, with the disabling bit, or with the amount zero", () => {
    for (const described of [
      describeLocks(1, [144]),
      describeLocks(2, [0x8000_0090]),
      describeLocks(2, [0x0040_0000]),
      describeLocks(2, [0xfffffffd]),
    ]) {
      expect(described.inputs[0]?.relativeLock).toBeUndefined();
      expect(described.text).not.toContain("mined");
    }
  });

  test("apply to a version that is negative as a signed number", () => {
    expect(describeLocks(0xffffffff, [144]).inputs[0]?.relativeLock).toEqual({ blocks: 144 });
  });
});
