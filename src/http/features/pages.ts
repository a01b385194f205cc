import type { Paging } from "../../contract/endpoint.js";
import type { EndpointName } from "../../contract/endpoints.js";
import { PaginationError } from "../../errors/data.js";
import { AbortedError } from "../../errors/transport.js";
import type { CallOptions, ListOptions } from "../options.js";
import type { Transport } from "../transport.js";
import { onAbort } from "../wire/abort-listener.js";
import { RepeatGuard } from "./repeat-guard.js";

/** Where a listing goes on. Spread it into the query of a later call to resume there; it survives JSON. */
export type PageCursor =
  | { readonly lastId: string }
  | { readonly page: number }
  | { readonly offset: number };

/** One page of a listing. */
export interface Page<T, Cursor extends PageCursor = PageCursor> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined on the last one. */
  readonly cursor: Cursor | undefined;
  /** How many items there are on all pages, where the service says so. */
  readonly total: number | undefined;
  readonly traceId: string | undefined;
}

/**
 * A listing, page by page or item by item. Nothing is sent until it is read, and nothing more once the reader stops.
 *
 * @example
 * ```ts
 * for await (const transaction of client.wallets.history(walletAddress)) {
 *   console.log(transaction.type, transaction.status);
 * }
 * ```
 */
export interface Pages<T, Cursor extends PageCursor = PageCursor> extends AsyncIterable<T> {
  /** Walks page by page. Each page holds the cursor at which a later call can resume. */
  pages(): AsyncGenerator<Page<T, Cursor>, void, undefined>;
  /** Reads the first page only. */
  firstPage(): Promise<Page<T, Cursor>>;
  /** Collects at most `limit` items, and fetches no page more than that takes. */
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
  return new Walker<T>(transport, listing) as unknown as Pages<T, Cursor>;
}

class Walker<T> implements Pages<T> {
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
    const walk = this.#listing.options?.prefetch
      ? new Ahead(this.#listing.options.signal)
      : undefined;
    try {
      const guard = new RepeatGuard(this.#listing.name);
      let query: Query = this.#listing.query ?? {};
      let coming = this.#fetch(query, walk?.signal);
      for (;;) {
        const page = await coming;
        guard.pass(query[this.#paging().param], page);
        const { cursor } = page;
        if (cursor) query = { ...query, ...cursor };
        if (cursor && walk) {
          coming = this.#fetch(query, walk.signal);
          // The consumer may stop before it asks for this page.
          coming.catch(() => {});
        }
        yield page;
        if (!cursor) return;
        if (!walk) coming = this.#fetch(query);
      }
    } finally {
      walk?.end();
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
    const answer = data as unknown as Record<string, unknown>;
    const items = answer?.[paging.items];
    if (!Array.isArray(items))
      throw new PaginationError(`${operation}: the response contains no list "${paging.items}"`, {
        operation,
      });
    const total = typeof answer.total === "number" ? answer.total : undefined;
    return {
      items: items as T[],
      cursor: nextCursor(paging, query, answer, items.length),
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
  answer: Record<string, unknown>,
  count: number,
): PageCursor | undefined {
  if (paging.style === "cursor") {
    const next = answer[paging.next];
    // Null, absent and empty all say that this was the last page.
    return typeof next === "string" && next !== "" ? cursorOf(paging, next) : undefined;
  }
  const size = numberOr(query[paging.size], paging.defaultSize);
  if (paging.style === "offset")
    return count < size ? undefined : cursorOf(paging, numberOr(query[paging.param], 0) + count);
  const page = numberOr(query[paging.param], 1);
  const total = answer[paging.total];
  const ended = count === 0 || (typeof total === "number" ? page * size >= total : count < size);
  return ended ? undefined : cursorOf(paging, page + 1);
}

function cursorOf(paging: Paging, value: string | number): PageCursor {
  return { [paging.param]: value } as unknown as PageCursor;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** A signal for pages fetched ahead, so that a reader who stops also ends the request under way. */
class Ahead {
  readonly #controller = new AbortController();
  readonly #unwatch: (() => void) | undefined;

  constructor(outer: AbortSignal | undefined) {
    if (outer?.aborted) this.#controller.abort(outer.reason);
    this.#unwatch = outer && onAbort(outer, () => this.#controller.abort(outer.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#unwatch?.();
    this.#controller.abort();
  }
}
