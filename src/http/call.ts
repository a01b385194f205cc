/** The data of a call beside the raw answer. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers. The body has been read. */
  response: Response;
  /** The service's trace id: quote it to support. */
  traceId: string | undefined;
}

/** What every call returns: a promise of the data, and, through `withResponse()`, of the raw answer beside it. */
export interface Call<T> extends Promise<T> {
  /**
   * The data together with the raw answer. Sends nothing of its own.
   *
   * @example
   * ```ts
   * const { data, response, traceId } = await client.swap.quote(request).withResponse();
   * ```
   */
  withResponse(): Promise<WithResponse<T>>;
}

export function toCall<T>(outcome: Promise<WithResponse<T>>): Call<T> {
  return mapCall(outcome, (data) => data);
}

/** A call whose data is a part of the answer. */
export function mapCall<T, U>(outcome: Promise<WithResponse<T>>, map: (data: T) => U): Call<U> {
  const data = outcome.then((result) => map(result.data)) as Call<U>;
  const withResponse = () => {
    // The failure reaches the caller through the promise handed out here; this one must not count as unhandled too.
    data.catch(() => {});
    return outcome.then(({ data, response, traceId }) => ({ data: map(data), response, traceId }));
  };
  return Object.defineProperty(data, "withResponse", { value: withResponse });
}
