import type { Paging } from "../../contract/shared/endpoint.js";
import { isCopyable } from "../../shared/guards.js";

export type Query = Readonly<Record<string, unknown>>;

/** Adds a page size to a query that has none: the largest, or `limit` if that is smaller. */
export function addPageSize(paging: Paging, query: Query, limit = paging.sizes.max): Query {
  const isGiven = (name: string) => (query[name] ?? "") !== "";
  // A page number refers to pages of the default size if the query has no size.
  const isSized = isGiven(paging.size) || (paging.style === "page" && isGiven("page"));
  return isSized || !isCopyable(query)
    ? query
    : { ...query, [paging.size]: Math.min(limit, paging.sizes.max) };
}

/** The cursor after a page of `count` items. It contains the page size, and fits into a query. */
export function nextCursor(
  paging: Paging,
  query: Query,
  response: Record<string, unknown>,
  count: number,
): Query | "unreadable" | undefined {
  const size = numberOr(query[paging.size], paging.sizes.default);
  if (paging.style === "cursor") {
    // Null, missing and empty all mean that this is the last page.
    const next = response[paging.next] ?? "";
    if (next === "") return undefined;
    // Anything else must not end the listing in silence.
    if (typeof next !== "string") return "unreadable";
    return { [paging.param]: next, [paging.size]: size };
  }
  // A service may return smaller pages than requested. Such a page is not the last one.
  const isShort = count < Math.min(size, paging.sizes.default);
  if (paging.style === "offset") {
    const offset = numberOr(query[paging.param], 0) + count;
    return isShort || count === 0 ? undefined : { [paging.param]: offset, [paging.size]: size };
  }
  const page = numberOr(query[paging.param], 1);
  // Page numbers refer to pages of the actual size, which only the first page shows.
  const actualSize = page === 1 && count > 0 ? Math.min(count, size) : size;
  const total = response[paging.total];
  // The total of a full page may be that of the page: the documentation does not say.
  const isClear = typeof total === "number" && (count < size || total > count);
  const hasAll = isClear ? page * actualSize >= total : isShort;
  const isLast = count === 0 || hasAll;
  return isLast ? undefined : { [paging.param]: page + 1, [paging.size]: actualSize };
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}
