import type {
  ExecuteOperationRequest,
  ExecuteQuoteRequest,
  QueuedOperation,
  SignedOperation,
} from "../contract/operations/types.js";
import type { Call } from "../http/call.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** Submission of signed operations. */
export class Operations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits a signed operation. Resolves when it is **queued, not executed**: wait for it with
   * `client.wallets.waitForTransaction`. The request is never repeated. If the response is lost, it
   * rejects with `OutcomeUnknownError`.
   *
   * You can pass the result of `signQuote` or `signOperation`. Its `typedDataSignature`,
   * `approval` and `digests` are not sent. Submit an `approval` separately.
   *
   * @throws `ApiError` with the id `EXECUTE_USER_OP`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `USER_OPERATION_NOT_FOUND`.
   * @example
   * ```ts
   * const queued = await client.operations.execute({ userOperationHash, signature });
   * const done = await client.wallets.waitForTransaction(walletAddress, queued);
   * console.log(done.status);
   * ```
   */
  execute(
    operation: SignedOperation | ExecuteQuoteRequest,
    options?: CallOptions,
  ): Call<QueuedOperation, "operations.execute"> {
    return this.#transport.call("operations.execute", { body: toRequest(operation) }, options);
  }
}

/** Removes only the fields that signing adds, so that misspelt fields are still rejected. */
function toRequest(
  operation: SignedOperation | ExecuteQuoteRequest,
): ExecuteOperationRequest | ExecuteQuoteRequest {
  if (typeof operation !== "object" || operation === null) return operation;
  const {
    typedDataSignature: _typedDataSignature,
    approval: _approval,
    digests: _digests,
    ...body
  } = operation as SignedOperation;
  return body;
}
