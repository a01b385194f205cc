import { PaginationError } from "../errors/data.js";
import type { Page, PageCursor } from "../http/features/pages.js";
import { RepeatGuard } from "../http/features/repeat-guard.js";
import type { DataKey, ListingOptions } from "./query-options.js";

type OnePage = Page<unknown>;
type Query = Readonly<Record<string, unknown>>;

/** Stands in place of a cursor that came back: fetching it fails, as in the client's own walk, and sends nothing. */
interface Circle {
  readonly circle: PaginationError;
}

/** What a listing's options are made from. */
export interface ListingSource {
  readonly name: string;
  readonly queryKey: readonly unknown[];
  readonly query: Query | undefined;
  readonly staleTime: number;
  readonly firstPage: (query: Query | undefined, signal: AbortSignal) => Promise<OnePage>;
}

export function listingOptions({
  name,
  queryKey,
  query,
  staleTime,
  firstPage,
}: ListingSource): ListingOptions<OnePage, PageCursor> {
  return {
    queryKey: queryKey as DataKey<never>,
    async queryFn({ pageParam, signal }) {
      if (pageParam && "circle" in pageParam) throw (pageParam as unknown as Circle).circle;
      return firstPage(pageParam ? { ...query, ...pageParam } : query, signal);
    },
    initialPageParam: null,
    getNextPageParam(lastPage, pages, _lastPageParam, pageParams) {
      if (!lastPage.cursor) return undefined;
      const circle = circleIn(name, pages, pageParams, query);
      return circle ? ({ circle } satisfies Circle as unknown as PageCursor) : lastPage.cursor;
    },
    retry: false,
    staleTime,
    refetchOnWindowFocus: false,
  };
}

function circleIn(
  name: string,
  pages: readonly OnePage[],
  pageParams: readonly (PageCursor | null)[],
  query: Query | undefined,
): PaginationError | undefined {
  const guard = new RepeatGuard(name);
  try {
    for (const [i, page] of pages.entries()) {
      const begun: object = pageParams[i] ?? query ?? {};
      // A page that ends the listing began where no circle can be.
      const [param] = Object.keys(page.cursor ?? {});
      guard.check(param && (begun as Query)[param], page);
    }
    return undefined;
  } catch (error) {
    if (error instanceof PaginationError) return error;
    throw error;
  }
}
