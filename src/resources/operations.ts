import type {
  ExecuteOperationRequest,
  ExecuteQuoteRequest,
  QueuedOperation,
  SignedOperation,
} from "../contract/operations/records.js";
import { readExpiry } from "../contract/shared/expiry.js";
import type * as t from "../contract/types.js";
import { type ApiError, type ApiErrorDetails, QuoteExpiredError } from "../errors/api.js";
import { isApiError } from "../errors/is-api-error.js";
import type { CallOptions } from "../http/config/options.js";
import { type Call, toCall } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { deniesExpiry } from "../shared/denies-expiry.js";
import { isMissing, isObject, isPromise } from "../shared/guards.js";

/** Transfers, batches and custom operations, and the submission of signed operations. */
export class Operations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Prepares a transfer of a token to any account. **Nothing is sent yet**: sign the transfer with
   * `signOperation`, which compares it with your request, and pass the result to `execute`. A
   * transfer with a `revertReason` cannot be executed.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`, `INTERNAL_SERVER_ERROR`.
   * @example
   * ```ts
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const { transfer } = await client.operations.transfer({
   *   amount: "12.5",
   *   chainId: 137,
   *   token: usdc,
   *   payGasFeeToken: usdc,
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   walletAddress,
   *   toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
   * });
   * console.log(transfer.amountToBeReceived, transfer.revertReason?.decoded);
   * ```
   */
  transfer(
    request: t.TransferRequest,
    options?: CallOptions,
  ): Call<t.TransferResponse, "operations.transfer"> {
    return this.#transport.call("operations.transfer", { body: request }, options);
  }

  /**
   * Prepares several operations of one wallet on one chain. They have one hash, and are executed
   * together or not at all. **Nothing is executed yet**: sign the batch with `signOperation`.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * import type { BatchTransfer } from "bursar";
   *
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const pay = (toAddress: `0x${string}`, amount: string): BatchTransfer => ({
   *   type: "transfer",
   *   params: {
   *     amount,
   *     toAddress,
   *     walletAddress,
   *     chainId: 137,
   *     token: usdc,
   *     payGasFeeToken: usdc,
   *     gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   },
   * });
   * const batch = await client.operations.batch({
   *   walletAddress,
   *   chainId: 137,
   *   operations: [
   *     pay("0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "12.5"),
   *     pay("0x90F79bf6EB2c4f870365E785982E1f101E93b906", "7"),
   *   ],
   * });
   * console.log(batch.userOperationHash, batch.operations.length);
   * ```
   */
  batch(request: t.BatchRequest, options?: CallOptions): Call<t.PreparedBatch, "operations.batch"> {
    return this.#transport.call("operations.batch", { body: request }, options);
  }

  /**
   * Prepares contract calls of your own. **Nothing is executed yet**: sign the operation with
   * `signOperation`. The response does not repeat the calls, so a signature commits to a hash that
   * only the service knows the contents of.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const { userOperation } = await client.operations.custom({
   *   walletAddress,
   *   chainId: 137,
   *   payGasFeeToken: usdc,
   *   operations: [
   *     {
   *       address: usdc,
   *       methodSignature: "approve(address,uint256)",
   *       arguments: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "1000000"],
   *     },
   *   ],
   * });
   * console.log(userOperation.userOperationHash, userOperation.expiresAt);
   * ```
   */
  custom(
    request: t.CustomOperationRequest,
    options?: CallOptions,
  ): Call<t.UserOperationResponse, "operations.custom"> {
    return this.#transport.call("operations.custom", { body: request }, options);
  }

  /**
   * Gets a prepared operation by its hash. It has **no status**: whether it was executed is in the
   * history, by its `userOperationHash`.
   *
   * @throws `ApiError` with the id `USER_OPERATION_NOT_FOUND`.
   * @example
   * ```ts
   * const { userOperation } = await client.operations.get(userOperationHash);
   * console.log(userOperation.sender.walletAddress, userOperation.expiresAt);
   * ```
   */
  get(
    userOperationHash: string,
    options?: CallOptions,
  ): Call<t.UserOperationResponse, "operations.get"> {
    return this.#transport.call("operations.get", { params: { userOperationHash } }, options);
  }

  /**
   * Submits a signed operation. Resolves when it is **queued, not executed**: wait for it with
   * `client.wallets.waitForTransaction`. The request is never repeated. If the response is lost, it
   * rejects with `OutcomeUnknownError`.
   *
   * You can pass the result of `signQuote` or `signOperation`. Its `typedDataSignature`,
   * `approval`, `expiresAt`, `walletAddress`, `digests` and `statement` are not sent. Submit an
   * `approval` separately. After `expiresAt`, nothing is sent: it rejects with
   * `RequestValidationError`, or, if only the service knows, with `QuoteExpiredError`.
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
    const { expiresAt } = (operation ?? {}) as SignedOperation;
    const time = readExpiry(expiresAt);
    const expiry = typeof time === "number" ? time : undefined;
    const call = this.#transport.call("operations.execute", { body, expiry }, options);
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
  if (!isObject(operation) || isPromise(operation)) return operation;
  const {
    typedDataSignature: _typedDataSignature,
    approval: _approval,
    digests: _digests,
    statement: _statement,
    expiresAt: _expiresAt,
    walletAddress: _walletAddress,
    ...body
  } = operation as SignedOperation;
  return body;
}
