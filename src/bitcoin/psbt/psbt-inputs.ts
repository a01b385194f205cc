import { crypto, type Psbt, Transaction } from "bitcoinjs-lib";
import type { SigningProblem } from "../../errors/signing.js";
import {
  isSingleKeyKind,
  type SingleKeyAddressKind,
  toDestination,
} from "../address/bitcoin-address.js";
import { equalBytes, toHex } from "../shared/bytes.js";
import { type BitcoinAddressKind, fromScript, toScript } from "../shared/scripts.js";
import type { SpentOutput } from "../signatures/signatures.js";

export type PsbtInputData = Psbt["data"]["inputs"][number];

export interface PsbtInput {
  readonly index: number;
  readonly txid: string;
  readonly vout: number;
  /** The spent output. Undefined if the PSBT does not state it reliably. */
  readonly spent?: SpentOutput | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  readonly problem?: SigningProblem | undefined;
  readonly data: PsbtInputData;
}

export function getUnsignedTransaction(psbt: Psbt): Transaction {
  return Transaction.fromBuffer(psbt.data.getTransaction());
}

export function readInputs(psbt: Psbt, transaction: Transaction): PsbtInput[] {
  return transaction.ins.map(({ hash, index: vout }, index) => {
    const txid = toHex(hash.slice().reverse());
    const data = psbt.data.inputs[index] as PsbtInputData;
    const spent = readSpentOutput(data, txid, vout, index);
    if ("code" in spent) return { index, txid, vout, data, problem: spent };
    if (!isValidAmount(spent.value)) {
      const path = `inputs[${index}].value`;
      const problem = createProblem("input_value", path, amountRange, `${spent.value}`);
      return { index, txid, vout, data, problem };
    }
    return { index, txid, vout, data, spent, kind: fromScript(spent.script)?.kind };
  });
}

export function createProblem(
  code: SigningProblem["code"],
  path: string,
  expected: string,
  received: string,
): SigningProblem {
  const message = `${path}: expected ${expected}, got ${received}`;
  return { code, path, severity: "fatal", expected, received, message };
}

export const amountRange = "0 to 2100000000000000 satoshis";

/** Values are signed integers: a negative one would hide a fee or the amount of an output. */
export function isValidAmount(value: bigint): boolean {
  return value >= 0n && value <= 2_100_000_000_000_000n;
}

/** Prefers the previous transaction, which cannot be forged: the input contains its hash. */
function readSpentOutput(
  data: PsbtInputData,
  txid: string,
  vout: number,
  index: number,
): SpentOutput | SigningProblem {
  const toProblem = (field: string, expected: string, actual: string): SigningProblem =>
    createProblem(
      field === "witnessUtxo" ? "input_value" : "previous_transaction",
      `inputs[${index}].${field}`,
      expected,
      actual,
    );
  const { witnessUtxo, nonWitnessUtxo } = data;
  if (!nonWitnessUtxo) {
    if (!witnessUtxo)
      return toProblem("witnessUtxo", "the value and script of the spent output", "nothing");
    const isSegwit =
      isWitnessProgram(witnessUtxo.script) || isNestedSegwit(witnessUtxo.script, data.redeemScript);
    // Legacy signatures do not commit to the value: a wrong value would pay the rest to the miner.
    if (!isSegwit)
      return toProblem(
        "nonWitnessUtxo",
        "the whole previous transaction, because the input is not segwit",
        "nothing",
      );
    return { script: witnessUtxo.script, value: witnessUtxo.value };
  }
  let previous: Transaction;
  try {
    previous = Transaction.fromBuffer(nonWitnessUtxo);
  } catch {
    return toProblem("nonWitnessUtxo", "a transaction", "malformed bytes");
  }
  const id = previous.getId();
  if (id !== txid)
    return toProblem("nonWitnessUtxo", `the transaction ${txid}`, `the transaction ${id}`);
  const output = previous.outs[vout];
  if (!output)
    return toProblem("nonWitnessUtxo", `an output ${vout}`, `${previous.outs.length} outputs`);
  if (witnessUtxo && witnessUtxo.value !== output.value)
    return toProblem(
      "witnessUtxo",
      `${output.value} satoshis, as in the previous transaction`,
      `${witnessUtxo.value}`,
    );
  if (witnessUtxo && !equalBytes(witnessUtxo.script, output.script))
    return toProblem(
      "witnessUtxo",
      `the script ${toHex(output.script)} of the previous transaction`,
      toHex(witnessUtxo.script),
    );
  return { script: output.script, value: output.value };
}

function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length] = script;
  return (
    script.length >= 4 &&
    script.length <= 42 &&
    (version === 0 || (version >= 0x51 && version <= 0x60)) &&
    length === script.length - 2
  );
}

/** Checks the hash of the redeem script: otherwise any redeem script would make an input segwit. */
function isNestedSegwit(script: Uint8Array, redeemScript: Uint8Array | undefined): boolean {
  if (!redeemScript || !isWitnessProgram(redeemScript)) return false;
  return equalBytes(script, toScript({ kind: "P2SH", program: crypto.hash160(redeemScript) }));
}

const singleKeyKinds: readonly SingleKeyAddressKind[] = ["P2PKH", "P2WPKH", "P2TR"];

/** Derives the output scripts that a single key can spend from. */
export function deriveScripts(point: Uint8Array): Uint8Array[] {
  return singleKeyKinds.map((kind) => toScript(toDestination(point, kind)));
}

/** Returns whether the key alone can sign an input. Includes the Merkle root of taproot scripts. */
export function canSpend({ spent, kind, data }: PsbtInput, point: Uint8Array): boolean {
  if (!spent || !isSingleKeyKind(kind)) return false;
  const merkleRoot = kind === "P2TR" ? data.tapMerkleRoot : undefined;
  return equalBytes(toScript(toDestination(point, kind, merkleRoot)), spent.script);
}
