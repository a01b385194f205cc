import type { ErrorId } from "../contract/shared/error-catalogue.js";
import { ApiError } from "./api.js";
import type { DocumentedError } from "./errors-of.js";

/**
 * Whether an error is an `ApiError` and, if an id is given, has that id. It narrows to the class of
 * the id, such as `TokensNotAuthorizedError` with its `tokens`. An id that this version does not
 * know, such as one of your own server, narrows to `ApiError`.
 *
 * @example
 * ```ts
 * import { isApiError } from "bursar";
 *
 * try {
 *   await client.fiat.createDeposit({ quoteId });
 * } catch (error) {
 *   if (isApiError(error, "FIAT_QUOTE_EXPIRED")) console.log("request a new quote");
 *   else throw error;
 * }
 * ```
 */
export function isApiError(value: unknown): value is ApiError;
export function isApiError<Id extends ErrorId>(
  value: unknown,
  id: Id,
): value is DocumentedError<Id>;
export function isApiError<Id extends string>(
  value: unknown,
  id: Id,
): value is ApiError<Id> & { readonly id: Id };
export function isApiError(value: unknown, id?: string): boolean {
  return value instanceof ApiError && (id === undefined || (value as ApiError).id === id);
}
