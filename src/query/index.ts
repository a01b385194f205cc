export type {
  CompositeQueries,
  SessionOf,
  SessionWaitSettings,
  WaitSettings,
} from "./composite-queries.js";
export {
  createQueries,
  type Queries,
  type QueriesOptions,
  type QueryName,
} from "./create-queries.js";
export type {
  DataKey,
  FetchContext,
  ListingOptions,
  NoRetry,
  PageContext,
  PagesSeen,
  QuerySeen,
  QuoteOptions,
  ReadOptions,
  WaitContext,
  WaitQueryOptions,
  WriteOptions,
} from "./query-options.js";
export type { QueryTree } from "./query-tree.js";
