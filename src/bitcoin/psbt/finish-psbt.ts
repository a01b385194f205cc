import { type Psbt, script, type Transaction } from "bitcoinjs-lib";
import { equal, readWitness } from "../shared/bytes.js";
import { ecc } from "../shared/ecc.js";
import { isSignatureOf, isWitnessOf, type Spent } from "../shared/signatures.js";
import { type InputFacts, type PsbtInputData, unsignedOf } from "./psbt-inputs.js";

/** What unlocks one input. */
interface Unlocking {
  readonly scriptSig?: Uint8Array | undefined;
  readonly witness?: readonly Uint8Array[] | undefined;
}

/** The transaction, ready to send, where every input has what it needs. Signatures that do not fit count as missing, whoever made them. */
export function finishPsbt(
  signed: Psbt,
  inputs: readonly InputFacts[],
  spent: readonly Spent[],
): Transaction | undefined {
  const unsigned = unsignedOf(signed);
  const transaction = unsigned.clone();
  for (const { index, kind } of inputs) {
    const data = signed.data.inputs[index] as PsbtInputData;
    const isFinal = data.finalScriptSig !== undefined || data.finalScriptWitness !== undefined;
    const isSingleKey = kind === "P2PKH" || kind === "P2WPKH" || kind === "P2TR";
    const found = isFinal
      ? fromFinal(data)
      : isSingleKey
        ? fromSignature(kind, data, (signature, point) =>
            isSignatureOf(signature, point, unsigned, index, spent),
          )
        : fromLibrary(signed, index);
    if (!found) return undefined;
    const { scriptSig, witness } = found;
    if ((kind === "P2WPKH" || kind === "P2TR" || kind === "P2WSH") && scriptSig?.length)
      return undefined;
    // A taproot witness of several items spends by script, which is for the network to judge.
    const isByKey = kind === "P2WPKH" || (kind === "P2TR" && !(witness && witness.length > 1));
    if (isByKey && !isWitnessOf(witness ?? [], unsigned, index, spent)) return undefined;
    if (kind === "P2PKH") {
      const [signature, point] = script.decompile(scriptSig ?? new Uint8Array()) ?? [];
      if (witness?.length || !(signature instanceof Uint8Array) || !(point instanceof Uint8Array))
        return undefined;
      if (!isSignatureOf(signature, point, unsigned, index, spent)) return undefined;
      if (!equal(script.compile([signature, point]), scriptSig as Uint8Array)) return undefined;
    }
    if (scriptSig) transaction.setInputScript(index, scriptSig);
    if (witness) transaction.setWitness(index, [...witness]);
  }
  return transaction;
}

function fromFinal({ finalScriptSig, finalScriptWitness }: PsbtInputData): Unlocking | undefined {
  const witness = finalScriptWitness && readWitness(finalScriptWitness);
  return finalScriptWitness && !witness ? undefined : { scriptSig: finalScriptSig, witness };
}

function fromSignature(
  kind: "P2PKH" | "P2WPKH" | "P2TR",
  { tapKeySig, partialSig = [] }: PsbtInputData,
  fits: (signature: Uint8Array, point?: Uint8Array) => boolean,
): Unlocking | undefined {
  if (kind === "P2TR") return tapKeySig && fits(tapKeySig) ? { witness: [tapKeySig] } : undefined;
  const found = partialSig.find(({ signature, pubkey }) => fits(signature, pubkey));
  if (!found) return undefined;
  const stack = [found.signature, found.pubkey];
  return kind === "P2WPKH" ? { witness: stack } : { scriptSig: script.compile(stack) };
}

/** Scripts of several keys are bitcoinjs-lib's to put together. */
function fromLibrary(signed: Psbt, index: number): Unlocking | undefined {
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
  return fromFinal(copy.data.inputs[index] as PsbtInputData);
}
