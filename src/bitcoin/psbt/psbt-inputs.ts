import { crypto, type Psbt, Transaction } from "bitcoinjs-lib";
import type { SigningProblem } from "../../errors/signing.js";
import { type SingleKeyAddressKind, toDestination } from "../address/bitcoin-address.js";
import { equalBytes, toHex } from "../shared/bytes.js";
import { type BitcoinAddressKind, fromScript, toScript } from "../shared/scripts.js";
import type { SpentOutput } from "../shared/signatures.js";

/** bitcoinjs-lib's record of one input. */
export type PsbtInputData = Psbt["data"]["inputs"][number];

/** What is known of one input before anything is signed. */
export interface PsbtInput {
  readonly index: number;
  readonly txid: string;
  readonly vout: number;
  /** What it spends; missing where that cannot be told for sure. */
  readonly spent?: SpentOutput | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  readonly problem?: SigningProblem | undefined;
  readonly data: PsbtInputData;
}

export function getUnsignedTransaction(psbt: Psbt): Transaction {
  return Transaction.fromBuffer(psbt.data.getTransaction());
}

export function readInputs(psbt: Psbt, transaction: Transaction): PsbtInput[] {
  return transaction.ins.map((input, index) => {
    const txid = toHex(input.hash.slice().reverse());
    const data = psbt.data.inputs[index] as PsbtInputData;
    const found = readSpentOutput(data, txid, input.index, index);
    if ("code" in found) return { index, txid, vout: input.index, data, problem: found };
    if (!isValidAmount(found.value)) {
      const problem = createProblem(
        "input_value",
        `inputs[${index}].value`,
        amountRange,
        `${found.value}`,
      );
      return { index, txid, vout: input.index, data, problem };
    }
    return {
      index,
      txid,
      vout: input.index,
      data,
      spent: found,
      kind: fromScript(found.script)?.kind,
    };
  });
}

export function createProblem(
  code: SigningProblem["code"],
  path: string,
  expected: string,
  actual: string,
): SigningProblem {
  return { code, path, expected, actual, message: `${path}: expected ${expected}, got ${actual}` };
}

export const amountRange = "0 to 2100000000000000 satoshis";

/** Values are read as signed: one below zero would hide a fee, or what another output takes. */
export function isValidAmount(value: bigint): boolean {
  return value >= 0n && value <= 2_100_000_000_000_000n;
}

/** What an input spends, from the previous transaction where there is one: its hash is in the input, so it cannot lie. */
function readSpentOutput(
  data: PsbtInputData,
  txid: string,
  vout: number,
  index: number,
): SpentOutput | SigningProblem {
  const problem = (
    code: SigningProblem["code"],
    field: string,
    expected: string,
    actual: string,
  ): SigningProblem => createProblem(code, `inputs[${index}].${field}`, expected, actual);
  const { witnessUtxo, nonWitnessUtxo } = data;
  if (!nonWitnessUtxo) {
    if (!witnessUtxo)
      return problem(
        "input_value",
        "witnessUtxo",
        "the value and script of the output it spends",
        "nothing",
      );
    const isSegwit =
      isWitnessProgram(witnessUtxo.script) || isNestedSegwit(witnessUtxo.script, data.redeemScript);
    // Only segwit signatures commit to the value: elsewhere it could be a lie, and the rest would go to the miner.
    if (!isSegwit)
      return problem(
        "previous_transaction",
        "nonWitnessUtxo",
        "the whole previous transaction, since the input is not segwit",
        "nothing",
      );
    return { script: witnessUtxo.script, value: witnessUtxo.value };
  }
  let previous: Transaction;
  try {
    previous = Transaction.fromBuffer(nonWitnessUtxo);
  } catch {
    return problem(
      "previous_transaction",
      "nonWitnessUtxo",
      "a transaction",
      "bytes that are none",
    );
  }
  const id = previous.getId();
  if (id !== txid)
    return problem(
      "previous_transaction",
      "nonWitnessUtxo",
      `the transaction ${txid}`,
      `the transaction ${id}`,
    );
  const output = previous.outs[vout];
  if (!output)
    return problem(
      "previous_transaction",
      "nonWitnessUtxo",
      `an output ${vout}`,
      `${previous.outs.length} outputs`,
    );
  if (witnessUtxo && witnessUtxo.value !== output.value) {
    return problem(
      "input_value",
      "witnessUtxo",
      `${output.value} satoshis, as in the previous transaction`,
      `${witnessUtxo.value}`,
    );
  }
  if (witnessUtxo && !equalBytes(witnessUtxo.script, output.script)) {
    return problem(
      "input_value",
      "witnessUtxo",
      `the script ${toHex(output.script)} of the previous transaction`,
      toHex(witnessUtxo.script),
    );
  }
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

/** A redeem script says nothing of a script that does not hold its hash: an old input would pass for segwit. */
function isNestedSegwit(script: Uint8Array, redeemScript: Uint8Array | undefined): boolean {
  if (!redeemScript || !isWitnessProgram(redeemScript)) return false;
  return equalBytes(script, toScript({ kind: "P2SH", program: crypto.hash160(redeemScript) }));
}

const kinds: readonly SingleKeyAddressKind[] = ["P2PKH", "P2WPKH", "P2TR"];

/** The scripts that a key alone can spend from. */
export function deriveScripts(point: Uint8Array): Uint8Array[] {
  return kinds.map((kind) => toScript(toDestination(point, kind)));
}

/** Whether a key can sign for an input by itself, the Merkle root of a taproot output's scripts considered. */
export function canSpend({ spent, kind, data }: PsbtInput, point: Uint8Array): boolean {
  if (!spent || (kind !== "P2PKH" && kind !== "P2WPKH" && kind !== "P2TR")) return false;
  const owned = toScript(
    toDestination(point, kind, kind === "P2TR" ? data.tapMerkleRoot : undefined),
  );
  return equalBytes(owned, spent.script);
}

/** The size after signing, in virtual bytes: exact to a byte or two for single keys, at most a common multisig's for the rest. */
export function estimateVirtualSize(
  transaction: Transaction,
  inputs: readonly PsbtInput[],
): number {
  const base = 4 * transaction.byteLength(false);
  const weights = inputs.map(({ kind, data }) => {
    if (kind === "P2WPKH") return 108;
    if (kind === "P2TR") return data.sighashType ? 67 : 66;
    if (kind === "P2PKH") return 4 * 107 + 1;
    const common =
      kind !== "P2SH" ? 254 : data.redeemScript?.length === 22 ? 4 * 23 + 108 : 4 * 254 + 1;
    const { finalScriptSig, finalScriptWitness } = data;
    if (!finalScriptSig && !finalScriptWitness) return common;
    // What is claimed as final is not verified: padding must not make an absurd fee look like a fair rate.
    return Math.min(common, 4 * (finalScriptSig?.length ?? 0) + (finalScriptWitness?.length ?? 1));
  });
  return Math.ceil((base + 2 + weights.reduce((sum, each) => sum + each, 0)) / 4);
}
