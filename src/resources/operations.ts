import type * as t from "../contract/types/operations.js";
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
   *
   * @example
   * ```ts
   * const queued = await client.operations.execute({ userOperationHash, signature });
   * const done = await client.wallets.waitForTransaction(walletAddress, queued);
   * console.log(done.status);
   * ```
   */
  execute(operation: t.ExecuteOperationRequest, options?: CallOptions): Call<t.QueuedOperation> {
    return this.#transport.call("operations.execute", { body: operation }, options);
  }
}
