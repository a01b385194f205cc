import type { Authorization } from "../../contract/shared/types.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import { signReading } from "../skeleton/sign.js";
import { parseAuthorization } from "./check-authorization.js";

/** What an authorization must match. */
export interface SignAuthorizationOptions extends AcceptOptions {
  /** The account that is delegated. @defaultValue the signer's address */
  owner?: Address | undefined;
  /** The chain that the authorization must name. 0 is valid on every chain. */
  chainId?: number | undefined;
  /**
   * The only contracts that the account may be delegated to, from your own configuration. Without
   * them the authorization is rejected.
   */
  delegates?: readonly Address[] | undefined;
}

/**
 * Signs an EIP-7702 authorization: recomputes its hash, compares it with the given hash and signs
 * the raw digest. A delegate controls the whole account, so `delegates` must name the contracts
 * that you trust. Injected wallets cannot sign authorizations.
 *
 * @throws {UnsafeToSignError} if the authorization is invalid or the signer is not the owner.
 * Nothing was signed.
 * @throws {UnsupportedSignerError} if the signer cannot sign a raw digest. Nothing was signed.
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
  const signed = await signReading("authorization", signer, (report) => {
    const snapshot = copyData("authorization", authorization, report);
    const copy = copyOptions("signAuthorization", options, optionNames, report);
    const parsed = copy && parseAuthorization(snapshot as Authorization, copy, report);
    return parsed && { options: copy, parts: { authorization: parsed } };
  });
  return signed?.authorization as Hex;
}

// biome-ignore format: a compact table
const optionNames: Fields<SignAuthorizationOptions> = {
  accept: "codes", confirm: "function", policy: "policy", signal: "signal", owner: "any", chainId: "value", delegates: "addresses",
};
