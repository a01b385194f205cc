import { PaginationError } from "../errors/data.js";
import type { PageCursor, PageData } from "../http/features/pages.js";
import { RepeatGuard } from "../http/features/repeat-guard.js";
import type { DataKey, ListingOptions } from "./query-options.js";

type OnePage = PageData<unknown>;
type Query = Readonly<Record<string, unknown>>;

/** A cursor that was used before. Fetching it rejects with the error and sends no request. */
type RepeatedCursor = PageCursor & { readonly repeated: PaginationError };

export interface ListingSource {
  readonly name: string;
  readonly queryKey: DataKey<never>;
  readonly query: Query | undefined;
  readonly staleTime: number;
  readonly firstPage: (query: Query | undefined, signal: AbortSignal) => Promise<OnePage>;
}

export function createListingOptions({
  name,
  queryKey,
  query,
  staleTime,
  firstPage,
}: ListingSource): ListingOptions<OnePage, PageCursor> {
  return {
    queryKey,
    async queryFn({ pageParam, signal }) {
      if (pageParam && "repeated" in pageParam) throw pageParam.repeated;
      const page = await firstPage(pageParam ? { ...query, ...pageParam } : query, signal);
      // A copy, because TanStack's structural sharing and persisters lose a page's iterators.
      const { items, cursor, total, traceId } = page;
      return { items, cursor, total, traceId };
    },
    initialPageParam: null,
    getNextPageParam(lastPage, pages, _lastPageParam, pageParams) {
      const { cursor } = lastPage;
      if (!cursor) return undefined;
      const repeated = findRepeatedCursor(name, pages, pageParams, query);
      if (!repeated) return cursor;
      const repeatedCursor: RepeatedCursor = { ...cursor, repeated };
      return repeatedCursor;
    },
    retry: false,
    staleTime,
    refetchOnWindowFocus: false,
  };
}

function findRepeatedCursor(
  name: string,
  pages: readonly OnePage[],
  pageParams: readonly (PageCursor | null)[],
  query: Query | undefined,
): PaginationError | undefined {
  const guard = new RepeatGuard(name);
  try {
    for (const [i, page] of pages.entries()) {
      const start: object = pageParams[i] ?? query ?? {};
      // The last page has no cursor, so it cannot repeat one.
      const [param] = Object.keys(page.cursor ?? {});
      guard.check(param && (start as Query)[param], page);
    }
    return undefined;
  } catch (error) {
    if (error instanceof PaginationError) return error;
    throw error;
  }
}
