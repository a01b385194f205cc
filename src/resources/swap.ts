import type * as t from "../contract/types.js";
import type { FinalTransaction } from "../contract/wallets/history-records.js";
import type { CallOptions } from "../http/config/options.js";
import type { Call, SafePromise } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import {
  type TransactionWaitOptions,
  type WaitSubject,
  waitForTransaction,
} from "./wait-for-transaction.js";

/** Swaps and limit orders. */
export class Swap {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets quotes for a swap, or for a limit order if you pass `minAmountOut`. The best is first, but
   * **not every quote can be executed.** Choose one with `isExecutable`. A quote with a
   * `revertReason` cannot be executed. The route profiles `FASTEST_BRIDGE` and `BEST_OUTPUT` are
   * slow. They are not sent again after a failure, unless the call has the option `retry`.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`, `SWAP_QUOTE`.
   * @example
   * ```ts
   * import { isExecutable } from "bursar";
   *
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const { quotes } = await client.swap.quote({
   *   amountIn: "10",
   *   chainIdIn: 137,
   *   chainIdOut: 8453,
   *   tokenIn: usdc,
   *   tokenOut: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
   *   payGasFeeToken: usdc,
   *   gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
   *   walletAddress,
   *   toAddress: walletAddress,
   * });
   * const best = quotes.find(isExecutable);
   * console.log(best ? best.minAmountOut : quotes.map((quote) => quote.revertReason?.decoded));
   * ```
   */
  quote(
    request: t.UseDefineRequest | t.SwapQuoteRequest,
    options?: CallOptions,
  ): Call<t.SwapQuotes, "swap.quote"> {
    return this.#transport.call("swap.quote", { body: request as t.SwapQuoteRequest }, options);
  }

  /**
   * Waits until a submitted limit order is `COMPLETED`, `FAILED` or `PARTIALLY_COMPLETED`, like
   * `client.wallets.waitForTransaction`. **Check the `status`**: an order that was cancelled or has
   * expired ends this wait, too. An order can stay open for days, so `timeout` is 7 days by
   * default and `maxInterval` is a minute. After `timeout`, it rejects with `WaitTimeoutError`, and
   * the order stays open.
   *
   * @throws `ApiError` with the id `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * const subject = { userOperationHash };
   * const { status } = await client.swap.waitForLimitOrder(walletAddress, subject, {
   *   onProgress: ({ subject, status, found }) => console.log(subject, found ? status : "not yet"),
   * });
   * console.log(status);
   * ```
   */
  waitForLimitOrder(
    walletAddress: string,
    subject: WaitSubject,
    options?: TransactionWaitOptions,
  ): SafePromise<FinalTransaction, "wallets.history"> {
    const defaults = { timeout: 604_800_000, maxInterval: 60_000 };
    return waitForTransaction(
      this.#transport,
      "swap.waitForLimitOrder",
      walletAddress,
      subject,
      options,
      defaults,
    );
  }

  /**
   * Prepares the cancellation of a limit order. `transactionId` is the `id` of its history record.
   * **Nothing is cancelled yet**: sign `signData[].typedData` (EIP-712, not a user operation hash)
   * and pass the signature to {@link Swap.cancelLimitOrder}. It is retried like a quote.
   *
   * @unverified that a repetition changes nothing
   * @throws `ApiError` with the id `CANCEL_LIMIT_ORDER_NOT_ALLOWED`,
   * `CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND`.
   * @example
   * ```ts
   * const prepared = await client.swap.prepareCancellation(transactionId);
   * console.log(prepared.signData[0]?.typedData?.primaryType);
   * ```
   */
  prepareCancellation(
    transactionId: string,
    options?: CallOptions,
  ): Call<t.PreparedCancellation, "swap.prepareCancellation"> {
    return this.#transport.call(
      "swap.prepareCancellation",
      { params: { transactionId }, body: {} },
      options,
    );
  }

  /**
   * Submits the signed cancellation of a limit order. The request is never repeated.
   *
   * @throws `ApiError` with the id `CANCEL_LIMIT_ORDER_NOT_ALLOWED`,
   * `CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND`.
   * @example
   * ```ts
   * const { success } = await client.swap.cancelLimitOrder(transactionId, { signature });
   * console.log(success);
   * ```
   */
  cancelLimitOrder(
    transactionId: string,
    request: t.SignedCancellation,
    options?: CallOptions,
  ): Call<t.CancelLimitOrderResult, "swap.cancelLimitOrder"> {
    return this.#transport.call(
      "swap.cancelLimitOrder",
      { params: { transactionId }, body: toRequest(request) },
      options,
    );
  }
}

/** Removes only the field that signing adds, so that misspelt fields are still rejected. */
function toRequest(signed: t.SignedCancellation): t.CancelLimitOrderRequest {
  if (typeof signed !== "object" || signed === null) return signed;
  const { digests: _digests, ...body } = signed;
  return body;
}
