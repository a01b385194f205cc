import { crypto, Psbt, payments, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describePsbt, signPsbt } from "../../src/bitcoin/index.js";
import { UnsafeToSignError } from "../../src/errors/index.js";
import {
  buildPreviousTransaction,
  buildPsbt,
  keyA,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveAddress, deriveScript, getPublicKey } from "./reference-implementation.js";

const bytes = (length: number) => new Uint8Array(length).fill(1);
const opTrue = Uint8Array.of(0x51);
const keyHash = crypto.hash160(getPublicKey(secretB));

interface ForeignInput {
  /** The spent output. */
  readonly script: Uint8Array;
  readonly psbt?: { readonly redeemScript?: Uint8Array; readonly witnessScript?: Uint8Array };
  /** The shortest scripts that can spend it. */
  readonly scriptSig?: Uint8Array;
  readonly witness?: readonly Uint8Array[];
}

const multisig = payments.p2ms({ m: 1, pubkeys: [getPublicKey(secretB)] }).output as Uint8Array;
const toP2sh = (output: Uint8Array) => payments.p2sh({ redeem: { output } }).output as Uint8Array;
const toP2wsh = (output: Uint8Array) => payments.p2wsh({ redeem: { output } }).output as Uint8Array;
const toPush = (script: Uint8Array) => Uint8Array.from([script.length, ...script]);
const nested = Uint8Array.from([0, 20, ...keyHash]);

const foreign = {
  P2SH: { script: toP2sh(opTrue), scriptSig: toPush(opTrue) },
  "P2SH multisig": {
    script: toP2sh(multisig),
    psbt: { redeemScript: multisig },
    scriptSig: Uint8Array.from([0, ...toPush(bytes(9)), ...toPush(multisig)]),
  },
  "P2SH-P2WPKH": {
    script: toP2sh(nested),
    psbt: { redeemScript: nested },
    scriptSig: toPush(nested),
    witness: [bytes(50), bytes(33)],
  },
  "P2SH-P2WSH": {
    script: toP2sh(toP2wsh(multisig)),
    psbt: { redeemScript: toP2wsh(multisig), witnessScript: multisig },
    scriptSig: toPush(toP2wsh(multisig)),
    witness: [bytes(0), bytes(50), multisig],
  },
  "P2SH with another redeem script": {
    script: toP2sh(opTrue),
    psbt: { redeemScript: multisig },
    scriptSig: toPush(opTrue),
  },
  P2WSH: { script: toP2wsh(opTrue), witness: [opTrue] },
  "P2WSH multisig": {
    script: toP2wsh(multisig),
    psbt: { witnessScript: multisig },
    witness: [bytes(0), bytes(50), multisig],
  },
  P2PKH: {
    script: deriveScript(secretB, "P2PKH"),
    scriptSig: Uint8Array.from([...toPush(bytes(9)), ...toPush(bytes(33))]),
  },
  P2WPKH: { script: deriveScript(secretB, "P2WPKH"), witness: [bytes(50), bytes(33)] },
  "P2TR by its script path": {
    script: deriveScript(secretB, "P2TR"),
    witness: [opTrue, bytes(33)],
  },
  bare: { script: opTrue },
} as const satisfies Record<string, ForeignInput>;

const outputs = [{ script: receiverScript, value: 90_000n }];
const address = deriveAddress(secretA, "P2WPKH");

function buildWithForeign(inputs: readonly ForeignInput[], fee: bigint): Psbt {
  const value = 90_000n + fee;
  const { psbt } = buildPsbt([{ secret: secretA, kind: "P2WPKH", value, give: "both" }], outputs);
  for (const [i, { script, psbt: scripts }] of inputs.entries()) {
    const previous = buildPreviousTransaction({ script, value: BigInt(i) });
    psbt.addInput({ ...previous, sequence: 0xfffffffe });
    Object.assign(psbt.data.inputs.at(-1) as object, scripts);
  }
  return psbt;
}

/** The size if everybody signs as briefly as possible, and we with a signature of 72 bytes. */
function measureSmallest(psbt: Psbt, inputs: readonly ForeignInput[]): number {
  const transaction = Transaction.fromBuffer(psbt.data.getTransaction());
  transaction.setWitness(0, [bytes(72), bytes(33)]);
  for (const [i, { scriptSig, witness }] of inputs.entries()) {
    if (scriptSig) transaction.setInputScript(i + 1, scriptSig);
    if (witness) transaction.setWitness(i + 1, [...witness]);
  }
  return transaction.virtualSize();
}

describe("the highest fee rate", () => {
  test("is that of the smallest transaction, for any inputs of others", () => {
    const someInputs = fc.array(fc.constantFrom(...Object.values<ForeignInput>(foreign)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(someInputs, (inputs) => {
        const psbt = buildWithForeign(inputs, 10_000n);
        const described = describePsbt(psbt, { owner: keyA });
        expect(described.smallestVirtualSize).toBe(measureSmallest(psbt, inputs));
        expect(described.smallestVirtualSize).toBeLessThanOrEqual(described.virtualSize);
        expect(described.highestFeeRate).toBe(
          Number(described.fee) / described.smallestVirtualSize,
        );
      }),
      { numRuns: 200 },
    );
  });

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
