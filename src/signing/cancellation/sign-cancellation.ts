import type { Address } from "../../contract/shared/primitives.js";
import type { CancelLimitOrderRequest, PreparedCancellation } from "../../contract/swap/types.js";
import { checkExpiry, checkOwner } from "../operation/check-operation.js";
import { toPlainText } from "../shared/plain-text.js";
import { assertNoProblems, isMissing, isNone } from "../shared/problems.js";
import type { Signer } from "../signer/resolve-signer.js";
import { takeSnapshot } from "../signer/take-snapshot.js";
import { checkOrder } from "../typed-data/check-typed-data.js";
import { signNormalTypedData } from "../typed-data/sign-normal-typed-data.js";

/** Who signs a cancellation, and for which wallet. */
export interface SignCancellationOptions {
  /** The account that owns the wallet (`externallyOwnedAccount`). The signature must be its. */
  owner: Address;
  /** The wallet whose order is cancelled: without it a cancellation that is wrapped for another wallet could not be told. */
  walletAddress: string;
  /** The chain of the order, for the same reason. */
  chainId: number;
  /** Milliseconds since 1970, for a cancellation that states when it expires. @defaultValue `Date.now()` */
  now?: number | undefined;
}

/**
 * Signs the cancellation of a limit order, as `client.swap.prepareCancellation` answers it: its typed data, not a hash. The result goes to
 * `client.swap.cancelLimitOrder` as it is. Refused is whatever is not exactly one order, wrapped for this wallet on this chain.
 *
 * **What cannot be known:** the typed data holds one hash, and nobody has published what it is made of. That it stands for the cancellation
 * of *this* order is the service's word.
 *
 * @throws {UnsafeToSignError} with every problem: then the signer was not called.
 * @throws {SignatureMismatchError} when the signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { signCancellation } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // the wallet's externallyOwnedAccount
 * const prepared = await client.swap.prepareCancellation(transactionId);
 * try {
 *   const signed = await signCancellation(prepared, signer, { owner, walletAddress, chainId: 137 });
 *   console.log((await client.swap.cancelLimitOrder(transactionId, signed)).success);
 * } catch (error) {
 *   if (error instanceof UnsafeToSignError) console.error(error.problems.map(({ message }) => message));
 *   else throw error;
 * }
 * ```
 */
export async function signCancellation(
  prepared: PreparedCancellation,
  signer: Signer,
  options: SignCancellationOptions,
): Promise<CancelLimitOrderRequest> {
  const subject = "cancellation";
  const { owner, walletAddress, chainId, now } = options ?? {};
  const { signData, expiresAt } = takeSnapshot(subject, "prepared", prepared) ?? {};
  const [entry, ...others] = Array.isArray(signData) ? signData : [];
  const typedData = entry?.typedData;
  const checked = assertNoProblems(subject, (report) => {
    checkOwner(owner, report);
    if (isMissing(walletAddress))
      report("wallet", "walletAddress", "the option walletAddress", walletAddress);
    if (isMissing(chainId)) report("chain", "chainId", "the option chainId", chainId);
    if (entry?.type !== "LIMIT_ORDER" || others.length > 0) {
      report(
        "sign_data",
        "signData",
        "one LIMIT_ORDER",
        [entry, ...others].map((one) => toPlainText(one?.type ?? "")).join(", "),
      );
    }
    checkExpiry(expiresAt, { now, margin: 0 }, report, false);
    if (isNone(typedData))
      return report("nothing_to_sign", "signData[0].typedData", "typed data", typedData);
    return checkOrder(typedData, { walletAddress, chainId }, report, "signData[0].typedData");
  });
  return { signature: await signNormalTypedData(subject, checked, signer, owner) };
}
