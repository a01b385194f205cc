import type { DataTag } from "@tanstack/query-core";
import type { PageCursor } from "../http/features/pages.js";

/** A query key with the type of its data, for `getQueryData` and `setQueryData`. */
export type DataKey<Data> = DataTag<readonly unknown[], Data>;

/** The part of a TanStack `Query` that the options read. It exists in every 5.x release. */
export interface QuerySeen<Data = unknown> {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly error: unknown;
    readonly errorUpdatedAt: number;
    readonly fetchStatus: string;
  };
}

/** The argument of a query function. */
export interface FetchContext {
  readonly signal: AbortSignal;
}

/** For `useQuery`, `useSuspenseQuery`, `prefetchQuery`, `fetchQuery` and similar functions. */
export interface ReadOptions<Data> {
  readonly queryKey: DataKey<Data>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** Off: the client has already retried. */
  readonly retry: false;
  readonly staleTime: number;
}

/** Like {@link ReadOptions}. Fetched again shortly before expiry, if the tab is visible. */
export interface QuoteOptions<Data> extends Omit<ReadOptions<Data>, "staleTime"> {
  readonly staleTime: (query: QuerySeen<Data>) => number;
  readonly refetchInterval: (query: QuerySeen<Data>) => number | false;
  readonly refetchIntervalInBackground: false;
}

/** The argument of a wait's query function. It sets the query's data after each poll. */
export interface WaitContext extends FetchContext {
  readonly queryKey: readonly unknown[];
  readonly client?:
    | { setQueryData(queryKey: readonly unknown[], data: unknown): unknown }
    | undefined;
}

/** Like {@link ReadOptions}. `data` is the latest record. The fetch ends with the final status. */
export interface WaitQueryOptions<Data> extends Omit<ReadOptions<Data>, "queryFn" | "staleTime"> {
  readonly queryFn: (context: WaitContext) => Promise<Data>;
  readonly staleTime: (query: QuerySeen<Data>) => number;
}

/** The data of an infinite query. */
export interface PagesSeen<OnePage, Cursor> {
  pages: OnePage[];
  pageParams: (Cursor | null)[];
}

/** The argument of a listing's query function. */
export interface PageContext<Cursor> extends FetchContext {
  readonly pageParam: Cursor | null;
}

/** For `useInfiniteQuery` and similar functions. `data.pages` are pages as plain data. */
export interface ListingOptions<OnePage, Cursor extends PageCursor> {
  readonly queryKey: DataKey<PagesSeen<OnePage, Cursor>>;
  readonly queryFn: (context: PageContext<Cursor>) => Promise<OnePage>;
  /** Null: start where the query starts. */
  readonly initialPageParam: Cursor | null;
  readonly getNextPageParam: (
    lastPage: OnePage,
    pages: OnePage[],
    lastPageParam: Cursor | null,
    pageParams: (Cursor | null)[],
  ) => Cursor | undefined;
  /** Off: the client has already retried. */
  readonly retry: false;
  readonly staleTime: number;
  /** Off: it would fetch every page again. */
  readonly refetchOnWindowFocus: false;
}

/** For `useMutation` and similar functions. */
export interface WriteOptions<Data, Variables> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** Off: a write that is sent twice may be executed twice. */
  readonly retry: false;
  /** Without a network a write fails at once. It must not be queued and sent minutes later. */
  readonly networkMode: "always";
}
