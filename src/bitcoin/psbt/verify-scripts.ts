import { crypto, payments, script } from "bitcoinjs-lib";
import { equalBytes } from "../shared/bytes.js";
import { getEcc } from "../shared/ecc.js";
import { fromScript } from "../shared/scripts.js";
import {
  isValidSignature,
  isValidWitness,
  type SignableInput,
  type SpentOutput,
} from "../signatures/signatures.js";

export interface InputScripts {
  readonly scriptSig?: Uint8Array | undefined;
  readonly witness?: readonly Uint8Array[] | undefined;
}

/**
 * Whether final scripts are those of the spent output, with valid signatures: of one key, or of
 * several with OP_CHECKMULTISIG. Undefined for other scripts, which only a node can run.
 */
export function verifyScripts(
  input: SignableInput,
  { scriptSig = new Uint8Array(), witness = [] }: InputScripts,
): boolean | undefined {
  const { transaction, index, spent } = input;
  const output = spent[index] as SpentOutput;
  const { kind, program } = fromScript(output.script) ?? {};
  if (!program) return undefined;
  const isLegacy = kind === "P2PKH" || kind === "P2SH";
  if (!isLegacy && scriptSig.length > 0) return false;
  if (kind === "P2WPKH") return isValidWitness(input, witness);
  // A taproot witness with several items is a script-path spend.
  if (kind === "P2TR") return witness.length > 1 ? undefined : isValidWitness(input, witness);
  if (kind === "P2WSH") {
    const inner = witness[witness.length - 1];
    if (!inner || !equalBytes(crypto.sha256(inner), program)) return false;
    return verifyMultisig(inner, witness.slice(0, -1), (type) =>
      transaction.hashForWitnessV0(index, inner, output.value, type),
    );
  }
  const stack = script.decompile(scriptSig)?.map(toBytes) ?? [];
  const last = stack[stack.length - 1];
  if (!last || (kind === "P2PKH" && witness.length > 0)) return false;
  if (kind === "P2PKH") {
    const isWhole = stack.length === 2 && equalBytes(script.compile(stack), scriptSig);
    return isWhole && isValidSignature(input, stack[0] as Uint8Array, last);
  }
  if (!equalBytes(crypto.hash160(last), program)) return false;
  const nested = fromScript(last)?.kind;
  if (nested === "P2WPKH" || nested === "P2WSH") {
    if (!equalBytes(script.compile([last]), scriptSig)) return false;
    const outputs = spent.map((each, i) => (i === index ? { ...each, script: last } : each));
    return verifyScripts({ ...input, spent: outputs }, { witness });
  }
  if (witness.length > 0) return false;
  return verifyMultisig(last, stack.slice(0, -1), (type) =>
    transaction.hashForSignature(index, last, type),
  );
}

/** What OP_0 and a push leave on the stack. No other opcode is part of a signature. */
const toBytes = (chunk: number | Uint8Array) =>
  typeof chunk === "number" ? new Uint8Array(chunk === 0 ? 0 : 1) : chunk;

function verifyMultisig(
  output: Uint8Array,
  [dummy, ...signatures]: readonly Uint8Array[],
  getHash: (type: number) => Uint8Array,
): boolean | undefined {
  let keys: Uint8Array[];
  let required: number | undefined;
  try {
    ({ m: required, pubkeys: keys = [] } = payments.p2ms({ output }));
  } catch {
    return undefined;
  }
  if (dummy?.length !== 0 || signatures.length !== required) return false;
  // Signatures are in the order of their keys.
  const left = [...keys];
  try {
    return signatures.every((encoded) => {
      const { signature, hashType } = script.signature.decode(encoded);
      const hash = getHash(hashType);
      const found = left.findIndex((key) => getEcc().verify(hash, key, signature, true));
      return left.splice(0, found + 1).length > 0;
    });
  } catch {
    // A signature or a key is malformed.
    return false;
  }
}
