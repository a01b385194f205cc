import type {
  CancelLimitOrderRequest,
  CancelLimitOrderResult,
  PreparedCancellation,
} from "../../contract/swap/types.js";
import type { Signer } from "../signer/resolve-signer.js";
import {
  copyCancellationOptions,
  type SignCancellationOptions,
  signCancellation,
} from "./sign-cancellation.js";

/** The methods that are called. A client of `createClient` has them. */
export interface CancellingClient {
  swap: {
    prepareCancellation(
      transactionId: string,
      options?: CancelCallOptions,
    ): PromiseLike<PreparedCancellation>;
    cancelLimitOrder(
      transactionId: string,
      request: CancelLimitOrderRequest,
      options?: CancelCallOptions,
    ): PromiseLike<CancelLimitOrderResult>;
  };
}

/** The options of both calls. */
export interface CancelCallOptions {
  signal?: AbortSignal | undefined;
}

/** Who cancels, and a signal to abort. */
export interface CancelLimitOrderOptions extends SignCancellationOptions {
  /** Aborts between and within the calls. A cancellation that was already sent is not undone. */
  signal?: AbortSignal | undefined;
}

/**
 * Cancels a limit order: prepares, checks, signs and sends the cancellation. `transactionId` is the
 * `id` of the order in the wallet's history. The cancellation is never sent twice.
 *
 * @throws {UnsafeToSignError} if the prepared cancellation is invalid. Nothing was signed, and the
 * order stays open.
 * @throws {ConfigurationError} if an option is unknown. Nothing was sent.
 * @throws {ApiError} with `CANCEL_LIMIT_ORDER_NOT_ALLOWED` if the order was already filled or
 * cancelled, or has expired.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { cancelLimitOrder } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const options = { owner, walletAddress, chainId: 137 } as const;
 * try {
 *   const { success } = await cancelLimitOrder(client, transactionId, signer, options);
 *   console.log(success);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function cancelLimitOrder(
  client: CancellingClient,
  transactionId: string,
  signer: Signer,
  options: CancelLimitOrderOptions,
): Promise<CancelLimitOrderResult> {
  // Copied before the first await, because the caller could change the options later.
  const signOptions = copyCancellationOptions("cancelLimitOrder", options);
  const { signal } = signOptions;
  const callOptions = signal ? { signal } : {};
  const prepared = await client.swap.prepareCancellation(transactionId, callOptions);
  const { signature } = await signCancellation(prepared, signer, signOptions);
  // If the signal was aborted meanwhile, this rejects before it sends anything.
  return client.swap.cancelLimitOrder(transactionId, { signature }, callOptions);
}
