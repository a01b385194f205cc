import type { Authorization, TypedData } from "../../contract/shared/records.js";
import { isMissing } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { parseAuthorization } from "../authorization/check-operation.js";
import type { NormalTypedData } from "../eip712/normal-typed-data.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import { checkEqual, checkHash } from "../shared/problems.js";
import { copyData, copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import { signReading } from "../skeleton/sign.js";

/** Who must sign a user operation. */
export interface SignUserOperationOptions extends AcceptOptions {
  /** The account that owns the wallet. @defaultValue the signer's address */
  owner?: Address | undefined;
}

/** Who must sign typed data, and for which chain. */
export interface SignTypedDataOptions extends SignUserOperationOptions {
  /** The chain that the domain must name. */
  chainId?: number | undefined;
}

/** What an authorization must match. */
export interface SignAuthorizationOptions extends SignUserOperationOptions {
  /** The chain that the authorization must name. 0 is valid on every chain. */
  chainId?: number | undefined;
  /**
   * The only contracts that the account may be delegated to, from your own configuration. Without
   * them the authorization is rejected.
   */
  delegates?: readonly Address[] | undefined;
}

// A bundler could not drop a table with a spread.
// biome-ignore format: a compact table
const operationFields: Fields<SignUserOperationOptions> = {
  owner: "any", accept: "codes", confirm: "function", policy: "policy", signal: "signal",
  receipts: "function",
};
// biome-ignore format: a compact table
const typedDataFields: Fields<SignTypedDataOptions> = {
  owner: "any", chainId: "value",
  accept: "codes", confirm: "function", policy: "policy", signal: "signal",
  receipts: "function",
};
// biome-ignore format: a compact table
const authorizationFields: Fields<SignAuthorizationOptions> = {
  owner: "any", chainId: "value", delegates: "addresses",
  accept: "codes", confirm: "function", policy: "policy", signal: "signal",
  receipts: "function",
};

/**
 * Signs the 32 bytes of a user operation's hash with EIP-191. Returns only the owner's signature.
 *
 * This trusts the hash. To sign a quote, prefer `signQuote`, which compares it with your request.
 *
 * @throws UnsafeToSignError if the hash is malformed or the signer is not the owner.
 * @throws SignatureMismatchError if the wallet signed other data or with another account.
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
  const signed = await signReading("user operation", signer, options, (report) => {
    const copy = copyOptions("signUserOperation", options, operationFields, report);
    checkHash(report, "hash", "hash", hash);
    return copy && { options: copy, parts: { userOperationHash: hash } };
  });
  return signed?.signature as Hex;
}

/**
 * Signs typed data (EIP-712) in its normal form and returns only the owner's signature.
 *
 * @throws UnsafeToSignError if the typed data is invalid or the signer is not the owner. Nothing
 * was signed.
 * @throws SignatureMismatchError if the wallet signed other data or with another account.
 * @example
 * ```ts
 * import { signTypedData } from "bursar/signing";
 *
 * const signature = await signTypedData(typedData, signer, { chainId: 137 });
 * ```
 */
export async function signTypedData(
  typedData: TypedData | NormalTypedData,
  signer: Signer,
  options?: SignTypedDataOptions,
): Promise<Hex> {
  const signed = await signReading("typed data", signer, options, (report) => {
    const copy = copyOptions("signTypedData", options, typedDataFields, report);
    const parsed = parseTypedData(typedData, report);
    if (!copy || !parsed) return undefined;
    if (!isMissing(copy.chainId))
      checkEqual(report, "chain", "domain.chainId", copy.chainId, parsed.domain.chainId);
    return { options: copy, parts: { typedData: parsed } };
  });
  return signed?.typedDataSignature as Hex;
}

/**
 * Signs an EIP-7702 authorization: recomputes its hash, compares it with the given hash and signs
 * the raw digest. A delegate controls the whole account, so `delegates` must name the contracts
 * that you trust. Injected wallets cannot sign authorizations.
 *
 * @throws UnsafeToSignError if the authorization is invalid or the signer is not the owner.
 * Nothing was signed.
 * @throws UnsupportedSignerError if the signer cannot sign a raw digest. Nothing was signed.
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
  const signed = await signReading("authorization", signer, options, (report) => {
    const snapshot = copyData("authorization", authorization, report);
    const copy = copyOptions("signAuthorization", options, authorizationFields, report);
    const parsed = copy && parseAuthorization(snapshot as Authorization, copy, report);
    return parsed && { options: copy, parts: { authorization: parsed } };
  });
  return signed?.authorization as Hex;
}
