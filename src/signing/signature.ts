import { recoverAddress, toHex } from "viem/utils";
import type { Address, Hex } from "../contract/primitives.js";
import { SignatureMismatchError, SigningError } from "../errors/signing.js";
import { same } from "./report.js";

/** The order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * What a wallet answered, as 65 bytes r, s, v with v 27 or 28. A high s is turned into the low one: both are valid signatures
 * of the same key, and contracts refuse the high one.
 */
export function readSignature(answer: unknown, subject: string): Hex {
  const hex = readHex(answer)?.replace(/^0x/, "") ?? "";
  if (!/^[0-9a-f]{128}(?:0[01]|1[bc])?$/i.test(hex)) {
    throw new SigningError(`${subject}: the signer's answer is not a signature of 65 bytes (r, s, and v of 0, 1, 27 or 28)`, {
      hint: "Sign with the plain account that owns the wallet.",
    });
  }
  const r = hex.slice(0, 64).toLowerCase();
  let s = BigInt(`0x${hex.slice(64, 128)}`);
  let v = Number.parseInt(hex.slice(128), 16);
  if (hex.length === 128) {
    // EIP-2098: the parity stands in the top bit of s.
    v = Number(s >> 255n);
    s = BigInt.asUintN(255, s);
  }
  if (v < 27) v += 27;
  if (s > order >> 1n && s < order) {
    s = order - s;
    v = 55 - v;
  }
  return `0x${r}${s.toString(16).padStart(64, "0")}${v.toString(16)}`;
}

/** What throws when it is read is no signature either. */
function readHex(answer: unknown): string | undefined {
  try {
    return hexIn(answer, 0);
  } catch {
    return undefined;
  }
}

/** Some wallets answer with an object around the signature, or with its parts. */
function hexIn(answer: unknown, depth: number): string | undefined {
  if (typeof answer === "string") return answer;
  if (answer instanceof Uint8Array) return toHex(answer);
  if (typeof answer !== "object" || answer === null || depth > 3) return undefined;
  const { r, s, v, yParity, signature, data, result } = answer as Record<string, unknown>;
  if (r === undefined || s === undefined) return hexIn(signature ?? data ?? result, depth + 1);
  const parity = yParity ?? v;
  // Without the parity the other two would pass for the short form.
  return parity === undefined ? undefined : [word(r, 64), word(s, 64), word(parity, 2)].join("");
}

function word(value: unknown, digits: number): string {
  try {
    return BigInt(value as string)
      .toString(16)
      .padStart(digits, "0");
  } catch {
    return "?";
  }
}

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
export async function confirmOwner(
  subject: string,
  digest: Hex,
  signature: Hex,
  owner: Address,
  mistakes: Readonly<Record<string, Hex>> = {},
): Promise<Hex> {
  const actual = await recoverSigner(digest, signature);
  if (same(actual, owner)) return signature;
  let explanation: string | undefined;
  for (const [mistake, mistaken] of Object.entries(mistakes)) {
    if (same(await recoverSigner(mistaken, signature), owner)) explanation = mistake;
  }
  throw new SignatureMismatchError(subject, { expected: owner, actual, explanation });
}
