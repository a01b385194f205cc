import { type Psbt, script, type Transaction } from "bitcoinjs-lib";
import { equalBytes, parseWitness } from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import { isValidSignature, isValidWitness, type SpentOutput } from "../shared/signatures.js";
import { getUnsignedTransaction, type PsbtInput, type PsbtInputData } from "./psbt-inputs.js";

/** What unlocks one input. */
interface InputScripts {
  readonly scriptSig?: Uint8Array | undefined;
  readonly witness?: readonly Uint8Array[] | undefined;
}

/** The transaction, ready to send, where every input has what it needs. Signatures that do not fit count as missing, whoever made them. */
export function finalizePsbt(
  signed: Psbt,
  inputs: readonly PsbtInput[],
  spent: readonly SpentOutput[],
): Transaction | undefined {
  const unsigned = getUnsignedTransaction(signed);
  const transaction = unsigned.clone();
  for (const { index, kind } of inputs) {
    const data = signed.data.inputs[index] as PsbtInputData;
    const isFinal = data.finalScriptSig !== undefined || data.finalScriptWitness !== undefined;
    const isSingleKey = kind === "P2PKH" || kind === "P2WPKH" || kind === "P2TR";
    const found = isFinal
      ? getFinalScripts(data)
      : isSingleKey
        ? buildInputScripts(kind, data, (signature, point) =>
            isValidSignature(signature, point, unsigned, index, spent),
          )
        : finalizeWithLibrary(signed, index);
    if (!found) return undefined;
    const { scriptSig, witness } = found;
    if ((kind === "P2WPKH" || kind === "P2TR" || kind === "P2WSH") && scriptSig?.length)
      return undefined;
    // A taproot witness of several items spends by script, which is for the network to judge.
    const isByKey = kind === "P2WPKH" || (kind === "P2TR" && !(witness && witness.length > 1));
    if (isByKey && !isValidWitness(witness ?? [], unsigned, index, spent)) return undefined;
    if (kind === "P2PKH") {
      const [signature, point] = script.decompile(scriptSig ?? new Uint8Array()) ?? [];
      if (witness?.length || !(signature instanceof Uint8Array) || !(point instanceof Uint8Array))
        return undefined;
      if (!isValidSignature(signature, point, unsigned, index, spent)) return undefined;
      if (!equalBytes(script.compile([signature, point]), scriptSig as Uint8Array))
        return undefined;
    }
    if (scriptSig) transaction.setInputScript(index, scriptSig);
    if (witness) transaction.setWitness(index, [...witness]);
  }
  return transaction;
}

function getFinalScripts({
  finalScriptSig,
  finalScriptWitness,
}: PsbtInputData): InputScripts | undefined {
  const witness = finalScriptWitness && parseWitness(finalScriptWitness);
  return finalScriptWitness && !witness ? undefined : { scriptSig: finalScriptSig, witness };
}

function buildInputScripts(
  kind: "P2PKH" | "P2WPKH" | "P2TR",
  { tapKeySig, partialSig = [] }: PsbtInputData,
  fits: (signature: Uint8Array, point?: Uint8Array) => boolean,
): InputScripts | undefined {
  if (kind === "P2TR") return tapKeySig && fits(tapKeySig) ? { witness: [tapKeySig] } : undefined;
  const found = partialSig.find(({ signature, pubkey }) => fits(signature, pubkey));
  if (!found) return undefined;
  const stack = [found.signature, found.pubkey];
  return kind === "P2WPKH" ? { witness: stack } : { scriptSig: script.compile(stack) };
}

/** Scripts of several keys are bitcoinjs-lib's to put together. */
function finalizeWithLibrary(signed: Psbt, index: number): InputScripts | undefined {
  const copy = signed.clone();
  try {
    if (
      !copy.validateSignaturesOfInput(index, (point, hash, signature) =>
        ecc().verify(hash, point, signature, true),
      )
    )
      return undefined;
    copy.finalizeInput(index);
  } catch {
    // Thrown where signatures or scripts are missing: the transaction is not complete.
    return undefined;
  }
  return getFinalScripts(copy.data.inputs[index] as PsbtInputData);
}
