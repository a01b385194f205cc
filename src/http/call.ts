/** The data of a call with the raw response. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers. The body has been read. */
  response: Response;
  /** The service's trace id. Quote it to support. */
  traceId: string | undefined;
}

/** Every call returns this promise of the data. `withResponse()` adds the raw response. */
export interface Call<T> extends Promise<T> {
  /**
   * Resolves to the data together with the raw response. It does not send another request.
   *
   * @example
   * ```ts
   * const { data, response, traceId } = await client.swap.quote(request).withResponse();
   * ```
   */
  withResponse(): Promise<WithResponse<T>>;
}

export function toCall<T>(outcome: Promise<WithResponse<T>>): Call<T> {
  const data = outcome.then((result) => result.data) as Call<T>;
  const withResponse = () => {
    // The caller handles the rejection of `outcome`. `data` must not be an unhandled rejection.
    data.catch(() => {});
    return outcome;
  };
  return Object.defineProperty(data, "withResponse", { value: withResponse });
}

/** Makes a second call if the first one fails with an expected error. */
export function callWithFallback<T>(
  first: Call<T>,
  isExpected: (error: unknown) => boolean,
  second: () => Call<T>,
): Call<T> {
  const fallBack = (error: unknown) => {
    if (!isExpected(error)) throw error;
    return second().withResponse();
  };
  return toCall(first.withResponse().catch(fallBack));
}
