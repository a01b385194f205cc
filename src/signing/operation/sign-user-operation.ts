import { hashMessage } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { assertNoProblems, checkHash } from "../shared/problems.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";

/** What a user operation's signature is held to. */
export interface SignUserOperationOptions {
  /** The account that owns the wallet. Default: the signer's address. */
  owner?: Address | undefined;
}

/**
 * Signs a user operation's hash: its 32 bytes under EIP-191, never its text. The signature is handed out only if it is the
 * owner's.
 *
 * This trusts the hash. To sign a quote, prefer `signQuote`, which compares it with what was asked for.
 *
 * @throws {UnsafeToSignError} when the hash is not one, or the signer is not the owner.
 * @throws {SignatureMismatchError} when the wallet signed something else, or as somebody else.
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
