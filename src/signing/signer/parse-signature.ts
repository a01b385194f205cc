import { recoverAddress, toHex } from "viem/utils";
import { SignatureMismatchError, SigningError } from "../../errors/signing.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { isEqual } from "../shared/problems.js";

/** The order of secp256k1. */
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** To 65 bytes with v 27 or 28, and the low s that is equivalent: contracts reject a high one. */
export function parseSignature(response: unknown, subject: string): Hex {
  const hex = toSignatureHex(response) ?? "";
  const parts = /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})(0[01]|1[bc])?$/i.exec(hex);
  if (!parts) throw createFormatError(hex, subject);
  const [, r = "", rest, v] = parts;
  let s = BigInt(`0x${rest}`);
  // Without v, this is EIP-2098: the top bit of s is the parity.
  let parity = v ? Number(`0x${v}`) % 27 : Number(s >> 255n);
  if (!v) s = BigInt.asUintN(255, s);
  if (s > secp256k1Order / 2n && s < secp256k1Order) {
    s = secp256k1Order - s;
    parity ^= 1;
  }
  return `0x${r.toLowerCase()}${toPaddedHex(s, 64)}${parity ? "1c" : "1b"}`;
}

function createFormatError(hex: string, subject: string): SigningError {
  const isLonger = /^(?:0x)?[0-9a-f]{132,}$/i.test(hex);
  const looksLike = isLonger
    ? `: it has ${Math.floor(hex.replace(/^0x/i, "").length / 2)} bytes, like one of a contract wallet (ERC-1271 or ERC-6492)`
    : "";
  const message = `${subject}: the signer returned a value that is not a signature of 65 bytes${looksLike}`;
  const hint = isLonger
    ? "The owner must be an ordinary account: sign with its key, not with a contract wallet."
    : "Sign with the account that owns the wallet.";
  return new SigningError(message, { hint });
}

/** Returns undefined if reading the response throws. */
function toSignatureHex(response: unknown): string | undefined {
  try {
    return findSignatureHex(response, 0);
  } catch {
    return undefined;
  }
}

/** Some wallets return an object that contains the signature or its parts. */
function findSignatureHex(response: unknown, depth: number): string | undefined {
  if (typeof response === "string") return response;
  if (response instanceof Uint8Array) return toHex(response);
  if (depth > 3) return undefined;
  const { r, s, v, yParity, signature, data, result } = response as Record<string, unknown>;
  if (r === undefined || s === undefined)
    return findSignatureHex(signature ?? data ?? result, depth + 1);
  // A missing parity must throw: r and s alone would be parsed as EIP-2098.
  return [toPaddedHex(r, 64), toPaddedHex(s, 64), toPaddedHex(yParity ?? v, 2)].join("");
}

const toPaddedHex = (value: unknown, digits: number) =>
  BigInt(value as string)
    .toString(16)
    .padStart(digits, "0");

/** Returns undefined if the signature is invalid. */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address | undefined> {
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    return undefined;
  }
}

/** `mistakes` maps an explanation to the digest that a faulty wallet signs instead. */
export async function assertSignedByOwner(
  subject: string,
  digest: Hex,
  signature: Hex,
  owner: Address,
  mistakes: Readonly<Record<string, Hex>> = {},
): Promise<Hex> {
  const actual = await recoverSigner(digest, signature);
  if (isEqual(actual, owner)) return signature;
  let explanation: string | undefined;
  for (const [mistake, signedDigest] of Object.entries(mistakes)) {
    if (isEqual(await recoverSigner(signedDigest, signature), owner)) explanation = mistake;
  }
  throw new SignatureMismatchError(subject, { expected: owner, actual, explanation });
}
