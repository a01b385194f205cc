import { Transaction } from "bitcoinjs-lib";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import { concatBytes, decodeBase64, encodeUtf8, taggedHash, toBase64 } from "../shared/bytes.js";
import { isValidWitness, type SpentOutput, signInput } from "../signatures/signatures.js";
import { parseWitness, serializeWitness } from "../signatures/witness.js";

const zeroTxid = new Uint8Array(32);
const simplePrefix = "smp";

export function hashMessage(message: string): Uint8Array {
  return taggedHash("BIP0322-signed-message", encodeUtf8(message));
}

/** Builds the virtual transactions of BIP-322: `toSpend` commits to the message. */
export function buildVirtualTransactions(
  message: string,
  challenge: Uint8Array,
): { toSpend: Transaction; toSign: Transaction } {
  const toSpend = new Transaction();
  toSpend.version = 0;
  toSpend.addInput(zeroTxid, 0xffffffff, 0, concatBytes([0x00, 0x20], hashMessage(message)));
  toSpend.addOutput(challenge, 0n);
  const toSign = new Transaction();
  toSign.version = 0;
  toSign.addInput(toSpend.getHash(), 0, 0);
  toSign.addOutput(Uint8Array.of(0x6a), 0n);
  return { toSpend, toSign };
}

export function signBip322(
  message: string,
  challenge: Uint8Array,
  key: BitcoinPrivateKey,
  isTaproot: boolean,
  point: Uint8Array,
): string {
  const { toSign } = buildVirtualTransactions(message, challenge);
  const spent: SpentOutput[] = [{ script: challenge, value: 0n }];
  const sighashType = isTaproot ? Transaction.SIGHASH_DEFAULT : Transaction.SIGHASH_ALL;
  const signature = signInput({ transaction: toSign, index: 0, spent }, key, sighashType);
  const witness = isTaproot ? [signature] : [signature, point];
  return simplePrefix + toBase64(serializeWitness(witness));
}

export function verifyBip322(message: string, challenge: Uint8Array, signature: string): boolean {
  const bytes = decodeBase64(
    signature.startsWith(simplePrefix) ? signature.slice(simplePrefix.length) : signature,
  );
  const witness = bytes && parseWitness(bytes);
  if (!witness) return false;
  const { toSign } = buildVirtualTransactions(message, challenge);
  const spent: SpentOutput[] = [{ script: challenge, value: 0n }];
  const sighashTypes = [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL];
  return isValidWitness({ transaction: toSign, index: 0, spent }, witness, sighashTypes);
}
