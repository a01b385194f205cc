import { crypto, script, Transaction } from "bitcoinjs-lib";
import { toDestination } from "../address/bitcoin-address.js";
import { type BitcoinPrivateKey, getPublicKey, getSecret } from "../keys/private-key.js";
import { createBitcoinError, createSignatureMismatch } from "../shared/bitcoin-error.js";
import { concatBytes, equalBytes } from "../shared/bytes.js";
import { getEcc } from "../shared/ecc.js";
import { computeTaprootTweak, fromScript, toScript } from "../shared/scripts.js";

export interface SpentOutput {
  readonly script: Uint8Array;
  readonly value: bigint;
}

/** An input to sign or verify, with the outputs that all inputs of its transaction spend. */
export interface SignableInput {
  readonly transaction: Transaction;
  readonly index: number;
  readonly spent: readonly SpentOutput[];
}

function getDestination({ spent, index }: SignableInput) {
  return fromScript((spent[index] as SpentOutput).script);
}

/** Computes the hash to sign. For taproot it covers the spent outputs of all inputs. */
function computeSighash(input: SignableInput, type: number): Uint8Array {
  const { transaction, index, spent } = input;
  const { script: outputScript, value } = spent[index] as SpentOutput;
  const destination = getDestination(input);
  switch (destination?.kind) {
    case "P2PKH":
      return transaction.hashForSignature(index, outputScript, type);
    case "P2WPKH": {
      const scriptCode = toScript({ kind: "P2PKH", program: destination.program });
      return transaction.hashForWitnessV0(index, scriptCode, value, type);
    }
    case "P2TR": {
      const scripts = spent.map((output) => output.script);
      const values = spent.map((output) => output.value);
      return transaction.hashForWitnessV1(index, scripts, values, type);
    }
    default:
      throw createBitcoinError(
        "bitcoin",
        `a single key cannot sign input ${index}`,
        "Use P2PKH, P2WPKH or key-path P2TR inputs.",
      );
  }
}

/** Signs an input. Verifies the signature against the key in the spent output before it returns. */
export function signInput(
  input: SignableInput,
  key: BitcoinPrivateKey,
  type: number,
  merkleRoot?: Uint8Array,
): Uint8Array {
  const point = getPublicKey(key);
  const destination = getDestination(input);
  const isTaproot = destination?.kind === "P2TR";
  const program = isTaproot
    ? toDestination(point, "P2TR", merkleRoot).program
    : crypto.hash160(point);
  if (!destination || !equalBytes(program, destination.program))
    throw createSignatureMismatch(input.index, key.publicKey);
  const hash = computeSighash(input, type);
  let signature: Uint8Array;
  let isValid: boolean;
  try {
    signature = isTaproot
      ? signTaproot(hash, getSecret(key), point, merkleRoot)
      : getEcc().sign(hash, getSecret(key));
    isValid = isTaproot
      ? getEcc().verifySchnorr(hash, program, signature)
      : getEcc().verify(hash, point, signature, true);
  } catch {
    // The message of a curve implementation may quote the secret.
    throw createSignatureMismatch(input.index, key.publicKey);
  }
  if (!isValid) throw createSignatureMismatch(input.index, key.publicKey);
  if (!isTaproot) return script.signature.encode(signature, type);
  return type === Transaction.SIGHASH_DEFAULT ? signature : concatBytes(signature, [type]);
}

/** Signs with the tweaked key. Uses no auxiliary randomness (BIP-340): signing is deterministic. */
function signTaproot(
  hash: Uint8Array,
  secret: Uint8Array,
  point: Uint8Array,
  merkleRoot: Uint8Array | undefined,
): Uint8Array {
  const even = point[0] === 2 ? secret : getEcc().privateNegate(secret.slice());
  const tweaked = getEcc().privateAdd(even, computeTaprootTweak(point.slice(1), merkleRoot));
  if (!tweaked)
    throw createBitcoinError("bitcoin", "the tweaked key is invalid", "Use another key.");
  try {
    return getEcc().signSchnorr(hash, tweaked, new Uint8Array(32));
  } finally {
    tweaked.fill(0);
  }
}

/**
 * Verifies a signature with its sighash byte against `point` (33 bytes), or for taproot against the
 * key in the output.
 */
export function isValidSignature(
  input: SignableInput,
  signature: Uint8Array,
  point: Uint8Array | undefined,
  types?: readonly number[],
): boolean {
  const destination = getDestination(input);
  try {
    if (destination?.kind === "P2TR") {
      if (signature.length !== 64 && signature.length !== 65) return false;
      const type = signature[64] ?? Transaction.SIGHASH_DEFAULT;
      // BIP-341 forbids an explicit type byte of zero: each signature has one encoding.
      if ((signature.length === 65 && type === 0) || types?.includes(type) === false) return false;
      const hash = computeSighash(input, type);
      return getEcc().verifySchnorr(hash, destination.program, signature.slice(0, 64));
    }
    if (point?.length !== 33 || !destination) return false;
    if (!equalBytes(crypto.hash160(point), destination.program)) return false;
    const { signature: compact, hashType } = script.signature.decode(signature);
    if (types?.includes(hashType) === false) return false;
    return getEcc().verify(computeSighash(input, hashType), point, compact, true);
  } catch {
    // The signature or the key is malformed.
    return false;
  }
}

/** Verifies the witness of a P2WPKH input or a key-path P2TR input. */
export function isValidWitness(
  input: SignableInput,
  witness: readonly Uint8Array[],
  types?: readonly number[],
): boolean {
  const kind = getDestination(input)?.kind;
  const [signature, point] = witness;
  const itemCount = kind === "P2WPKH" ? 2 : kind === "P2TR" ? 1 : 0;
  if (!signature || witness.length !== itemCount) return false;
  return isValidSignature(input, signature, point, types);
}
