import type {
  CancelLimitOrderRequest,
  CancelLimitOrderResult,
  PreparedCancellation,
} from "../../contract/swap/types.js";
import type { Signer } from "../signer/resolve-signer.js";
import { type SignCancellationOptions, signCancellation } from "./sign-cancellation.js";

/** What is needed of a client: one made by `createClient` has it. */
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

/** What is handed on to both calls. */
export interface CancelCallOptions {
  signal?: AbortSignal | undefined;
}

/** Who cancels, and how the calls are made. */
export interface CancelLimitOrderOptions extends SignCancellationOptions {
  /** Gives up: between the steps, and within the calls. What the service has taken stays taken. */
  signal?: AbortSignal | undefined;
}

/**
 * Cancels a limit order, all of it: prepare, check, sign, execute. `transactionId` is the `id` of the order's history record.
 * The execution is never sent twice.
 *
 * @throws {UnsafeToSignError} when what was prepared does not add up: then nothing was signed, and the order stands.
 * @throws {ApiError} with `CANCEL_LIMIT_ORDER_NOT_ALLOWED` when the order is filled, expired or cancelled already.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { cancelLimitOrder } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // the wallet's externallyOwnedAccount
 * try {
 *   const { success } = await cancelLimitOrder(client, transactionId, signer, { owner, walletAddress, chainId: 137 });
 *   console.log(success);
 * } catch (error) {
 *   if (error instanceof UnsafeToSignError) console.error(error.problems.map(({ message }) => message));
 *   else throw error;
 * }
 * ```
 */
export async function cancelLimitOrder(
  client: CancellingClient,
  transactionId: string,
  signer: Signer,
  options: CancelLimitOrderOptions,
): Promise<CancelLimitOrderResult> {
  // Taken before anything is waited for: the options may change meanwhile.
  const { signal, ...terms } = options ?? {};
  const calls = signal ? { signal } : {};
  const prepared = await client.swap.prepareCancellation(transactionId, calls);
  const signed = await signCancellation(prepared, signer, terms);
  // An aborted signal makes this call fail before anything is sent.
  return client.swap.cancelLimitOrder(transactionId, signed, calls);
}
