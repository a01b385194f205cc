import * as curve from "@bitcoinerlab/secp256k1";
import { Psbt, Transaction } from "bitcoinjs-lib";
import fc from "fast-check";
import { onTestFinished } from "vitest";
import { readPrivateKey, setEcc } from "../../src/bitcoin/index.js";
import {
  deriveScript,
  getPublicKey,
  hex,
  type Kind,
  type PlainTransaction,
  type SpentOutput,
  verifyLikeTinySecp256k1,
} from "./reference-implementation.js";

export const secretA = hex.decode("11".repeat(32));
export const secretB = hex.decode("22".repeat(32));
export const keyA = readPrivateKey(hex.encode(secretA));
export const keyB = readPrivateKey(hex.encode(secretB));
export const receiverAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const receiverScript = hex.decode("0014751e76e8199196d454941c45d1b3a323f1433bd6");

export interface InputPlan {
  secret: Uint8Array;
  kind: Kind;
  value: bigint;
  sighash?: number | undefined;
  merkleRoot?: Uint8Array | undefined;
  /** What the input contains: the previous transaction, the witness output, both or nothing. */
  give?: "previous" | "witness" | "both" | "nothing" | undefined;
}

/** Builds a PSBT with bitcoinjs-lib, and the same transaction as plain data for comparison. */
export function buildPsbt(
  inputs: InputPlan[],
  outputs: SpentOutput[],
): { psbt: Psbt; plain: PlainTransaction; spent: SpentOutput[] } {
  const psbt = new Psbt();
  const spent = inputs.map(({ secret, kind, value, merkleRoot }) => ({
    script: deriveScript(secret, kind, merkleRoot),
    value,
  }));
  const ins = inputs.map(
    (
      { kind, value, sighash, merkleRoot, give = kind === "P2PKH" ? "previous" : "witness" },
      index,
    ) => {
      const output = spent[index] as SpentOutput;
      const previous = new Transaction();
      previous.addInput(new Uint8Array(32).fill(index + 1), 0);
      previous.addOutput(Uint8Array.of(0x6a), 7n);
      previous.addOutput(output.script, value);
      psbt.addInput({
        hash: previous.getId(),
        index: 1,
        sequence: 0xfffffffd - index,
        ...(give === "previous" || give === "both" ? { nonWitnessUtxo: previous.toBuffer() } : {}),
        ...(give === "witness" || give === "both" ? { witnessUtxo: output } : {}),
        ...(merkleRoot ? { tapMerkleRoot: merkleRoot } : {}),
      });
      // addInput of bitcoinjs-lib rejects a sighash type of zero.
      if (sighash !== undefined)
        Object.assign(psbt.data.inputs[index] ?? {}, { sighashType: sighash });
      return { txid: previous.getId(), vout: 1, sequence: 0xfffffffd - index };
    },
  );
  for (const output of outputs) psbt.addOutput(output);
  return {
    psbt,
    plain: { version: psbt.version, ins, outs: outputs, locktime: psbt.locktime },
    spent,
  };
}

/** Builds a transaction that pays to any script, and the input that spends it. */
export function buildPreviousTransaction(output: SpentOutput): {
  hash: string;
  index: number;
  nonWitnessUtxo: Uint8Array;
} {
  const previous = new Transaction();
  previous.addInput(new Uint8Array(32).fill(99), 0);
  previous.addOutput(output.script, output.value);
  return { hash: previous.getId(), index: 0, nonWitnessUtxo: previous.toBuffer() };
}

export const inputPlans = fc.array(
  fc.record({
    secret: fc.constant(secretA),
    kind: fc.constantFrom<Kind>("P2PKH", "P2WPKH", "P2TR"),
    value: fc.bigInt({ min: 10_000n, max: 1_000_000n }),
    give: fc.constant("previous" as const),
  }),
  { minLength: 1, maxLength: 4 },
);

export const buildUntweakedScript = (secret: Uint8Array): Uint8Array =>
  Uint8Array.from([0x51, 0x20, ...getPublicKey(secret).slice(1)]);

/** Verifies with a curve that accepts a high s, as some do, until the test ends. */
export function acceptHighS(): void {
  setEcc({ ...curve, verify: verifyLikeTinySecp256k1 });
  onTestFinished(() => setEcc(undefined));
}
