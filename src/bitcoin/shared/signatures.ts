import { crypto, script, Transaction } from "bitcoinjs-lib";
import { toDestination } from "../address/bitcoin-address.js";
import { type BitcoinPrivateKey, getPublicKey, getSecret } from "../keys/private-key.js";
import { createBitcoinError, createSignatureMismatch } from "./bitcoin-error.js";
import { concatBytes, equalBytes } from "./bytes.js";
import { ecc } from "./ecc.js";
import { computeTaprootTweak, fromScript, toScript } from "./scripts.js";

/** The output that an input spends. */
export interface SpentOutput {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** What the signature of an input commits to. Taproot commits to what every input spends. */
function computeSighash(
  transaction: Transaction,
  index: number,
  spent: readonly SpentOutput[],
  type: number,
): Uint8Array {
  const { script: code, value } = spent[index] as SpentOutput;
  const destination = fromScript(code);
  switch (destination?.kind) {
    case "P2PKH":
      return transaction.hashForSignature(index, code, type);
    case "P2WPKH":
      return transaction.hashForWitnessV0(
        index,
        toScript({ kind: "P2PKH", program: destination.program }),
        value,
        type,
      );
    case "P2TR":
      return transaction.hashForWitnessV1(
        index,
        spent.map((each) => each.script),
        spent.map((each) => each.value),
        type,
      );
    default:
      throw createBitcoinError(
        `input ${index} is of a kind that one key cannot sign`,
        "P2PKH, P2WPKH and P2TR by key can be signed.",
      );
  }
}

/** The key that taproot's key path really signs with: the negated one for an odd point, tweaked. Wipe it after use. */
function tweakSecret(
  secret: Uint8Array,
  point: Uint8Array,
  merkleRoot: Uint8Array | undefined,
): Uint8Array {
  const even = point[0] === 2 ? secret : ecc().privateNegate(secret.slice());
  const tweaked = ecc().privateAdd(even, computeTaprootTweak(point.slice(1), merkleRoot));
  if (!tweaked) throw createBitcoinError("this key has no taproot address", "Take another key.");
  return tweaked;
}

/** One input's signature, checked against the key that the spent output names before it is handed out. */
export function signInput(
  transaction: Transaction,
  index: number,
  spent: readonly SpentOutput[],
  key: BitcoinPrivateKey,
  type: number,
  merkleRoot?: Uint8Array,
): Uint8Array {
  const point = getPublicKey(key);
  const destination = fromScript((spent[index] as SpentOutput).script);
  const isTaproot = destination?.kind === "P2TR";
  const program = isTaproot
    ? toDestination(point, "P2TR", merkleRoot).program
    : crypto.hash160(point);
  if (!destination || !equalBytes(program, destination.program))
    throw createSignatureMismatch(index, key.publicKey);
  const hash = computeSighash(transaction, index, spent, type);
  let signature: Uint8Array;
  let fits: boolean;
  try {
    signature = isTaproot
      ? signTaproot(hash, getSecret(key), point, merkleRoot)
      : ecc().sign(hash, getSecret(key));
    fits = isTaproot
      ? ecc().verifySchnorr(hash, program, signature)
      : ecc().verify(hash, point, signature, true);
  } catch {
    // What a curve implementation throws may quote what it was given.
    throw createSignatureMismatch(index, key.publicKey);
  }
  if (!fits) throw createSignatureMismatch(index, key.publicKey);
  if (!isTaproot) return script.signature.encode(signature, type);
  return type === Transaction.SIGHASH_DEFAULT ? signature : concatBytes(signature, [type]);
}

/** No auxiliary randomness, as BIP-340 allows: one input gives one signature, and it is verified before it gets out. */
function signTaproot(
  hash: Uint8Array,
  secret: Uint8Array,
  point: Uint8Array,
  merkleRoot: Uint8Array | undefined,
): Uint8Array {
  const tweaked = tweakSecret(secret, point, merkleRoot);
  try {
    return ecc().signSchnorr(hash, tweaked, new Uint8Array(32));
  } finally {
    tweaked.fill(0);
  }
}

/** Whether a signature with its type byte is one of `point` (33 bytes) or, for taproot, of the output's key. */
export function isValidSignature(
  signature: Uint8Array,
  point: Uint8Array | undefined,
  transaction: Transaction,
  index: number,
  spent: readonly SpentOutput[],
  types?: readonly number[],
): boolean {
  const destination = fromScript((spent[index] as SpentOutput).script);
  try {
    if (destination?.kind === "P2TR") {
      if (signature.length !== 64 && signature.length !== 65) return false;
      const type = signature[64] ?? Transaction.SIGHASH_DEFAULT;
      // A type byte of zero must be left out, or one signature would have two forms.
      if ((signature.length === 65 && type === 0) || types?.includes(type) === false) return false;
      return ecc().verifySchnorr(
        computeSighash(transaction, index, spent, type),
        destination.program,
        signature.slice(0, 64),
      );
    }
    if (
      !destination ||
      point?.length !== 33 ||
      !equalBytes(crypto.hash160(point), destination.program)
    )
      return false;
    const { signature: raw, hashType } = script.signature.decode(signature);
    if (types?.includes(hashType) === false) return false;
    return ecc().verify(computeSighash(transaction, index, spent, hashType), point, raw, true);
  } catch {
    // Bytes that cannot be read as a signature or a key are none.
    return false;
  }
}

/** Whether a witness spends a P2WPKH or, by key, a P2TR output. */
export function isValidWitness(
  witness: readonly Uint8Array[],
  transaction: Transaction,
  index: number,
  spent: readonly SpentOutput[],
  types?: readonly number[],
): boolean {
  const kind = fromScript((spent[index] as SpentOutput).script)?.kind;
  const [signature, point] = witness;
  if (!signature || witness.length !== (kind === "P2WPKH" ? 2 : kind === "P2TR" ? 1 : 0))
    return false;
  return isValidSignature(signature, point, transaction, index, spent, types);
}
