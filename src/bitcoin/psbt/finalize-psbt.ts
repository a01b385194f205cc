import { type Psbt, script, type Transaction } from "bitcoinjs-lib";
import { isSingleKeyKind, type SingleKeyAddressKind } from "../address/bitcoin-address.js";
import { getEcc } from "../shared/ecc.js";
import { isValidSignature, type SpentOutput } from "../signatures/signatures.js";
import { parseWitness } from "../signatures/witness.js";
import { getUnsignedTransaction, type PsbtInput, type PsbtInputData } from "./psbt-inputs.js";
import { type InputScripts, verifyScripts } from "./verify-scripts.js";

/** The final transaction, and whether every signature was verified. */
interface FinalTransaction {
  readonly transaction: Transaction;
  readonly isVerified: boolean;
}

/** Returns undefined if a signature is missing or invalid. */
export function finalizePsbt(
  signed: Psbt,
  inputs: readonly PsbtInput[],
  spent: readonly SpentOutput[],
): FinalTransaction | undefined {
  const unsigned = getUnsignedTransaction(signed);
  const transaction = unsigned.clone();
  let isVerified = true;
  for (const { index, kind } of inputs) {
    const data = signed.data.inputs[index] as PsbtInputData;
    const input = { transaction: unsigned, index, spent };
    const isFinal = data.finalScriptSig !== undefined || data.finalScriptWitness !== undefined;
    const scripts = isFinal
      ? getFinalScripts(data)
      : isSingleKeyKind(kind)
        ? buildInputScripts(kind, data, (signature, point) =>
            isValidSignature(input, signature, point),
          )
        : finalizeWithLibrary(signed, index);
    const isValid = scripts && verifyScripts(input, scripts);
    if (!scripts || isValid === false) return undefined;
    // The library has verified the signatures of what it finalizes.
    if (isFinal && !isValid) isVerified = false;
    const { scriptSig, witness } = scripts;
    if (scriptSig) transaction.setInputScript(index, scriptSig);
    if (witness) transaction.setWitness(index, [...witness]);
  }
  return { transaction, isVerified };
}

function getFinalScripts(data: PsbtInputData): InputScripts | undefined {
  const { finalScriptSig, finalScriptWitness } = data;
  const witness = finalScriptWitness && parseWitness(finalScriptWitness);
  return finalScriptWitness && !witness ? undefined : { scriptSig: finalScriptSig, witness };
}

function buildInputScripts(
  kind: SingleKeyAddressKind,
  { tapKeySig, partialSig = [] }: PsbtInputData,
  isValid: (signature: Uint8Array, point?: Uint8Array) => boolean,
): InputScripts | undefined {
  if (kind === "P2TR") return tapKeySig && { witness: [tapKeySig] };
  const found = partialSig.find(({ signature, pubkey }) => isValid(signature, pubkey));
  if (!found) return undefined;
  const stack = [found.signature, found.pubkey];
  return kind === "P2WPKH" ? { witness: stack } : { scriptSig: script.compile(stack) };
}

/** Finalizes inputs that need several keys, with bitcoinjs-lib. */
function finalizeWithLibrary(signed: Psbt, index: number): InputScripts | undefined {
  const copy = signed.clone();
  try {
    const isValid = copy.validateSignaturesOfInput(index, (point, hash, signature) =>
      getEcc().verify(hash, point, signature, true),
    );
    if (!isValid) return undefined;
    copy.finalizeInput(index);
  } catch {
    // The library throws if signatures or scripts are missing.
    return undefined;
  }
  return getFinalScripts(copy.data.inputs[index] as PsbtInputData);
}
