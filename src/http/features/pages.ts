import type { EndpointName } from "../../contract/endpoints.js";
import { PaginationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { printAs } from "../../shared/print-as.js";
import { onAbort } from "../../shared/time/abort-listener.js";
import type { CallOptions, ListOptions } from "../config/options.js";
import { createAbortedError } from "../wire/deadline.js";
import { type Call, toCall, type WithResponse } from "./call.js";
import type { Transport } from "./client-transport.js";
import { addPageSize, nextCursor, type Query } from "./page-query.js";
import { RepeatGuard } from "./repeat-guard.js";

/**
 * The position and size of a page. Spread it into a query to resume there. It survives JSON, and
 * has only fields of the query: a listing rejects any other, before it sends a request.
 */
export type PageCursor =
  | { readonly lastId: string; readonly take: number }
  | { readonly page: number; readonly perPage: number }
  | { readonly offset: number; readonly take: number };

/** The data of a page. */
export interface PageData<T, Cursor extends PageCursor = PageCursor> {
  readonly items: readonly T[];
  /** The cursor of the next page. Undefined on the last page. */
  readonly cursor: Cursor | undefined;
  /** The number of items on all pages, if the service states it. */
  readonly total: number | undefined;
  readonly traceId: string | undefined;
}

/**
 * One page of a listing. `for … of` iterates its items. `for await … of` continues with all further
 * pages.
 */
export interface Page<T, Cursor extends PageCursor = PageCursor>
  extends PageData<T, Cursor>,
    Iterable<T>,
    AsyncIterable<T> {}

/**
 * A listing. `for await` iterates all items, with the largest pages that the service allows, and
 * sends each request only when its page is needed. `await` gets the first page, with the service's
 * default size. A size in the query applies to both. A repeated cursor, and more than 100 empty
 * pages in a row, throw `PaginationError`. A listing has no other limit: end the loop, or use
 * `toArray`.
 *
 * @example
 * ```ts
 * for await (const transaction of client.wallets.history(walletAddress)) {
 *   console.log(transaction.type, transaction.status);
 * }
 * ```
 */
export interface Pages<
  T,
  Cursor extends PageCursor = PageCursor,
  Name extends EndpointName = EndpointName,
> extends AsyncIterable<T>,
    Call<Page<T, Cursor>, Name> {
  /** Iterates by page. To resume later, save the `cursor` of a page. */
  pages(): AsyncGenerator<Page<T, Cursor>, void, undefined>;
  /** Gets the first page, like `await`. A listing requests it once. */
  firstPage(): Call<Page<T, Cursor>, Name>;
  /** Collects at most `limit` items. Fetches only the pages that it needs. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
}

export interface Listing<Name extends EndpointName> {
  readonly name: Name;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query: object | undefined;
  readonly options: ListOptions | undefined;
}

export function createPages<T, Cursor extends PageCursor, Name extends EndpointName>(
  transport: Transport,
  { name: operation, params, query: listingQuery, options }: Listing<Name>,
): Pages<T, Cursor, Name> {
  type OnePage = Page<T, Cursor>;
  const firstQuery = (listingQuery ?? {}) as Query;
  const paging = transport.getPaging(operation);
  let first: Call<OnePage, Name> | undefined;

  async function fetchPage(query: Query, signal = options?.signal): Promise<WithResponse<OnePage>> {
    const callOptions: CallOptions = { ...options, signal };
    const call = transport.call(operation, { params, query }, callOptions);
    const { data, response, traceId } = await call.withResponse();
    // With validation off, the response may be any JSON.
    const body = (data ?? {}) as Record<string, unknown>;
    const items = body[paging.items];
    if (!Array.isArray(items)) {
      const message = `${operation}: expected an array "${paging.items}" in the response`;
      throw new PaginationError(message, { operation });
    }
    const total = typeof body.total === "number" ? body.total : undefined;
    const cursor = readCursor(paging, query, body, items.length);
    return { data: toPage({ items, cursor, total, traceId }, query), response, traceId };
  }

  function readCursor(...page: Parameters<typeof nextCursor>): Cursor | undefined {
    const cursor = nextCursor(...page);
    if (cursor !== "unreadable") return cursor as Cursor | undefined;
    // With validation off, nothing else has checked it.
    const message = `${operation}: the cursor of the next page is no string`;
    throw new PaginationError(message, { operation });
  }

  function toPage(page: PageData<T, Cursor>, query: Query): OnePage {
    // Not enumerable, so that a page is plain data in logs, JSON and comparisons.
    return Object.defineProperties(page as OnePage, {
      [Symbol.iterator]: { value: () => page.items[Symbol.iterator]() },
      [Symbol.asyncIterator]: { value: () => iterateItems(query, undefined, page as OnePage) },
    });
  }

  /** Starts with `fetched`, the page of the query `start`, if it is given. */
  async function* iteratePages(
    start: Query,
    limit?: number,
    fetched?: OnePage,
  ): AsyncGenerator<OnePage, void> {
    const guard = new RepeatGuard(operation);
    let query = fetched ? start : addPageSize(paging, start, limit);
    let page = fetched ?? (await fetchPage(query)).data;
    let prefetched: Prefetch<WithResponse<OnePage>> | undefined;
    try {
      for (;;) {
        guard.check(query[paging.param], page);
        const { cursor } = page;
        if (cursor) query = { ...query, ...cursor };
        prefetched =
          cursor && options?.prefetch
            ? startPrefetch(options.signal, (signal) => fetchPage(query, signal))
            : undefined;
        yield page;
        if (!cursor) return;
        page = (await (prefetched?.outcome ?? fetchPage(query))).data;
      }
    } finally {
      prefetched?.abort();
    }
  }

  async function* iterateItems(
    start: Query,
    limit?: number,
    fetched?: OnePage,
  ): AsyncGenerator<T, void, undefined> {
    const signal = options?.signal;
    for await (const page of iteratePages(start, limit, fetched)) {
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
    for await (const item of iterateItems(firstQuery, limit)) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async function fetchFirstPage(): Promise<WithResponse<OnePage>> {
    try {
      return await fetchPage(firstQuery);
    } catch (error) {
      // A failed request is made again by the next caller.
      first = undefined;
      throw error;
    }
  }

  const firstPage = () => {
    first ??= toCall<OnePage, Name>(fetchFirstPage);
    return first;
  };

  /** The engine calls `then` without the caller's frame: only after an `await` is it in stacks. */
  async function awaitFirstPage(): Promise<OnePage> {
    await undefined;
    return await firstPage();
  }

  const listing: Pages<T, Cursor, Name> = {
    [Symbol.asyncIterator]: () => iterateItems(firstQuery),
    pages: () => iteratePages(firstQuery),
    firstPage,
    toArray,
    // biome-ignore lint/suspicious/noThenProperty: `await` gets the first page
    then: (onFulfilled, onRejected) => awaitFirstPage().then(onFulfilled, onRejected),
    catch: (onRejected) => firstPage().catch(onRejected),
    finally: (onFinally) => firstPage().finally(onFinally),
    withResponse: () => firstPage().withResponse(),
    safe: () => firstPage().safe(),
    [Symbol.toStringTag]: `Pages<${operation}>`,
  };
  return printAs(listing, () => `Pages<${operation}>`);
}

interface Prefetch<T> {
  readonly outcome: Promise<T>;
  abort(): void;
}

/**
 * Starts a request that ends when the caller aborts or stops iterating. It listens to the caller's
 * signal only until it settles, because an iterator may be abandoned without `return`.
 */
function startPrefetch<T>(
  outer: AbortSignal | undefined,
  start: (signal: AbortSignal) => Promise<T>,
): Prefetch<T> {
  const controller = new AbortController();
  if (outer?.aborted) controller.abort(outer.reason);
  const stopListening = outer && onAbort(outer, () => controller.abort(outer.reason));
  const outcome = start(controller.signal).finally(() => stopListening?.());
  // The caller may stop iterating before the next page is needed.
  outcome.catch(() => {});
  const abort = () => {
    stopListening?.();
    controller.abort();
  };
  return { outcome, abort };
}
