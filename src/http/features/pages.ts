import type { EndpointName } from "../../contract/endpoints.js";
import type { Paging } from "../../contract/shared/endpoint.js";
import { AbortedError } from "../../errors/connection.js";
import { PaginationError } from "../../errors/data.js";
import type { CallOptions, ListOptions } from "../options.js";
import type { Transport } from "../transport.js";
import { onAbort } from "../wire/abort-listener.js";
import { RepeatGuard } from "./repeat-guard.js";

/**
 * Where a listing continues. Spread it into the query of a later call to resume there. It survives
 * JSON.
 */
export type PageCursor =
  | { readonly lastId: string }
  | { readonly page: number }
  | { readonly offset: number };

/** One page of a listing. */
export interface Page<T, Cursor extends PageCursor = PageCursor> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined on the last one. */
  readonly cursor: Cursor | undefined;
  /** The number of items on all pages, if the service states it. */
  readonly total: number | undefined;
  readonly traceId: string | undefined;
}

/**
 * A listing, page by page or item by item. Nothing is sent until it is iterated, and nothing more
 * after the caller stops.
 *
 * @example
 * ```ts
 * for await (const transaction of client.wallets.history(walletAddress)) {
 *   console.log(transaction.type, transaction.status);
 * }
 * ```
 */
export interface Pages<T, Cursor extends PageCursor = PageCursor> extends AsyncIterable<T> {
  /** Iterates page by page. A later call can resume at the cursor of a page. */
  pages(): AsyncGenerator<Page<T, Cursor>, void, undefined>;
  /** Fetches the first page only. */
  firstPage(): Promise<Page<T, Cursor>>;
  /** Collects at most `limit` items, and fetches no more pages than needed. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
}

type Query = Readonly<Record<string, unknown>>;

/** What a listing is made from. */
export interface Listing {
  readonly name: EndpointName;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query: Query | undefined;
  readonly options: ListOptions | undefined;
}

export function createPages<T, Cursor extends PageCursor>(
  transport: Transport,
  listing: Listing,
): Pages<T, Cursor> {
  return new LazyPages<T>(transport, listing) as unknown as Pages<T, Cursor>;
}

class LazyPages<T> implements Pages<T> {
  readonly #transport: Transport;
  readonly #listing: Listing;

  constructor(transport: Transport, listing: Listing) {
    this.#transport = transport;
    this.#listing = listing;
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return this.#items();
  }

  async *#items(): AsyncGenerator<T, void, undefined> {
    const signal = this.#listing.options?.signal;
    for await (const page of this.pages()) {
      for (const item of page.items) {
        if (signal?.aborted) throw this.#aborted(signal);
        yield item;
      }
    }
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const prefetch = this.#listing.options?.prefetch
      ? new PrefetchSignal(this.#listing.options.signal)
      : undefined;
    try {
      const guard = new RepeatGuard(this.#listing.name);
      let query: Query = this.#listing.query ?? {};
      let next = this.#fetch(query, prefetch?.signal);
      for (;;) {
        const page = await next;
        guard.check(query[this.#paging().param], page);
        const { cursor } = page;
        if (cursor) query = { ...query, ...cursor };
        if (cursor && prefetch) {
          next = this.#fetch(query, prefetch.signal);
          // The caller may stop before this page is needed.
          next.catch(() => {});
        }
        yield page;
        if (!cursor) return;
        if (!prefetch) next = this.#fetch(query);
      }
    } finally {
      prefetch?.end();
    }
  }

  firstPage(): Promise<Page<T>> {
    return this.#fetch(this.#listing.query ?? {});
  }

  async toArray(options: { readonly limit: number }): Promise<T[]> {
    const limit = options?.limit;
    if (!Number.isSafeInteger(limit) || limit < 1) {
      const { name: operation } = this.#listing;
      throw new PaginationError(
        `${operation}: toArray needs a limit of 1 or more, got ${String(limit)}`,
        { operation },
      );
    }
    const items: T[] = [];
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async #fetch(query: Query, signal = this.#listing.options?.signal): Promise<Page<T>> {
    const { name: operation, params, options } = this.#listing;
    const callOptions: CallOptions = { ...options, signal };
    const { data, traceId } = await this.#transport
      .call(operation, { params, query }, callOptions)
      .withResponse();
    const paging = this.#paging();
    const response = data as unknown as Record<string, unknown>;
    const items = response?.[paging.items];
    if (!Array.isArray(items)) {
      const message = `${operation}: the response contains no list "${paging.items}"`;
      throw new PaginationError(message, { operation });
    }
    const total = typeof response.total === "number" ? response.total : undefined;
    return {
      items: items as T[],
      cursor: nextCursor(paging, query, response, items.length),
      total,
      traceId,
    };
  }

  /** Known after the first call. */
  #paging(): Paging {
    return this.#transport.pagingOf(this.#listing.name) as Paging;
  }

  #aborted(signal: AbortSignal): AbortedError {
    const { name: operation } = this.#listing;
    return new AbortedError(`${operation}: aborted by the caller`, {
      operation,
      reason: signal.reason,
      sent: true,
    });
  }
}

function nextCursor(
  paging: Paging,
  query: Query,
  response: Record<string, unknown>,
  count: number,
): PageCursor | undefined {
  if (paging.style === "cursor") {
    const next = response[paging.next];
    // Null, absent and empty all mean that this was the last page.
    return typeof next === "string" && next !== "" ? cursorOf(paging, next) : undefined;
  }
  const size = numberOr(query[paging.size], paging.defaultSize);
  if (paging.style === "offset")
    return count < size ? undefined : cursorOf(paging, numberOr(query[paging.param], 0) + count);
  const page = numberOr(query[paging.param], 1);
  const total = response[paging.total];
  const ended = count === 0 || (typeof total === "number" ? page * size >= total : count < size);
  return ended ? undefined : cursorOf(paging, page + 1);
}

function cursorOf(paging: Paging, value: string | number): PageCursor {
  return { [paging.param]: value } as unknown as PageCursor;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}

/** Aborts a prefetch when the caller aborts or stops iterating. */
class PrefetchSignal {
  readonly #controller = new AbortController();
  readonly #stopListening: (() => void) | undefined;

  constructor(outer: AbortSignal | undefined) {
    if (outer?.aborted) this.#controller.abort(outer.reason);
    this.#stopListening = outer && onAbort(outer, () => this.#controller.abort(outer.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#stopListening?.();
    this.#controller.abort();
  }
}
