import type { Client } from "../client.js";
import { type EndpointName, endpoints } from "../contract/endpoints.js";
import { findMethod, listInputs } from "../contract/routing/method-inputs.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { CallOptions } from "../http/config/options.js";
import type { Pages } from "../http/features/pages.js";
import { type CompositeQueries, createCompositeQueries } from "./composite-queries.js";
import { createListingOptions, type ListingSource } from "./listing-options.js";
import { createDataKey, createKeyFactory, type KeyFactory } from "./query-key.js";
import type { QueryTree } from "./query-tree.js";
import { quoteRefetchInterval, quoteStaleTime } from "./quote-refresh.js";
import { createWriteOptions } from "./write-options.js";

/** Everything with options: the service's operations, and methods that combine several of them. */
export type QueryName = EndpointName | keyof CompositeQueries;

/** Options of {@link createQueries}. */
export interface QueriesOptions {
  /** Separates the data of two clients that share one `QueryClient`, such as a user's id. */
  scope?: string | undefined;
}

/** Options for TanStack Query: the client's tree, and the keys to invalidate. */
export interface Queries extends QueryTree {
  /**
   * The key prefix of one operation, or of all operations, for `invalidateQueries`, `removeQueries`
   * and `useIsFetching`.
   *
   * @example
   * ```ts
   * import { createQueries } from "bursar/query";
   *
   * const queries = createQueries(client, { scope: "ana" });
   * console.log(queries.keys("wallets.portfolio")); // ["bursar", "ana", "wallets.portfolio"]
   * ```
   */
  keys(name?: QueryName): readonly string[];
}

/** Long enough for all components of a page to share one response. */
const readStaleTime = 10_000;
/** For listings that are the same for all users: tokens and pools. */
const catalogueStaleTime = 300_000;

/**
 * Options of TanStack Query v5 for every method of a client: `useQuery` for reads and quotes,
 * `useInfiniteQuery` for listings, `useMutation` for writes. They work with React, Vue, Svelte,
 * Solid, and a `QueryClient` alone.
 *
 * TanStack's `retry` is off, because the client retries reads itself. Writes are never retried. A
 * quote is fetched again shortly before it expires, if the tab is visible and the last failure was
 * not permanent.
 *
 * @example
 * ```ts
 * import { createQueries } from "bursar/query";
 *
 * const queries = createQueries(client);
 * const portfolio = queries.wallets.portfolio(walletAddress, { includeTokens: true }); // useQuery
 * const history = queries.wallets.history(walletAddress); // useInfiniteQuery
 * const register = queries.wallets.register(); // useMutation
 * console.log(portfolio.queryKey, history.queryKey, register.mutationKey);
 * ```
 */
export function createQueries(client: Client, options: QueriesOptions = {}): Queries {
  const createKey = createKeyFactory(options.scope);
  const tree: Tree = { keys: createKey };
  for (const endpoint of endpoints as readonly Endpoint[])
    setAtPath(tree, endpoint.name, createFactory(client, endpoint, createKey));
  for (const [name, factory] of Object.entries(createCompositeQueries(client, createKey)))
    setAtPath(tree, name, factory);
  // Built from data at run time. `QueryTree` derives the same tree from the types.
  return tree as unknown as Queries;
}

interface Tree {
  [name: string]: Tree | Factory;
}
type Factory = (...input: never[]) => unknown;

function setAtPath(tree: Tree, name: string, factory: Factory): void {
  const path = name.split(".");
  const last = path.pop() as string;
  let node = tree;
  for (const part of path) {
    node[part] ??= {};
    node = node[part] as Tree;
  }
  node[last] = factory;
}

function createFactory(client: Client, endpoint: Endpoint, createKey: KeyFactory): Factory {
  const { name, effect, paging } = endpoint;
  const method = findMethod(client, name);
  const inputs = listInputs(endpoint);
  // The method takes the input of headers among its options.
  const count = inputs.filter((input) => input !== "headers").length;
  const callMethod = (input: readonly unknown[], callOptions: CallOptions) => {
    const args = Array.from({ length: count }, (_, i) => input[i]);
    return method(...args, { ...(input[count] as object | undefined), ...callOptions });
  };

  if (effect === "write") {
    return (callOptions?: CallOptions) =>
      createWriteOptions(createKey(name), async (variables: unknown) => {
        const input = count > 1 ? (variables as unknown[]).slice(0, count) : [variables];
        return callMethod(input, { ...callOptions });
      });
  }
  return (...given: unknown[]) => {
    const input = given.slice(0, inputs.length);
    const queryKey = createDataKey<never>(createKey(name), toNamedInput(inputs, input));
    if (paging) {
      const at = inputs.indexOf("query");
      const query = input[at] as ListingSource["query"];
      const firstPage: ListingSource["firstPage"] = (pageQuery, signal) =>
        (callMethod([...input.slice(0, at), pageQuery], { signal }) as Pages<unknown>).firstPage();
      const staleTime = inputs.length === 1 ? catalogueStaleTime : readStaleTime;
      return createListingOptions({ name, queryKey, query, staleTime, firstPage });
    }
    const queryFn = async ({ signal }: { signal: AbortSignal }) => callMethod(input, { signal });
    const shared = { queryKey, queryFn, retry: false };
    if (effect === "read") return { ...shared, staleTime: readStaleTime };
    return {
      ...shared,
      staleTime: quoteStaleTime,
      refetchInterval: quoteRefetchInterval,
      refetchIntervalInBackground: false,
    };
  };
}

/** The input as `{ params, query, body, headers }`. Empty parts are omitted. */
function toNamedInput(inputs: readonly string[], values: readonly unknown[]): object {
  const params: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  for (const [i, input] of inputs.entries()) {
    const part = ["query", "body", "headers"].includes(input) ? parts : params;
    part[input] = values[i];
  }
  const filled = Object.entries({ params, ...parts }).filter(([, part]) => !isEmpty(part));
  return Object.fromEntries(filled);
}

function isEmpty(part: unknown): boolean {
  if (typeof part !== "object") return part === undefined;
  return Object.values(part ?? {}).every((value) => value === undefined);
}
