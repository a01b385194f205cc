import { assertKnownOptions } from "../../errors/unknown-option.js";
import type { OptionNames } from "../../shared/option-names.js";
import { bitcoinAddress, toDestination } from "../address/bitcoin-address.js";
import { type BitcoinPrivateKey, getPublicKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { toScript } from "../shared/scripts.js";
import { signBip322 } from "./bip322.js";
import { signLegacyMessage } from "./legacy-message.js";

const operation = "bitcoin.signBitcoinMessage";

/** Options of `signBitcoinMessage`. */
export interface SignBitcoinMessageOptions {
  /**
   * The kind of the address that signs. P2WPKH and P2TR use BIP-322, P2PKH uses the legacy format.
   * @defaultValue `"P2WPKH"`
   */
  kind?: "P2PKH" | "P2WPKH" | "P2TR" | undefined;
}

const optionNames: OptionNames<SignBitcoinMessageOptions> = { kind: true };

/** A signed message with everything that is needed to verify it. */
export interface SignedBitcoinMessage {
  readonly message: string;
  readonly address: string;
  /** BIP-322: `smp` and base64. P2PKH: the legacy 65 bytes in base64. Deterministic. */
  readonly signature: string;
}

/**
 * Signs a message with one of the key's addresses, and verifies the signature before it returns.
 * Verifiers of earlier BIP-322 drafts expect the signature without the `smp` prefix.
 *
 * @example
 * ```ts
 * import { readPrivateKey, signBitcoinMessage, verifyBitcoinMessage } from "bursar/bitcoin";
 *
 * const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
 * const signed = signBitcoinMessage("I own this address", key, { kind: "P2TR" });
 * console.log(verifyBitcoinMessage(signed)); // true
 * ```
 */
export function signBitcoinMessage(
  message: string,
  key: BitcoinPrivateKey,
  options: SignBitcoinMessageOptions = {},
): SignedBitcoinMessage {
  assertKnownOptions("signBitcoinMessage", options, optionNames);
  const { kind = "P2WPKH" } = options;
  if (typeof message !== "string")
    throw createBitcoinError(operation, "the message is not a string", "Pass a string.");
  // UTF-8 replaces every lone surrogate by U+FFFD: one signature would be valid for many messages.
  if (/\p{Cs}/u.test(message))
    throw createBitcoinError(
      operation,
      "the message is not well-formed",
      "Remove lone surrogates.",
    );
  const point = getPublicKey(key);
  const address = bitcoinAddress(key, { kind });
  if (kind === "P2PKH") return { message, address, signature: signLegacyMessage(message, key) };
  const challenge = toScript(toDestination(point, kind));
  const signature = signBip322(message, challenge, key, kind === "P2TR", point);
  return { message, address, signature };
}
