import { crypto, type Psbt, payments, script, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import { describePsbt } from "../../src/bitcoin/index.js";
import { chooseSeed } from "../support/random-runs.js";
import {
  buildPreviousTransaction,
  buildPsbt,
  keyA,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveScript, getPublicKey } from "./reference-implementation.js";

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
const pad = (length: number) => new Uint8Array(length).fill(0x51);
const multisigOf = (m: number, n: number) =>
  payments.p2ms({ m, pubkeys: Array(n).fill(getPublicKey(secretB)) }).output as Uint8Array;
/** Spends of a long script, whose push or length takes more bytes. */
const inScriptSig = (redeemScript: Uint8Array, ...items: (number | Uint8Array)[]) => ({
  script: toP2sh(redeemScript),
  psbt: { redeemScript },
  scriptSig: script.compile([...items, redeemScript]),
});
const inWitness = (witnessScript: Uint8Array, ...items: Uint8Array[]) => ({
  script: toP2wsh(witnessScript),
  psbt: { witnessScript },
  witness: [...items, witnessScript],
});
const toPush = (script: Uint8Array) => Uint8Array.from([script.length, ...script]);
const nested = Uint8Array.from([0, 20, ...keyHash]);

export const foreign = {
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
  "P2SH multisig of two": inScriptSig(multisigOf(2, 3), 0, bytes(9), bytes(9)),
  "P2WSH multisig of three": inWitness(multisigOf(3, 8), bytes(0), ...Array(3).fill(bytes(50))),
  "P2SH of 75 bytes": inScriptSig(pad(75)),
  "P2SH of 76 bytes": inScriptSig(pad(76)),
  "P2SH of 255 bytes": inScriptSig(pad(255)),
  "P2SH of 256 bytes": inScriptSig(pad(256)),
  "P2WSH of 252 bytes": inWitness(pad(252)),
  "P2WSH of 253 bytes": inWitness(pad(253)),
} as const satisfies Record<string, ForeignInput>;

export const outputs = [{ script: receiverScript, value: 90_000n }];

export function buildWithForeign(inputs: readonly ForeignInput[], fee: bigint): Psbt {
  const value = 90_000n + fee;
  const { psbt } = buildPsbt([{ secret: secretA, kind: "P2WPKH", value, give: "both" }], outputs);
  for (const [i, { script, psbt: scripts }] of inputs.entries()) {
    const previous = buildPreviousTransaction({ script, value: BigInt(i + 1) });
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

/** Asserts that the smallest size is that of a transaction with the shortest scripts. */
export function expectSmallest(inputs: readonly ForeignInput[]): void {
  const psbt = buildWithForeign(inputs, 10_000n);
  const described = describePsbt(psbt, { owner: keyA });
  expect(described.smallestVirtualSize).toBe(measureSmallest(psbt, inputs));
  expect(described.highestFeeRate).toBe(Number(described.fee) / described.smallestVirtualSize);
}

/** Asserts that the highest fee rate is that of the smallest transaction. */
export function checkHighestFeeRate(numRuns: number): void {
  const someInputs = fc.array(fc.constantFrom(...Object.values<ForeignInput>(foreign)), {
    maxLength: 8,
  });
  fc.assert(fc.property(someInputs, expectSmallest), { numRuns, seed: chooseSeed() });
}
