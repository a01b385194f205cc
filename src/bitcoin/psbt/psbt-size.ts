import { crypto, payments, type Transaction } from "bitcoinjs-lib";
import { isSingleKeyKind } from "../address/bitcoin-address.js";
import { equalBytes } from "../shared/bytes.js";
import { fromScript } from "../shared/scripts.js";
import { encodeCompactSize } from "../signatures/witness.js";
import type { PsbtInput, PsbtInputData } from "./psbt-inputs.js";

/** The bytes that an input adds when it is signed. The base size has the length of its script. */
interface AddedBytes {
  readonly scriptSig: number;
  /** None or 0 without a witness. If it is none, an input of this kind usually has a count. */
  readonly witness?: number | undefined;
}

/** The size of a transaction after signing, in virtual bytes. */
export interface PsbtSize {
  /** Assumes usual signatures, and multisig where the script is unknown. */
  readonly estimated: number;
  /** No signer can make the transaction smaller. Only the sizes of our own inputs are certain. */
  readonly smallest: number;
}

export function computeSize(
  transaction: Transaction,
  inputs: readonly (PsbtInput & { readonly ours: boolean })[],
): PsbtSize {
  const base = 4 * transaction.byteLength(false);
  const added = inputs.map((input) =>
    input.ours && isSingleKeyKind(input.kind) ? getSignedBytes(input) : findSmallestBytes(input),
  );
  const toSize = (weights: readonly number[], areLegacy: readonly boolean[]) => {
    // Without any witness, a transaction has neither marker and flag nor a count per input.
    const overhead = areLegacy.every(Boolean) ? 0 : 2 + areLegacy.filter(Boolean).length;
    return Math.ceil((base + sum(weights) + overhead) / 4);
  };
  return {
    // The script of an input can be longer than the usual ones. Without a witness, it has a count.
    estimated: toSize(
      inputs.map((input, i) =>
        Math.max(estimateWeight(input), toWeight({ witness: 1, ...added[i] } as AddedBytes)),
      ),
      inputs.map(({ kind }) => kind === "P2PKH"),
    ),
    smallest: toSize(
      added.map(toWeight),
      added.map(({ witness }) => !witness),
    ),
  };
}

const toWeight = ({ scriptSig, witness = 0 }: AddedBytes) =>
  4 * (scriptSig + encodeCompactSize(scriptSig).length - 1) + witness;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The size of an input that one key signs with a signature of the usual length. */
function getSignedBytes({ kind, data }: PsbtInput): AddedBytes {
  if (kind === "P2WPKH") return { scriptSig: 0, witness: 108 };
  if (kind === "P2TR") return { scriptSig: 0, witness: data.sighashType ? 67 : 66 };
  return { scriptSig: 107, witness: 0 };
}

function estimateWeight(input: PsbtInput): number {
  const { kind, data } = input;
  if (isSingleKeyKind(kind)) return toWeight(getSignedBytes(input));
  const common =
    kind !== "P2SH"
      ? 254
      : data.redeemScript?.length === 22
        ? 4 * 23 + 108
        : toWeight({ scriptSig: 254, witness: 1 });
  const { finalScriptSig, finalScriptWitness } = data;
  if (!finalScriptSig && !finalScriptWitness) return common;
  // Final scripts are not verified: padding must not lower the fee rate that is shown.
  const scriptSig = finalScriptSig?.length ?? 0;
  return Math.min(common, toWeight({ scriptSig, witness: finalScriptWitness?.length ?? 1 }));
}

/**
 * The shortest signatures, with their sighash byte. A legacy one can be made for a constant hash
 * (SINGLE without its output). A segwit one can have the 21 bytes of the shortest known `r`, and an
 * `s` that is shortened by trying.
 */
const shortestSignature = { legacy: 9, segwit: 50 };
const publicKeyLength = 33;
/** One opcode, such as `OP_TRUE`. */
const shortestScript = 1;

/**
 * The owner of an input chooses its scripts, within the limits of its output and of a script that
 * the PSBT proves. A smaller transaction pays a higher fee rate.
 */
function findSmallestBytes({ kind, spent, data }: PsbtInput): AddedBytes {
  switch (kind) {
    case "P2PKH":
      return { scriptSig: 2 + shortestSignature.legacy + publicKeyLength, witness: 0 };
    case "P2WPKH":
      return { scriptSig: 0, witness: 3 + shortestSignature.segwit + publicKeyLength };
    case "P2TR":
      // The script path: one script, and a control block of the length of a key.
      return { scriptSig: 0, witness: 3 + shortestScript + publicKeyLength };
    case "P2WSH":
      return { scriptSig: 0, witness: getSmallestWitness(spent?.script.slice(2), data) };
    case "P2SH":
      return findSmallestNested(spent?.script.slice(2, 22), data);
    default:
      return { scriptSig: 0 };
  }
}

function findSmallestNested(hash: Uint8Array | undefined, data: PsbtInputData): AddedBytes {
  const { redeemScript } = data;
  if (!hash || !redeemScript || !equalBytes(crypto.hash160(redeemScript), hash))
    return { scriptSig: 1 + shortestScript };
  const scriptSig = getPushLength(redeemScript.length);
  const nested = fromScript(redeemScript)?.kind;
  if (nested === "P2WPKH")
    return { scriptSig, witness: 3 + shortestSignature.segwit + publicKeyLength };
  if (nested === "P2WSH")
    return { scriptSig, witness: getSmallestWitness(redeemScript.slice(2), data) };
  const signatures = countSignatures(redeemScript);
  const items = signatures && 1 + signatures * (1 + shortestSignature.legacy);
  return { scriptSig: scriptSig + items };
}

function getSmallestWitness(hash: Uint8Array | undefined, { witnessScript }: PsbtInputData) {
  if (!hash || !witnessScript || !equalBytes(crypto.sha256(witnessScript), hash))
    return 2 + shortestScript;
  const { length } = witnessScript;
  const signatures = countSignatures(witnessScript);
  const items = signatures && 1 + signatures * (1 + shortestSignature.segwit);
  return 1 + encodeCompactSize(length).length + length + items;
}

/** The number of signatures that a multisig script requires. Zero for any other script. */
function countSignatures(script: Uint8Array): number {
  try {
    return payments.p2ms({ output: script }).m ?? 0;
  } catch {
    return 0;
  }
}

function getPushLength(length: number): number {
  return length + (length < 0x4c ? 1 : length <= 0xff ? 2 : 3);
}
