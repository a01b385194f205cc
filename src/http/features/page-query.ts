import type { Paging } from "../../contract/shared/endpoint.js";

export type Query = Readonly<Record<string, unknown>>;

/** Adds a page size to a query that has none: the largest, or `limit` if that is smaller. */
export function addPageSize(paging: Paging, query: Query, limit = paging.sizes.max): Query {
  const isGiven = (name: string) => (query[name] ?? "") !== "";
  // A page number refers to pages of the default size if the query has no size.
  const isSized = isGiven(paging.size) || (paging.style === "page" && isGiven("page"));
  return isSized ? query : { ...query, [paging.size]: Math.min(limit, paging.sizes.max) };
}

/** The cursor after a page of `count` items. It contains the page size, and fits into a query. */
export function nextCursor(
  paging: Paging,
  query: Query,
  response: Record<string, unknown>,
  count: number,
): Query | undefined {
  const size = numberOr(query[paging.size], paging.sizes.default);
  const toCursor = (value: string | number) => ({ [paging.param]: value, [paging.size]: size });
  if (paging.style === "cursor") {
    const next = response[paging.next];
    // Null, missing and empty all mean that this is the last page.
    return typeof next === "string" && next !== "" ? toCursor(next) : undefined;
  }
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
