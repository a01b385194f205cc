import { type Psbt, payments, script, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { keyA, secretA, secretB } from "./build-psbt.js";
import { buildWithForeign } from "./foreign-inputs.js";
import {
  concatBytes,
  deriveScript,
  getPublicKey,
  hex,
  secp256k1,
} from "./reference-implementation.js";

export interface Scripts {
  readonly scriptSig?: Uint8Array;
  readonly witness?: readonly Uint8Array[];
}
export interface Form {
  /** The output that another owner spends. */
  readonly output: Uint8Array;
  readonly psbt?: { readonly redeemScript: Uint8Array };
  /** The final scripts of an honest owner. Two of three keys sign a multisig, in their order. */
  spend(transaction: Transaction, signers?: readonly Sign[]): Scripts;
}

type Sign = (hash: Uint8Array) => Uint8Array;
const secretC = hex.decode("33".repeat(32));
export const empty = new Uint8Array();
export const opTrue = Uint8Array.of(0x51);
/** The value of the foreign input of `buildWithForeign`. */
const value = 1n;
const pay = (create: typeof payments.p2sh, output: Uint8Array) =>
  create({ redeem: { output } }).output as Uint8Array;
export const multisig = payments.p2ms({
  m: 2,
  pubkeys: [secretA, secretB, secretC].map(getPublicKey),
}).output as Uint8Array;
const ownScript = deriveScript(secretB, "P2WPKH");
const codeOfOwn = deriveScript(secretB, "P2PKH");
const inWitness = pay(payments.p2wsh, multisig);

const sign = (secret: Uint8Array, hash: Uint8Array): Uint8Array =>
  script.signature.encode(
    secp256k1.sign(hash, secret, { prehash: false, lowS: true }),
    Transaction.SIGHASH_ALL,
  );
const all = Transaction.SIGHASH_ALL;
export const signers = [secretA, secretB, secretC].map(
  (secret): Sign =>
    (hash) =>
      sign(secret, hash),
) as [Sign, Sign, Sign];
const signMultisig = (hash: Uint8Array, signs: readonly Sign[] = signers.slice(1)) => [
  empty,
  ...signs.map((sign) => sign(hash)),
];

const signInWitness = (transaction: Transaction, signs?: readonly Sign[]) => [
  ...signMultisig(transaction.hashForWitnessV0(1, multisig, value, all), signs),
  multisig,
];

export const verifiable: Record<string, Form> = {
  "P2SH-P2WPKH": {
    output: pay(payments.p2sh, ownScript),
    psbt: { redeemScript: ownScript },
    spend: (transaction) => ({
      scriptSig: script.compile([ownScript]),
      witness: [
        sign(secretB, transaction.hashForWitnessV0(1, codeOfOwn, value, all)),
        getPublicKey(secretB),
      ],
    }),
  },
  "P2SH multisig": {
    output: pay(payments.p2sh, multisig),
    spend: (transaction, signs) => {
      const stack = signMultisig(transaction.hashForSignature(1, multisig, all), signs);
      return { scriptSig: script.compile([0, ...stack.slice(1), multisig]) };
    },
  },
  "P2WSH multisig": {
    output: inWitness,
    spend: (transaction, signs) => ({ witness: signInWitness(transaction, signs) }),
  },
  "P2SH-P2WSH multisig": {
    output: pay(payments.p2sh, inWitness),
    psbt: { redeemScript: inWitness },
    spend: (transaction, signs) => ({
      scriptSig: script.compile([inWitness]),
      witness: signInWitness(transaction, signs),
    }),
  },
};

export const unverifiable: Record<string, Form> = {
  P2SH: {
    output: pay(payments.p2sh, opTrue),
    spend: () => ({ scriptSig: script.compile([opTrue]) }),
  },
  P2WSH: { output: pay(payments.p2wsh, opTrue), spend: () => ({ witness: [opTrue] }) },
  "P2TR by its script path": {
    output: deriveScript(secretB, "P2TR"),
    spend: () => ({ witness: [opTrue, new Uint8Array(33).fill(0xc0)] }),
  },
  bare: { output: opTrue, spend: () => ({ scriptSig: empty }) },
};

export function build({ output, psbt }: Form): Psbt {
  return buildWithForeign([{ script: output, ...(psbt && { psbt }) }], 10_000n);
}
export const getTransaction = (psbt: Psbt) => Transaction.fromBuffer(psbt.data.getTransaction());

const toByte = (length: number): number[] => [length];

/** What `signPsbt` says of a PSBT in which another owner has finalized an input. */
export function complete(form: Form, { scriptSig, witness }: Scripts, toLength = toByte) {
  const psbt = build(form);
  const serialized = (witness ?? []).flatMap((item) => [toLength(item.length), item]);
  Object.assign(psbt.data.inputs[1] as object, {
    ...(scriptSig && { finalScriptSig: scriptSig }),
    ...(witness && { finalScriptWitness: concatBytes([witness.length], ...serialized) }),
  });
  const signed = signPsbt(psbt, keyA, { maxFeePercent: 100 });
  expect(signed.signedInputs).toEqual([0]);
  expect(signed.transaction === undefined).toBe(signed.complete === false);
  return signed.complete;
}
export const spendOf = (form: Form) => form.spend(getTransaction(build(form)));

/** Asserts that no change of a valid witness or script completes the PSBT. */
export function checkChangedScripts(numRuns: number): void {
  const spends = new Map(Object.entries(verifiable).map(([name, form]) => [name, spendOf(form)]));
  const change = fc.constantFrom("flip", "drop", "repeat", "swap", "cut", "empty");
  fc.assert(
    fc.property(
      fc.constantFrom(...spends.keys()),
      change,
      fc.nat(),
      fc.nat(),
      (name, kind, a, b) => {
        const form = verifiable[name] as Form;
        const { scriptSig, witness } = spends.get(name) as Scripts;
        const items = [...(witness ?? [])].map((item) => item.slice());
        const isInWitness = items.length > 0 && (!scriptSig || b % 4 > 0);
        const list: Uint8Array[] = isInWitness ? items : [(scriptSig as Uint8Array).slice()];
        const i = a % list.length;
        const item = list[i] as Uint8Array;
        if (kind === "flip" && item.length > 0)
          item[b % item.length] = (item[b % item.length] as number) ^ (1 << (a % 8));
        else if (kind === "drop") list.splice(i, 1);
        else if (kind === "repeat") list.splice(i, 0, item);
        else if (kind === "swap") list.reverse();
        else if (kind === "cut") list[i] = item.slice(0, Math.max(0, item.length - 1));
        else list[i] = empty;
        const changed: Scripts = isInWitness
          ? { ...(scriptSig && { scriptSig }), witness: list }
          : { scriptSig: concatBytes(...list), ...(witness && { witness }) };
        const isSame =
          JSON.stringify([changed.scriptSig, changed.witness]) ===
          JSON.stringify([scriptSig, witness]);
        expect(complete(form, changed)).toBe(isSame);
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
}
