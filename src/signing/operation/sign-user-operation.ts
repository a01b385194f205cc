import { hashMessage } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { assertNoProblems, checkHash } from "../shared/problems.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";

/** Who must sign a user operation. */
export interface SignUserOperationOptions {
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
  assertKnownOptions("signUserOperation", options ?? {}, ["owner"]);
  assertNoProblems(subject, (report) => checkHash(report, "hash", "hash", hash));
  const { sign } = resolveSigner(subject, signer, ["messages"], options?.owner);
  return sign(
    "messages",
    hashMessage({ raw: hash }),
    { message: { raw: hash } },
    {
      "the wallet signed the text of the hash, not its bytes": hashMessage(hash),
      "the wallet signed the bare hash, without EIP-191": hash,
    },
  );
}
