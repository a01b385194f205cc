import type { EndpointName } from "../../contract/endpoints.js";
import type { Paging } from "../../contract/shared/endpoint.js";
import { PaginationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { CallOptions, ListOptions } from "../options.js";
import type { Transport } from "../transport.js";
import { onAbort } from "../wire/abort-listener.js";
import { createAbortedError } from "../wire/deadline.js";
import { RepeatGuard } from "./repeat-guard.js";

/** The position of a page. Spread it into a query to resume there. You can store it as JSON. */
export type PageCursor =
  | { readonly lastId: string }
  | { readonly page: number }
  | { readonly offset: number };

/** One page of a listing. */
export interface Page<T, Cursor extends PageCursor = PageCursor> {
  readonly items: readonly T[];
  /** The cursor of the next page. Undefined on the last page. */
  readonly cursor: Cursor | undefined;
  /** The number of items on all pages, if the service states it. */
  readonly total: number | undefined;
  readonly traceId: string | undefined;
}

/**
 * A listing that you can iterate by item or by page. Each request is sent only when its page is
 * needed. If a cursor repeats, the iteration throws `PaginationError`.
 *
 * @example
 * ```ts
 * for await (const transaction of client.wallets.history(walletAddress)) {
 *   console.log(transaction.type, transaction.status);
 * }
 * ```
 */
export interface Pages<T, Cursor extends PageCursor = PageCursor> extends AsyncIterable<T> {
  /** Iterates by page. To resume later, save the `cursor` of a page. */
  pages(): AsyncGenerator<Page<T, Cursor>, void, undefined>;
  /** Fetches only the first page. */
  firstPage(): Promise<Page<T, Cursor>>;
  /** Collects at most `limit` items. Fetches only the pages that it needs. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
}

type Query = Readonly<Record<string, unknown>>;

/** The request of a listing. */
export interface Listing {
  readonly name: EndpointName;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query: object | undefined;
  readonly options: ListOptions | undefined;
}

export function createPages<T, Cursor extends PageCursor>(
  transport: Transport,
  { name: operation, params, query: listingQuery, options }: Listing,
): Pages<T, Cursor> {
  const firstQuery = (listingQuery ?? {}) as Query;
  /** Available after the first call. */
  const getPaging = () => transport.pagingOf(operation) as Paging;

  async function fetchPage(query: Query, signal = options?.signal): Promise<Page<T, Cursor>> {
    const callOptions: CallOptions = { ...options, signal };
    const call = transport.call(operation, { params, query }, callOptions);
    const { data, traceId } = await call.withResponse();
    const paging = getPaging();
    // With validation off, the response may be any JSON.
    const response = (data ?? {}) as Record<string, unknown>;
    const items = response[paging.items];
    if (!Array.isArray(items)) {
      const message = `${operation}: expected an array "${paging.items}" in the response`;
      throw new PaginationError(message, { operation });
    }
    const total = typeof response.total === "number" ? response.total : undefined;
    return { items, cursor: nextCursor(paging, query, response, items.length), total, traceId };
  }

  async function* iteratePages(): AsyncGenerator<Page<T, Cursor>, void, undefined> {
    const prefetch = options?.prefetch ? createPrefetchSignal(options.signal) : undefined;
    try {
      const guard = new RepeatGuard(operation);
      let query = firstQuery;
      let next = fetchPage(query, prefetch?.signal);
      for (;;) {
        const page = await next;
        guard.check(query[getPaging().param], page);
        const { cursor } = page;
        if (cursor) query = { ...query, ...cursor };
        if (cursor && prefetch) {
          next = fetchPage(query, prefetch.signal);
          // The caller may stop iterating before this page is needed.
          next.catch(() => {});
        }
        yield page;
        if (!cursor) return;
        if (!prefetch) next = fetchPage(query);
      }
    } finally {
      prefetch?.end();
    }
  }

  async function* iterateItems(): AsyncGenerator<T, void, undefined> {
    const signal = options?.signal;
    for await (const page of iteratePages()) {
      for (const item of page.items) {
        if (signal?.aborted) throw createAbortedError(operation, signal.reason, true);
        yield item;
      }
    }
  }

  async function toArray(given: { readonly limit: number }): Promise<T[]> {
    const limit = given?.limit;
    if (!Number.isSafeInteger(limit) || limit < 1) {
      const message = `${operation}: toArray: expected a limit ≥ 1, got ${quoteValue(limit)}`;
      throw new PaginationError(message, { operation });
    }
    const items: T[] = [];
    for await (const item of iterateItems()) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  return {
    [Symbol.asyncIterator]: iterateItems,
    pages: iteratePages,
    firstPage: () => fetchPage(firstQuery),
    toArray,
  };
}

function nextCursor<Cursor extends PageCursor>(
  paging: Paging,
  query: Query,
  response: Record<string, unknown>,
  count: number,
): Cursor | undefined {
  const toCursor = (value: string | number) => ({ [paging.param]: value }) as Cursor;
  if (paging.style === "cursor") {
    const next = response[paging.next];
    // Null, missing and empty all mean that this is the last page.
    return typeof next === "string" && next !== "" ? toCursor(next) : undefined;
  }
  const size = numberOr(query[paging.size], paging.defaultSize);
  if (paging.style === "offset") {
    return count < size ? undefined : toCursor(numberOr(query[paging.param], 0) + count);
  }
  const page = numberOr(query[paging.param], 1);
  const total = response[paging.total];
  const isLast = count === 0 || (typeof total === "number" ? page * size >= total : count < size);
  return isLast ? undefined : toCursor(page + 1);
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}

/** Creates a signal that is aborted when the caller aborts or stops iterating. */
function createPrefetchSignal(outer: AbortSignal | undefined) {
  const controller = new AbortController();
  if (outer?.aborted) controller.abort(outer.reason);
  const stopListening = outer && onAbort(outer, () => controller.abort(outer.reason));
  const end = () => {
    stopListening?.();
    controller.abort();
  };
  return { signal: controller.signal, end };
}
