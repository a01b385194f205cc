import { Psbt, script, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { isValidWitness } from "../../src/bitcoin/signatures/signatures.js";
import { chooseSeed, createRandom } from "../support/random-runs.js";
import {
  buildPsbt,
  inputPlans,
  keyA,
  receiverAddress,
  receiverScript,
  secretA,
} from "./build-psbt.js";
import {
  computeSegwitV0Sighash,
  computeTaprootSighash,
  getPublicKey,
  getTaprootKey,
  hex,
  schnorr,
  sha256d,
  toCompactSignature,
  verifyEcdsa,
} from "./reference-implementation.js";

export const buildSingle = (kind: "P2WPKH" | "P2TR" | "P2PKH", sighash?: number) =>
  buildPsbt(
    [{ secret: secretA, kind, value: 100_000n, sighash }],
    [{ script: receiverScript, value: 99_000n }],
  );
export const getTransaction = (signed: ReturnType<typeof signPsbt>): Transaction =>
  Transaction.fromHex((signed.transaction as { hex: string }).hex);
export const getWitness = (transaction: Transaction): Uint8Array[] =>
  transaction.ins[0]?.witness ?? [];

/** Asserts that any mix of inputs is completed, with the id and size of the transaction. */
export function checkMixedInputs(numRuns: number): void {
  fc.assert(
    fc.property(inputPlans, (inputs) => {
      const total = inputs.reduce((sum, { value }) => sum + value, 0n);
      const { psbt, plain, spent } = buildPsbt(inputs, [
        { script: receiverScript, value: total - 2_000n },
      ]);
      const before = psbt.toBase64();
      const signed = signPsbt(psbt, keyA, {
        expect: { outputs: [{ address: receiverAddress, value: total - 2_000n }] },
      });
      expect(psbt.toBase64()).toBe(before);
      expect(signed.complete).toBe(true);
      expect(signed.signedInputs).toEqual(inputs.map((_, i) => i));
      const transaction = getTransaction(signed);
      expect(transaction.getId()).toBe(signed.transaction?.txid);
      expect(
        hex.encode(sha256d(transaction.clone().toBuffer()).reverse()) === signed.transaction?.txid,
      ).toBe(inputs.every(({ kind }) => kind === "P2PKH"));
      // ECDSA signatures vary in length. A large estimate would show a low fee rate.
      const shorter = signed.summary.virtualSize - (signed.transaction?.virtualSize ?? 0);
      expect(shorter).toBeGreaterThanOrEqual(-1);
      expect(shorter).toBeLessThanOrEqual(inputs.length * 4);
      inputs.forEach(({ kind }, index) => {
        const { witness, script: scriptSig } = transaction.ins[index] as Transaction["ins"][number];
        if (kind === "P2TR")
          expect(
            schnorr.verify(
              witness[0] as Uint8Array,
              computeTaprootSighash(plain, index, spent, 0),
              getTaprootKey(secretA),
            ),
          ).toBe(true);
        if (kind === "P2WPKH")
          expect(
            verifyEcdsa(
              toCompactSignature(witness[0] as Uint8Array),
              computeSegwitV0Sighash(plain, index, spent),
              getPublicKey(secretA),
            ),
          ).toBe(true);
        if (kind === "P2PKH")
          expect((script.decompile(scriptSig) as Uint8Array[])[1]).toEqual(getPublicKey(secretA));
      });
      // The returned PSBT contains exactly one signature per input.
      expect(
        Psbt.fromBase64(signed.psbt).data.inputs.every(
          ({ partialSig, tapKeySig }) => partialSig?.length === 1 || tapKeySig,
        ),
      ).toBe(true);
    }),
    { numRuns, seed: chooseSeed() },
  );
}

export const witnessKinds = ["P2WPKH", "P2TR"] as const;

/** Asserts that a witness is invalid with any `every`th bit flipped. The seed chooses the first. */
export function flipBits(kind: (typeof witnessKinds)[number], every: number): void {
  const { psbt, spent } = buildSingle(kind);
  const transaction = getTransaction(signPsbt(psbt, keyA));
  const witness = getWitness(transaction).map((item) => item.slice());
  const signed = { transaction, index: 0, spent };
  expect(isValidWitness(signed, witness)).toBe(true);
  const flip = (item: Uint8Array, bit: number) => {
    item[bit >> 3] = (item[bit >> 3] as number) ^ (1 << (bit & 7));
  };
  let place = createRandom(chooseSeed())(every);
  for (const [i, item] of witness.entries()) {
    for (; place < item.length * 8; place += every) {
      flip(item, place);
      expect(isValidWitness(signed, witness), `bit ${place} of item ${i}`).toBe(false);
      flip(item, place);
    }
    place -= item.length * 8;
  }
}
