import { recoverAddress, toHex } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { SignatureMismatchError, SigningError } from "../../errors/signing.js";
import { isEqual } from "../shared/problems.js";

/** The order of secp256k1. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * What a wallet answered, as 65 bytes r, s, v with v 27 or 28. A high s is turned into the low one: both are valid signatures
 * of the same key, and contracts refuse the high one.
 */
export function parseSignature(answer: unknown, subject: string): Hex {
  const parts = /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})(0[01]|1[bc])?$/i.exec(
    toSignatureHex(answer) ?? "",
  );
  if (!parts) {
    throw new SigningError(`${subject}: the signer's answer is not a signature of 65 bytes`, {
      hint: "Sign with the account that owns the wallet.",
    });
  }
  const [, r = "", rest, v] = parts;
  let s = BigInt(`0x${rest}`);
  // EIP-2098: the parity stands in the top bit of s.
  let parity = v ? Number(`0x${v}`) % 27 : Number(s >> 255n);
  if (!v) s = BigInt.asUintN(255, s);
  if (s > curveOrder / 2n && s < curveOrder) {
    s = curveOrder - s;
    parity ^= 1;
  }
  return `0x${r.toLowerCase()}${toPaddedHex(s, 64)}${parity ? "1c" : "1b"}`;
}

/** What throws when it is read is no signature either. */
function toSignatureHex(answer: unknown): string | undefined {
  try {
    return findSignatureHex(answer, 0);
  } catch {
    return undefined;
  }
}

/** Some wallets answer with an object around the signature, or with its parts. */
function findSignatureHex(answer: unknown, depth: number): string | undefined {
  if (typeof answer === "string") return answer;
  if (answer instanceof Uint8Array) return toHex(answer);
  if (depth > 3) return undefined;
  const { r, s, v, yParity, signature, data, result } = answer as Record<string, unknown>;
  if (r === undefined || s === undefined)
    return findSignatureHex(signature ?? data ?? result, depth + 1);
  // Without the parity the other two would pass for the short form: then this throws.
  return [toPaddedHex(r, 64), toPaddedHex(s, 64), toPaddedHex(yParity ?? v, 2)].join("");
}

const toPaddedHex = (value: unknown, digits: number) =>
  BigInt(value as string)
    .toString(16)
    .padStart(digits, "0");

/** Who signed this digest; nobody, where the bytes are no signature. */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Address | undefined> {
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    return undefined;
  }
}

/**
 * Hands the signature out only where it recovers to the owner. `mistakes` are digests that wallets sign in place of the right
 * one, each with what to say of it.
 */
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
  for (const [mistake, mistaken] of Object.entries(mistakes)) {
    if (isEqual(await recoverSigner(mistaken, signature), owner)) explanation = mistake;
  }
  throw new SignatureMismatchError(subject, { expected: owner, actual, explanation });
}
