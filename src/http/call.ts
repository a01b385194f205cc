/** The data of a call with the raw response. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers. The body has been read. */
  response: Response;
  /** The service's trace id: quote it to support. */
  traceId: string | undefined;
}

/** What every call returns: a promise of the data. `withResponse()` adds the raw response. */
export interface Call<T> extends Promise<T> {
  /**
   * The data together with the raw response. It sends no request of its own.
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
    // The caller handles the failure of the returned promise. The other must not be unhandled.
    data.catch(() => {});
    return outcome;
  };
  return Object.defineProperty(data, "withResponse", { value: withResponse });
}

/** A second call in place of one that fails in a certain way. */
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
