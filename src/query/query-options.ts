import type { DataTag } from "@tanstack/query-core";
import type { EndpointName } from "../contract/endpoints.js";
import type { ErrorsOf } from "../errors/errors-of.js";
import type { PageCursor } from "../http/features/pages.js";

/** A query key with the type of its data, for `getQueryData` and `setQueryData`. */
export type DataKey<Data> = DataTag<readonly unknown[], Data>;

/**
 * Off: the client has already retried. The second type is never there: TanStack infers the type of
 * `error` from it.
 */
export type NoRetry<Name extends EndpointName> =
  | false
  | ((failureCount: number, error: ErrorsOf<Name>) => false);

/** The part of a TanStack `Query` that the options read. It exists in every 5.x release. */
export interface QuerySeen<Data = unknown, Failure = unknown> {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly error: Failure | null;
    readonly errorUpdatedAt: number;
    readonly fetchStatus: string;
  };
}

/** The argument of a query function. */
export interface FetchContext {
  readonly signal: AbortSignal;
}

/** For `useQuery`, `useSuspenseQuery`, `prefetchQuery`, `fetchQuery` and similar functions. */
export interface ReadOptions<Data, Name extends EndpointName = never> {
  readonly queryKey: DataKey<Data>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** `false`. */
  readonly retry: NoRetry<Name>;
  readonly staleTime: number;
}

/** Like {@link ReadOptions}. Fetched again shortly before expiry, if the tab is visible. */
export interface QuoteOptions<Data, Name extends EndpointName = never>
  extends Omit<ReadOptions<Data, Name>, "staleTime"> {
  readonly staleTime: (query: QuerySeen<Data, ErrorsOf<Name>>) => number;
  readonly refetchInterval: (query: QuerySeen<Data, ErrorsOf<Name>>) => number | false;
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
export interface WaitQueryOptions<Data, Name extends EndpointName = never>
  extends Omit<ReadOptions<Data, Name>, "queryFn" | "staleTime"> {
  readonly queryFn: (context: WaitContext) => Promise<Data>;
  readonly staleTime: (query: QuerySeen<Data, ErrorsOf<Name>>) => number;
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
export interface ListingOptions<
  OnePage,
  Cursor extends PageCursor,
  Name extends EndpointName = never,
> {
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
  /** `false`. */
  readonly retry: NoRetry<Name>;
  readonly staleTime: number;
  /** Off: it would fetch every page again. */
  readonly refetchOnWindowFocus: false;
}

/** For `useMutation` and similar functions. */
export interface WriteOptions<Data, Variables, Name extends EndpointName = never> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** `false`: a write that is sent twice may be executed twice. */
  readonly retry: NoRetry<Name>;
  /** Without a network a write fails at once. It must not be queued and sent minutes later. */
  readonly networkMode: "always";
}
