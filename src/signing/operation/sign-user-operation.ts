import type { Address, Hex } from "../../contract/shared/primitives.js";
import { type AcceptOptions, acceptFields } from "../shared/decide.js";
import { assertNoProblems, checkHash } from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-fields.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { signUserOperationHash } from "./sign-parts.js";

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
  const subject = "user operation";
  // Every problem of a hash is fatal, so there is none to accept.
  const { owner } = assertNoProblems(subject, (report) => {
    checkHash(report, "hash", "hash", hash);
    return copyOptions("signUserOperation", options, optionNames, report);
  });
  const { sign } = resolveSigner(subject, signer, ["messages"], owner);
  return signUserOperationHash(sign, hash);
}

const optionNames: Fields<SignUserOperationOptions> = { ...acceptFields, owner: "any" };
