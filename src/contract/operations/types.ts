import type { Hex } from "../shared/primitives.js";
import type { Maybe } from "../shared/schema.js";

/** What is sent to submit a signed operation. */
export interface ExecuteOperationRequest {
  /** The hash of the quote that was signed. */
  userOperationHash: Hex;
  /** The owner's signature over the 32 raw bytes of the hash (EIP-191). */
  signature: Hex;
  /** The EIP-7702 signature. Only for the first operation of an EIP-7702 wallet. */
  authorization?: Hex | undefined;
}

/** What signing returns, and `client.operations.execute` takes as it is. Whoever signs by hand fills in the published fields alone. */
export interface SignedOperation extends ExecuteOperationRequest {
  /**
   * The signature of a limit order's typed data. Nobody has published how the service takes it: `client.operations.execute` does not send
   * it, and keeps to the published fields.
   */
  typedDataSignature?: Hex | undefined;
  /**
   * The further operation that a swap of a real-world asset wants. It is **not** submitted along with this one, and in which order the
   * service wants the two has not been published: hand it to `client.operations.execute` by itself.
   */
  approval?: SignedOperation | undefined;
}

/**
 * The service has queued the operation. **Queued is not done**: it can still fail on the chain. Follow it with
 * `client.wallets.waitForTransaction`.
 */
export interface QueuedOperation {
  userOperationHash: Hex;
  /** @deprecated The same as `userOperationHash`. */
  userOpHash?: Maybe<Hex>;
  /** ISO 8601. */
  estimatedExecutionTime?: Maybe<string>;
}
