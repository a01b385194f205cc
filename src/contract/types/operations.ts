import type { Hex } from "../primitives.js";
import type { Maybe } from "../schema.js";

/** A signed operation, ready to be submitted. */
export interface ExecuteOperationRequest {
  /** The hash of the quote that was signed. */
  userOperationHash: Hex;
  /** The owner's signature over the 32 raw bytes of the hash (EIP-191). */
  signature: Hex;
  /** The EIP-7702 signature. Only for the first operation of an EIP-7702 wallet. */
  authorization?: Hex | undefined;
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
