import { isMissing } from "../../shared/guards.js";
import { hashPattern } from "../../shared/patterns.js";
import { Hash, hashExpected, Id, Signature, Text } from "../shared/primitives.js";
import { type ExactSchema, maybe, optional, record, request } from "../shared/schema.js";
import type * as t from "./types.js";

/** The request that submits a signed operation. */
export const ExecuteOperationRequest: ExactSchema<
  t.ExecuteOperationRequest | t.ExecuteQuoteRequest
> = request(
  () => ({
    userOperationHash: optional(Hash),
    quoteId: optional(Id),
    signature: Signature,
    authorization: optional(Signature),
  }),
  ({ userOperationHash, quoteId }, report) => {
    if (!isMissing(userOperationHash)) return;
    if (isMissing(quoteId)) report(["userOperationHash"], "the signed hash of the quote");
    else if (!hashPattern.test(quoteId)) report(["quoteId"], hashExpected);
  },
);

/** A queued operation. */
export const QueuedOperation: ExactSchema<t.QueuedOperation> = record(
  () => ({
    userOperationHash: Hash,
    userOpHash: maybe(Hash),
    estimatedExecutionTime: Text,
  }),
  { essential: { fields: ["userOperationHash"] } },
);
