import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { Authorization } from "../../contract/shared/types.js";
import { assertNoProblems } from "../shared/problems.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { takeSnapshot } from "../signer/take-snapshot.js";
import { parseAuthorization } from "./check-authorization.js";

/** What an authorization is held to. */
export interface SignAuthorizationOptions {
  /** The account that is delegated. Default: the signer's address. */
  owner?: Address | undefined;
  /** The chain that it must name. */
  chainId?: number | undefined;
  /** The only contracts that the account may be delegated to, from your own configuration. Without the list it is refused. */
  delegates?: readonly Address[] | undefined;
  /** Signs for **any** contract where `delegates` is left out. Only for those who check the contract otherwise. @defaultValue `false` */
  allowAnyDelegate?: boolean | undefined;
  /** Whether chain id 0 may be signed, which is valid on every chain. Default false. */
  allowAnyChain?: boolean | undefined;
}

/**
 * Signs an EIP-7702 authorization: recomputes its hash, compares it with the one given, and signs the raw digest. This hands the
 * account's code to the delegate, so the contracts that you trust must be named: `delegates`. Injected wallets cannot sign one.
 *
 * @throws {UnsafeToSignError} when the authorization does not add up, or the signer is not the owner: then nothing was signed.
 * @throws {UnsupportedSignerError} when the signer signs no raw digest: then nothing was signed.
 * @example
 * ```ts
 * import { signAuthorization } from "bursar/signing";
 *
 * const signature = await signAuthorization(authorization, signer, {
 *   chainId: 137,
 *   delegates: ["0xd6CEDDe84be40893d153Be9d467CD6aD37875b28"],
 * });
 * ```
 */
export async function signAuthorization(
  authorization: Authorization,
  signer: Signer,
  options?: SignAuthorizationOptions,
): Promise<Hex> {
  const subject = "authorization";
  const given = takeSnapshot(subject, "authorization", authorization);
  const { parts, hash } = assertNoProblems(subject, (report) =>
    parseAuthorization(given, options ?? {}, report),
  );
  return resolveSigner(subject, signer, ["authorizations"], options?.owner).sign(
    "authorizations",
    hash,
    parts,
  );
}
