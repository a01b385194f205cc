import { isMissing } from "../../shared/guards.js";
import { type Hex, hashPattern } from "../../shared/patterns.js";
import { essential, type FieldsOf, maybe, type ObjectSchema } from "../records/schema.js";
import { Hash, hashExpected, Id, Signature, Text } from "../shared/primitives.js";
import type { SigningDigests, Statement } from "../shared/statement.js";

const executeOperationRequestFields = () => ({
  /** The signed hash of the quote. */
  userOperationHash: maybe(Hash),
  /** @deprecated The service ignores it beside `userOperationHash`. */
  quoteId: maybe(Id, { isDeprecated: true }),
  /** The owner's signature over the 32 raw bytes of the hash (EIP-191). */
  signature: Signature,
  /** The EIP-7702 signature, for the first operation of an EIP-7702 wallet only. */
  authorization: maybe(Signature),
});
/** A signed operation, as the service accepts it. */
export interface ExecuteOperationRequest extends FieldsOf<typeof executeOperationRequestFields> {
  userOperationHash: Hex;
}
export const ExecuteOperationRequest: ObjectSchema<ExecuteOperationRequest | ExecuteQuoteRequest> =
  {
    kind: "request",
    fields: executeOperationRequestFields,
    rule: ({ userOperationHash, quoteId }, report) => {
      if (!isMissing(userOperationHash)) return;
      if (isMissing(quoteId)) report(["userOperationHash"], "the signed hash of the quote");
      // A rule also reads values of another type, which are reported by their type.
      else if (typeof quoteId === "string" && !hashPattern.test(quoteId))
        report(["quoteId"], hashExpected);
    },
  };

const queuedOperationFields = () => ({
  /** The hash of the user operation. */
  userOperationHash: essential(Hash),
  /** @deprecated Equals `userOperationHash`. */
  userOpHash: maybe(Hash, { isDeprecated: true }),
  /** ISO 8601. */
  estimatedExecutionTime: Text,
});
/**
 * A queued operation. **It can still fail on the chain.** Wait for it with
 * `client.wallets.waitForTransaction`.
 */
export interface QueuedOperation extends FieldsOf<typeof queuedOperationFields> {}
export const QueuedOperation: ObjectSchema<QueuedOperation> = {
  kind: "record",
  fields: queuedOperationFields,
};

/** The older form of `ExecuteOperationRequest`: the quote's id is the hash. */
export interface ExecuteQuoteRequest {
  /** Makes the request an `ExecuteOperationRequest`. */
  userOperationHash?: null | undefined;
  /** @deprecated Use `userOperationHash`. Both have the same value. */
  quoteId: Hex;
  /** The owner's signature over the 32 raw bytes of the hash (EIP-191). */
  signature: Hex;
  /** The EIP-7702 signature, for the first operation of an EIP-7702 wallet only. */
  authorization?: Hex | null | undefined;
}

/** The result of signing. Pass it to `client.operations.execute`. */
export interface SignedOperation extends ExecuteOperationRequest {
  /**
   * The signature of a limit order's typed data. `client.operations.execute` does not send it.
   * @unverified how the service accepts it
   */
  typedDataSignature?: Hex | undefined;
  /**
   * The second operation of a swap of a real-world asset. It is **not** submitted with this one:
   * pass it to `client.operations.execute` separately. @unverified order of the two
   */
  approval?: SignedOperation | undefined;
  /**
   * When the quote expires. `client.operations.execute` does not send it: a rejection after that
   * time is a `QuoteExpiredError`, and a wait that finds nothing says when you can sign again.
   */
  expiresAt?: string | number | null | undefined;
  /**
   * The wallet, as your request or your options name it. `client.operations.execute` does not send
   * it. A wait rejects another wallet. Without it, a wait never says that you can sign again.
   */
  walletAddress?: string | undefined;
  /** The signed hashes, as wallets show them. `client.operations.execute` does not send them. */
  digests?: SigningDigests | undefined;
  /**
   * What it moves, as far as that is stated: at most what leaves, and at least what arrives.
   * `client.operations.execute` does not send it.
   */
  statement?: Statement | undefined;
}
