import type {
  ExecuteOperationRequest,
  QueuedOperation,
  SignedOperation,
} from "../contract/operations/types.js";
import type { Call } from "../http/call.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** Submitting what was signed. */
export class Operations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits a signed operation. The answer says **queued, not done**: follow it with `client.wallets.waitForTransaction`.
   * Never sent twice: when the answer is lost, `OutcomeUnknownError` says what to look up.
   * What `signQuote` and `signOperation` of `bursar/signing` return goes in as it is: of it the published fields are sent, and not a limit
   * order's `typedDataSignature` nor an `approval`, which is submitted by itself.
   *
   * @example
   * ```ts
   * const queued = await client.operations.execute({ userOperationHash, signature });
   * const done = await client.wallets.waitForTransaction(walletAddress, queued);
   * console.log(done.status);
   * ```
   */
  execute(operation: SignedOperation, options?: CallOptions): Call<QueuedOperation> {
    return this.#transport.call("operations.execute", { body: published(operation) }, options);
  }
}

/** Only what signing is known to add is left out: a misspelt field is still refused. */
function published(operation: SignedOperation): ExecuteOperationRequest {
  if (typeof operation !== "object" || operation === null) return operation;
  const { typedDataSignature: _typedDataSignature, approval: _approval, ...body } = operation;
  return body;
}
