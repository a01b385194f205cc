import type { ApiError } from "./api.js";
import { BursarError } from "./base.js";
import type {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "./connection.js";
import type {
  ConfigurationError,
  PaginationError,
  RequestValidationError,
  ResponseMismatchError,
  ResponseValidationError,
  UnreadableResponseError,
  UploadError,
} from "./data.js";
import type { IntentConflictError, JournalError } from "./intents.js";
import type { SigningError } from "./signing.js";
import type { WebhookReplayError, WebhookVerificationError } from "./webhook.js";

/** Every error of this package. `switch (error.kind)` narrows it. */
export type AnyBursarError =
  | ApiError
  | ConnectionError
  | TimeoutError
  | AbortedError
  | OutcomeUnknownError
  | RequestValidationError
  | ResponseValidationError
  | ResponseMismatchError
  | UnreadableResponseError
  | PaginationError
  | ConfigurationError
  | UploadError
  | SigningError
  | JournalError
  | IntentConflictError
  | WebhookVerificationError
  | WebhookReplayError;

/**
 * Whether a value is an error of this package, from any copy of the package. It narrows to
 * `AnyBursarError`, so that `switch (error.kind)` shows the fields of each kind.
 *
 * @example
 * ```ts
 * import { isBursarError } from "bursar";
 *
 * try {
 *   await client.tokens.list();
 * } catch (error) {
 *   if (!isBursarError(error)) throw error;
 *   if (error.kind === "api") console.error(error.status, error.id, error.traceId);
 *   else console.error(error.kind, error.message);
 * }
 * ```
 */
export function isBursarError(value: unknown): value is AnyBursarError {
  return value instanceof BursarError;
}
