import type { Hex } from "../contract/primitives.js";
import type { ExecuteOperationRequest, QueuedOperation } from "../contract/types/operations.js";
import type { Call } from "../http/call.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** What signing may put beside the published fields. None of it is sent. */
export interface SignedBeside {
  /** A limit order's second signature. Nobody has published how the service takes it. */
  typedDataSignature?: Hex | undefined;
  /** A further operation, submitted by itself. */
  approval?: ExecuteOperationRequest | undefined;
}

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
  execute(operation: ExecuteOperationRequest & SignedBeside, options?: CallOptions): Call<QueuedOperation> {
    return this.#transport.call("operations.execute", { body: published(operation) }, options);
  }
}

/** Only what signing is known to add is left out: a misspelt field is still refused. */
function published(operation: ExecuteOperationRequest & SignedBeside): ExecuteOperationRequest {
  if (typeof operation !== "object" || operation === null) return operation;
  const { typedDataSignature: _typedDataSignature, approval: _approval, ...body } = operation;
  return body;
}
