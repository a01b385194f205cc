import { bitcoinAddress, toDestination } from "../address/bitcoin-address.js";
import { type BitcoinPrivateKey, getPublicKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { toScript } from "../shared/scripts.js";
import { signBip322 } from "./bip322.js";
import { signLegacyMessage } from "./legacy-message.js";

/** For which of a key's addresses a message is signed. */
export interface SignBitcoinMessageOptions {
  /** P2WPKH and P2TR are signed by BIP-322, P2PKH in the old way. P2WPKH unless told otherwise. */
  kind?: "P2PKH" | "P2WPKH" | "P2TR" | undefined;
}

/** A signed message, with all that it takes to check it. */
export interface SignedBitcoinMessage {
  readonly message: string;
  readonly address: string;
  /** BIP-322 (`smp` and base64), or for P2PKH the old 65 bytes in base64. The same input always gives the same text. */
  readonly signature: string;
}

/**
 * Signs a message for one of a key's addresses, and checks the signature before it hands it out.
 * Verifiers older than BIP-322's final form want its signature without the `smp` in front.
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
  { kind = "P2WPKH" }: SignBitcoinMessageOptions = {},
): SignedBitcoinMessage {
  if (typeof message !== "string")
    throw createBitcoinError("the message is not a text", "Hand over a string.");
  // Lone surrogates would all become one and the same character, and one signature would fit several messages.
  if (/\p{Cs}/u.test(message))
    throw createBitcoinError(
      "the message is not well-formed Unicode",
      "It holds half of a surrogate pair.",
    );
  const point = getPublicKey(key);
  const address = bitcoinAddress(key, { kind });
  if (kind === "P2PKH") return { message, address, signature: signLegacyMessage(message, key) };
  const challenge = toScript(toDestination(point, kind));
  return {
    message,
    address,
    signature: signBip322(message, challenge, key, kind === "P2TR", point),
  };
}
