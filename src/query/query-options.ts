import type { DataTag } from "@tanstack/query-core";
import type { PageCursor } from "../http/features/pages.js";

/**
 * Begins with `"bursar"` and the scope, then the operation's name and its input. It carries the type of the data, for `getQueryData` and
 * `setQueryData`.
 */
export type DataKey<Data> = DataTag<readonly unknown[], Data>;

/** What a query tells a function that works out times. Any 5.x of TanStack Query hands in more. */
export interface QuerySeen<Data = unknown> {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly error: unknown;
    readonly errorUpdatedAt: number;
    readonly fetchStatus: string;
  };
}

/** What a fetch is handed. */
export interface FetchContext {
  readonly signal: AbortSignal;
}

/** For `useQuery`, `useSuspenseQuery`, `prefetchQuery`, `fetchQuery` and their like. */
export interface ReadOptions<Data> {
  readonly queryKey: DataKey<Data>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** Off: the client has tried again already, where that can help. */
  readonly retry: false;
  readonly staleTime: number;
}

/** The same for what expires: it is fetched anew shortly before it does, in a tab that is seen. */
export interface QuoteOptions<Data> extends Omit<ReadOptions<Data>, "staleTime"> {
  readonly staleTime: (query: QuerySeen<Data>) => number;
  readonly refetchInterval: (query: QuerySeen<Data>) => number | false;
  readonly refetchIntervalInBackground: false;
}

/** What a wait is handed: where it shows how far it is. */
export interface WaitContext extends FetchContext {
  readonly queryKey: readonly unknown[];
  readonly client?:
    | { setQueryData(queryKey: readonly unknown[], data: unknown): unknown }
    | undefined;
}

/** The same for a wait: `data` is the record as it was last seen, and the fetch is over when the record has come to its end. */
export interface WaitQueryOptions<Data> extends Omit<ReadOptions<Data>, "queryFn" | "staleTime"> {
  readonly queryFn: (context: WaitContext) => Promise<Data>;
  readonly staleTime: (query: QuerySeen<Data>) => number;
}

/** What an infinite query holds. */
export interface PagesSeen<OnePage, Cursor> {
  pages: OnePage[];
  pageParams: (Cursor | null)[];
}

/** What the fetch of a page is handed. */
export interface PageContext<Cursor> extends FetchContext {
  readonly pageParam: Cursor | null;
}

/** For `useInfiniteQuery` and its like. `data.pages` are the client's own pages: `items`, `cursor`, `total`. */
export interface ListingOptions<OnePage, Cursor extends PageCursor> {
  readonly queryKey: DataKey<PagesSeen<OnePage, Cursor>>;
  readonly queryFn: (context: PageContext<Cursor>) => Promise<OnePage>;
  /** Null: where the query itself begins. */
  readonly initialPageParam: Cursor | null;
  readonly getNextPageParam: (
    lastPage: OnePage,
    pages: OnePage[],
    lastPageParam: Cursor | null,
    pageParams: (Cursor | null)[],
  ) => Cursor | undefined;
  /** Off: the client has tried again already, where that can help. */
  readonly retry: false;
  readonly staleTime: number;
  /** Off: every page that was read would be read again. */
  readonly refetchOnWindowFocus: false;
}

/** For `useMutation` and its like. */
export interface WriteOptions<Data, Variables> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** Never: a write that is sent twice may happen twice. */
  readonly retry: false;
  /** Without a network it fails at once: a write must not wait in a queue and go out minutes later, by itself. */
  readonly networkMode: "always";
}
