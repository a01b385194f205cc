import type {
  ExecuteOperationRequest,
  ExecuteQuoteRequest,
  QueuedOperation,
  SignedOperation,
} from "../contract/operations/types.js";
import { readExpiry } from "../contract/shared/expiry.js";
import { type ApiError, type ApiErrorDetails, QuoteExpiredError } from "../errors/api.js";
import { isApiError } from "../errors/is-api-error.js";
import type { CallOptions } from "../http/config/options.js";
import { type Call, toCall } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { deniesExpiry } from "../shared/denies-expiry.js";
import { isMissing } from "../shared/guards.js";

/** Submission of signed operations. */
export class Operations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits a signed operation. Resolves when it is **queued, not executed**: wait for it with
   * `client.wallets.waitForTransaction`. The request is never repeated. If the response is lost, it
   * rejects with `OutcomeUnknownError`.
   *
   * You can pass the result of `signQuote` or `signOperation`. Its `typedDataSignature`,
   * `approval`, `expiresAt` and `digests` are not sent. Submit an `approval` separately. After
   * `expiresAt`, a rejection is a `QuoteExpiredError`.
   *
   * @throws `ApiError` with the id `EXECUTE_USER_OP`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `USER_OPERATION_NOT_FOUND`.
   * @example
   * ```ts
   * const queued = await client.operations.execute({ userOperationHash, signature });
   * const done = await client.wallets.waitForTransaction(walletAddress, queued);
   * console.log(done.status);
   * ```
   */
  execute(
    operation: SignedOperation | ExecuteQuoteRequest,
    options?: CallOptions,
  ): Call<QueuedOperation, "operations.execute"> {
    const body = toRequest(operation);
    const call = this.#transport.call("operations.execute", { body }, options);
    const { expiresAt } = (operation ?? {}) as SignedOperation;
    if (isMissing(expiresAt)) return call;
    return toCall(async () => {
      try {
        return await call.withResponse();
      } catch (error) {
        throw isExpired(error, expiresAt) ? new QuoteExpiredError(toDetails(error)) : error;
      }
    });
  }
}

/** The service's message need not say so. The same error also stands for a wrong signature. */
function isExpired(error: unknown, expiresAt: unknown): error is ApiError {
  if (!isApiError(error, "EXECUTE_USER_OP") || error.status !== 400) return false;
  const expiry = readExpiry(expiresAt);
  return typeof expiry === "number" && expiry <= Date.now() && !deniesExpiry(error.serviceMessage);
}

function toDetails(error: ApiError): ApiErrorDetails {
  const { facts, issues } = error;
  return { ...error, facts, issues: [...issues] };
}

/** Removes only the fields that signing adds, so that misspelt fields are still rejected. */
function toRequest(
  operation: SignedOperation | ExecuteQuoteRequest,
): ExecuteOperationRequest | ExecuteQuoteRequest {
  if (typeof operation !== "object" || operation === null) return operation;
  const {
    typedDataSignature: _typedDataSignature,
    approval: _approval,
    digests: _digests,
    expiresAt: _expiresAt,
    ...body
  } = operation as SignedOperation;
  return body;
}
