import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { TypedData } from "../../contract/shared/types.js";
import { type AcceptOptions, acceptFields } from "../shared/decide.js";
import { assertNoProblems, checkEqual, isMissing } from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-fields.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import { parseTypedData } from "./normalise-typed-data.js";
import type { NormalTypedData } from "./parse-struct.js";
import { signNormalTypedData } from "./sign-normal-typed-data.js";

/** Who must sign typed data, and for which chain. */
export interface SignTypedDataOptions extends AcceptOptions {
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
  // Every problem of typed data is fatal, so there is none to accept.
  const { normal, owner } = assertNoProblems(subject, (report) => {
    const copy = copyOptions("signTypedData", options, optionNames, report);
    const parsed = parseTypedData(typedData, report);
    if (!copy || !parsed) return undefined;
    if (!isMissing(copy.chainId))
      checkEqual(report, "chain", "domain.chainId", copy.chainId, parsed.domain.chainId);
    return { normal: parsed, owner: copy.owner };
  });
  const { sign } = resolveSigner(subject, signer, ["typed data"], owner);
  return signNormalTypedData(sign, normal);
}

const optionNames: Fields<SignTypedDataOptions> = {
  ...acceptFields,
  owner: "any",
  chainId: "value",
};
