import type { TypedData } from "../../contract/shared/types.js";
import { isMissing } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import type { NormalTypedData } from "../eip712/parse-struct.js";
import { checkEqual } from "../shared/problems.js";
import { copyOptions, type Fields } from "../shared/read-options.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "./accept-options.js";
import { signReading } from "./sign.js";

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
  const signed = await signReading("typed data", signer, (report) => {
    const copy = copyOptions("signTypedData", options, optionNames, report);
    const parsed = parseTypedData(typedData, report);
    if (!copy || !parsed) return undefined;
    if (!isMissing(copy.chainId))
      checkEqual(report, "chain", "domain.chainId", copy.chainId, parsed.domain.chainId);
    return { options: copy, parts: { typedData: parsed } };
  });
  return signed?.typedDataSignature as Hex;
}

// biome-ignore format: a compact table
const optionNames: Fields<SignTypedDataOptions> = { accept: "codes", confirm: "function", policy: "policy", signal: "signal", owner: "any", chainId: "value" };
