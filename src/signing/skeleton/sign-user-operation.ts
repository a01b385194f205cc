import type { Address, Hex } from "../../shared/patterns.js";
import { checkHash } from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "./accept-options.js";
import { signReading } from "./sign.js";

/** Who must sign a user operation. */
export interface SignUserOperationOptions extends AcceptOptions {
  /** The account that owns the wallet. @defaultValue the signer's address */
  owner?: Address | undefined;
}

/**
 * Signs the 32 bytes of a user operation's hash with EIP-191. Returns only the owner's signature.
 *
 * This trusts the hash. To sign a quote, prefer `signQuote`, which compares it with your request.
 *
 * @throws {UnsafeToSignError} if the hash is malformed or the signer is not the owner.
 * @throws {SignatureMismatchError} if the wallet signed other data or with another account.
 * @example
 * ```ts
 * import { signUserOperation } from "bursar/signing";
 *
 * const signature = await signUserOperation(userOperationHash, signer);
 * ```
 */
export async function signUserOperation(
  hash: Hex,
  signer: Signer,
  options?: SignUserOperationOptions,
): Promise<Hex> {
  const signed = await signReading("user operation", signer, (report) => {
    const copy = copyOptions("signUserOperation", options, optionNames, report);
    checkHash(report, "hash", "hash", hash);
    const parts = { userOperationHash: hash };
    return copy && { options: copy, parts };
  });
  return signed?.signature as Hex;
}

const optionNames: Fields<SignUserOperationOptions> = {
  accept: "codes",
  confirm: "function",
  policy: "policy",
  signal: "signal",
  owner: "any",
};
