import { Transaction } from "bitcoinjs-lib";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import {
  concatBytes,
  decodeBase64,
  encodeUtf8,
  parseWitness,
  serializeWitness,
  taggedHash,
  toBase64,
} from "../shared/bytes.js";
import { isValidWitness, type SpentOutput, signInput } from "../shared/signatures.js";

const zeroTxid = new Uint8Array(32);
/** What BIP-322 puts before the signatures of its simple form. Older verifiers know it not. */
export const simplePrefix = "smp";

export function hashMessage(message: string): Uint8Array {
  return taggedHash("BIP0322-signed-message", encodeUtf8(message));
}

/** BIP-322's two transactions that never happen: one pays to the address with the message in it, one spends that. */
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
  const signature = signInput(
    toSign,
    0,
    spent,
    key,
    isTaproot ? Transaction.SIGHASH_DEFAULT : Transaction.SIGHASH_ALL,
  );
  const stack = isTaproot ? [signature] : [signature, point];
  return simplePrefix + toBase64(serializeWitness(stack));
}

export function verifyBip322(message: string, challenge: Uint8Array, signature: string): boolean {
  const bytes = decodeBase64(
    signature.startsWith(simplePrefix) ? signature.slice(simplePrefix.length) : signature,
  );
  const stack = bytes && parseWitness(bytes);
  if (!stack) return false;
  const { toSign } = buildVirtualTransactions(message, challenge);
  // The default type exists for taproot alone, and there a byte for it is refused.
  return isValidWitness(
    stack,
    toSign,
    0,
    [{ script: challenge, value: 0n }],
    [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL],
  );
}
