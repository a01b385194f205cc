import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { TypedData } from "../../contract/shared/types.js";
import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { assertNoProblems, checkEqual } from "../shared/problems.js";
import type { Signer } from "../signer/resolve-signer.js";
import { normaliseTypedData } from "./normalise-typed-data.js";
import type { NormalTypedData } from "./parse-struct.js";
import { signNormalTypedData } from "./sign-normal-typed-data.js";

/** Who must sign typed data, and for which chain. */
export interface SignTypedDataOptions {
  /** The account that owns the wallet. @defaultValue the signer's address */
  owner?: Address | undefined;
  /** The chain that the domain must name. */
  chainId?: number | undefined;
}

/**
 * Signs typed data (EIP-712) in its normal form and returns only the owner's signature.
 *
 * @throws {UnsafeToSignError} if the typed data is invalid or the signer is not the owner. Nothing
 * was signed.
 * @throws {SignatureMismatchError} if the wallet signed other data or with another account.
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
  const subject = "typed data";
  assertKnownOptions("signTypedData", options ?? {}, ["owner", "chainId"]);
  const { chainId, owner } = options ?? {};
  const normal = normaliseTypedData(typedData);
  if (chainId !== undefined)
    assertNoProblems(subject, (report) =>
      checkEqual(report, "chain", "domain.chainId", chainId, normal.domain.chainId),
    );
  return signNormalTypedData(subject, normal, signer, owner);
}
