import type { Metadata } from "../contract/shared/primitives.js";
import type { TransactionResponse } from "../contract/wallets/history-records.js";
import { isApiError } from "../errors/is-api-error.js";
import type { CallOptions } from "../http/config/options.js";
import { type Call, toCall } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";

/** Options of a metadata update. */
export interface UpdateMetadataOptions extends CallOptions {
  /**
   * Sends the metadata again, once, as a JSON string if the service rejects the object because it
   * requires a string, as some deployments do. @defaultValue `false`
   */
  stringifyFallback?: boolean | undefined;
}

/** Sends the metadata of a transaction, and again as text if the options say so. */
export function sendMetadata(
  transport: Transport,
  transactionId: string,
  metadata: Metadata,
  options: UpdateMetadataOptions | undefined,
): Call<TransactionResponse, "wallets.updateTransactionMetadata"> {
  const { stringifyFallback, ...callOptions } = options ?? {};
  const send = (body: { metadata: Metadata | string }) =>
    transport.call(
      "wallets.updateTransactionMetadata",
      { params: { transactionId }, body },
      callOptions,
    );
  const first = send({ metadata });
  if (!stringifyFallback) return first;
  return toCall(async () => {
    try {
      return await first.withResponse();
    } catch (error) {
      if (!requiresString(error)) throw error;
      return await send({ metadata: JSON.stringify(metadata) }).withResponse();
    }
  });
}

/** Whether the service rejected the metadata only because it requires a string. */
function requiresString(error: unknown): boolean {
  return (
    isApiError(error, "BAD_REQUEST") &&
    error.issues.some(
      (issue) =>
        issue.path === "metadata" && issue.expected === "string" && issue.received === "object",
    )
  );
}
