import { decodeAddress } from "../address/check-bitcoin-address.js";
import { type BitcoinNetworkOptions, readNetwork } from "../shared/networks.js";
import { toScript } from "../shared/scripts.js";
import { verifyBip322 } from "./bip322.js";
import { verifyLegacyMessage } from "./legacy-message.js";
import type { SignedBitcoinMessage } from "./sign-bitcoin-message.js";

/**
 * Returns whether the owner of an address signed a message. Supports simple BIP-322 signatures for
 * P2WPKH and P2TR, with or without the `smp` prefix, and legacy signatures of 65 bytes for P2PKH,
 * and with the BIP-137 headers for P2WPKH and P2SH-P2WPKH.
 * Returns false for unsupported signatures, such as those of a multisig.
 *
 * @example
 * ```ts
 * import { verifyBitcoinMessage } from "bursar/bitcoin";
 *
 * const isOwner = verifyBitcoinMessage({
 *   message: "Hello World",
 *   address: "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l",
 *   signature:
 *     "smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2K" +
 *     "sqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
 * });
 * console.log(isOwner); // true
 * ```
 */
export function verifyBitcoinMessage(
  { message, address, signature }: SignedBitcoinMessage,
  options?: BitcoinNetworkOptions,
): boolean {
  const destination = decodeAddress(address, readNetwork("verifyBitcoinMessage", options));
  if (
    "code" in destination ||
    typeof message !== "string" ||
    typeof signature !== "string" ||
    /\p{Cs}/u.test(message)
  )
    return false;
  const isSegwit = destination.kind === "P2WPKH" || destination.kind === "P2TR";
  return (
    verifyLegacyMessage(message, destination, signature) ||
    (isSegwit && verifyBip322(message, toScript(destination), signature))
  );
}
