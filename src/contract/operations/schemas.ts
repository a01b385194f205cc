import { Hash, Signature, Text } from "../shared/primitives.js";
import { maybe, optional, record, request } from "../shared/schema.js";
import { HexText } from "../shared/schemas.js";
import type * as t from "./types.js";

/** What submits a signed operation. */
export const ExecuteOperationRequest = request<t.ExecuteOperationRequest>(() => ({
  userOperationHash: Hash,
  signature: Signature,
  authorization: optional(Signature),
}));

/** The receipt of a queued operation. */
export const QueuedOperation = record<t.QueuedOperation>(() => ({
  userOperationHash: HexText,
  userOpHash: maybe(HexText),
  estimatedExecutionTime: maybe(Text),
}));
