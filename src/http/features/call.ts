import type { EndpointName } from "../../contract/endpoints.js";
import { isBursarError } from "../../errors/any-bursar-error.js";
import type { ErrorsOf } from "../../errors/errors-of.js";

/** The data of a call with the raw response. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers. The body has been read. */
  response: Response;
  /** The service's trace id. Quote it to support. */
  traceId: string | undefined;
}

/** A failure as a value. `Name` is the operation whose documented error ids `error` lists. */
export interface SafeFailure<Name extends EndpointName = EndpointName> {
  ok: false;
  error: ErrorsOf<Name>;
}

/** The outcome of a call as a value. */
export type SafeResult<T, Name extends EndpointName = EndpointName> =
  | ({ ok: true } & WithResponse<T>)
  | SafeFailure<Name>;

/**
 * Every call returns this promise of the data. `Name` is the operation. Without it, as in
 * `Call<SwapQuotes>`, the type accepts a call of any operation.
 */
export interface Call<T, Name extends EndpointName = EndpointName> extends Promise<T> {
  /**
   * Resolves to the data together with the raw response. It does not send another request.
   *
   * @example
   * ```ts
   * const { data, response, traceId } = await client.swap.quote(request).withResponse();
   * ```
   */
  withResponse(): Promise<WithResponse<T>>;
  /**
   * Resolves to the outcome as a value, and does not reject with an error of this package. It does
   * not send another request. `error.id` lists the ids that the service documents for the call.
   *
   * @example
   * ```ts
   * import type { OtherError } from "bursar";
   *
   * const result = await client.fiat.createDeposit({ quoteId }).safe();
   * if (result.ok) console.log(result.data.id);
   * else
   *   switch (result.error.id) {
   *     case "FIAT_QUOTE_EXPIRED":
   *     case "FIAT_QUOTE_NOT_FOUND":
   *       console.log("request a new quote");
   *       break;
   *     case "FAILED_TO_CREATE_FIAT_DEPOSIT":
   *       console.log(result.error.hint);
   *       break;
   *     default:
   *       // Does not compile if a documented id is missing above.
   *       throw result.error satisfies OtherError;
   *   }
   * ```
   */
  safe(): Promise<SafeResult<T, Name>>;
}

/**
 * Runs a call. Each promise is awaited at most once: V8 shows the caller's frame in the stack of an
 * error only up to a promise with several reactions.
 */
export function toCall<T, Name extends EndpointName = never>(
  run: () => Promise<WithResponse<T>>,
): Call<T, Name> {
  let result: WithResponse<T>;
  async function getData(): Promise<T> {
    result = await run();
    return result.data;
  }
  const data = getData();
  async function withResponse(): Promise<WithResponse<T>> {
    await data;
    return result;
  }
  async function safe(): Promise<SafeResult<T, Name>> {
    try {
      await data;
      return { ok: true, ...result };
    } catch (error) {
      return toFailure(error);
    }
  }
  return Object.defineProperties(data as Call<T, Name>, {
    withResponse: { value: withResponse },
    safe: { value: safe },
  });
}

/** A promise of a method that makes several requests, so that it has no single response. */
export interface SafePromise<T, Name extends EndpointName = EndpointName> extends Promise<T> {
  /**
   * Resolves to the outcome as a value, and does not reject with an error of this package.
   *
   * @example
   * ```ts
   * const result = await client.kyc.waitForSession(sessionId).safe();
   * console.log(result.ok ? result.data.status : result.error.message);
   * ```
   */
  safe(): Promise<{ ok: true; data: T } | SafeFailure<Name>>;
}

export function toSafePromise<T, Name extends EndpointName = never>(
  promise: Promise<T>,
): SafePromise<T, Name> {
  async function safe(): Promise<{ ok: true; data: T } | SafeFailure<Name>> {
    try {
      return { ok: true, data: await promise };
    } catch (error) {
      return toFailure(error);
    }
  }
  return Object.defineProperty(promise as SafePromise<T, Name>, "safe", { value: safe });
}

function toFailure<Name extends EndpointName>(error: unknown): SafeFailure<Name> {
  if (!isBursarError(error)) throw error;
  return { ok: false, error: error as unknown as ErrorsOf<Name> };
}
