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
  const data = outcome.then((result) => result.data) as Call<T>;
  const withResponse = () => {
    // The failure reaches the caller through the promise handed out here; the other must not count as unhandled too.
    data.catch(() => {});
    return outcome;
  };
  return Object.defineProperty(data, "withResponse", { value: withResponse });
}
