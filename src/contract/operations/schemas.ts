import { Hash, Signature, Text } from "../shared/primitives.js";
import { type ExactSchema, maybe, optional, record, request } from "../shared/schema.js";
import { HexText } from "../shared/schemas.js";
import type * as t from "./types.js";

/** The request that submits a signed operation. */
export const ExecuteOperationRequest: ExactSchema<t.ExecuteOperationRequest> = request(() => ({
  userOperationHash: Hash,
  signature: Signature,
  authorization: optional(Signature),
}));

/** A queued operation. */
export const QueuedOperation: ExactSchema<t.QueuedOperation> = record(() => ({
  userOperationHash: HexText,
  userOpHash: maybe(HexText),
  estimatedExecutionTime: maybe(Text),
}));
