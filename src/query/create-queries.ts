import type { Client } from "../client.js";
import type { EndpointName } from "../contract/endpoints.js";
import type { Call } from "../http/call.js";
import type { Pages } from "../http/features/pages.js";
import type { CallOptions } from "../http/options.js";
import { type CompositeQueries, createCompositeQueries } from "./composite-queries.js";
import { endpointFacts } from "./endpoint-facts.js";
import { createListingOptions } from "./listing-options.js";
import { createKeyFactory, type KeyFactory, normalizeInput } from "./query-key.js";
import type { DataKey } from "./query-options.js";
import type { QueryTree } from "./query-tree.js";
import { quoteRefetchInterval, quoteStaleTime } from "./quote-refresh.js";
import { createWriteOptions } from "./write-options.js";

/** What has options here: the operations of the service, and the client's methods that are made of several. */
export type QueryName = EndpointName | keyof CompositeQueries;

/** How queries are made. */
export interface QueriesOptions {
  /** Keeps the data of two clients apart that share one `QueryClient`: the name of a project, or of who is signed in. */
  scope?: string | undefined;
}

/** Options for TanStack Query: the client's tree, and the keys to invalidate. */
export interface Queries extends QueryTree {
  /**
   * The beginning of the keys of one operation, or of all, for `invalidateQueries`, `removeQueries` and `useIsFetching`.
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

/** Facts of one endpoint, as far as they decide what options it has. */
export interface EndpointFacts {
  readonly effect: "read" | "quote" | "write";
  /** What the method takes, in order: names of path parameters, then `query` or `body`, then `headers`. */
  readonly inputs: readonly string[];
  readonly listing?: true;
}

/** How long what was read counts as fresh: long enough for all components of a page to share it. */
const readStaleTime = 10_000;
/** The same for listings that are nobody's own: the tokens, the pools. */
const catalogueStaleTime = 300_000;

/**
 * Options of TanStack Query v5 for every call of a client: for `useQuery` what reads and quotes, for `useInfiniteQuery` what lists, for
 * `useMutation` what changes something. They fit React, Vue, Svelte and Solid, and a bare `QueryClient`.
 *
 * Nothing is sent twice: the client tries reads again by itself, so TanStack's `retry` is off, and writes never repeat. Quotes are fetched
 * anew shortly before they expire, in a tab that is seen, and not after a failure that cannot get better.
 *
 * @example
 * ```ts
 * import { createQueries } from "bursar/query";
 *
 * const queries = createQueries(client);
 * const portfolio = queries.wallets.portfolio(walletAddress, { includeTokens: true }); // useQuery(portfolio)
 * const history = queries.wallets.history(walletAddress); // useInfiniteQuery(history)
 * const register = queries.wallets.register(); // useMutation(register)
 * console.log(portfolio.queryKey, history.queryKey, register.mutationKey);
 * ```
 */
export function createQueries(client: Client, options: QueriesOptions = {}): Queries {
  const keyOf = createKeyFactory(options.scope);
  const tree: Tree = {};
  for (const [name, facts] of Object.entries<EndpointFacts>(endpointFacts))
    setAtPath(tree, name, createFactory(client, name as EndpointName, facts, keyOf));
  for (const [name, make] of Object.entries(createCompositeQueries(client, keyOf)))
    setAtPath(tree, name, make);
  return Object.assign(tree, { keys: keyOf }) as unknown as Queries;
}

interface Tree {
  [name: string]: Tree | Factory;
}
type Factory = (...input: never[]) => unknown;
type Method = (...args: unknown[]) => unknown;

function setAtPath(tree: Tree, name: string, made: Factory): void {
  const path = name.split(".");
  const last = path.pop() as string;
  let node = tree;
  for (const part of path) {
    node[part] ??= {};
    node = node[part] as Tree;
  }
  node[last] = made;
}

/** The client's method of that name, looked up when it is called. */
function findMethod(client: Client, name: string): Method {
  const path = name.split(".");
  const last = path.pop() as string;
  const resource = path.reduce<unknown>((node, part) => (node as Tree)[part], client) as Record<
    string,
    Method
  >;
  return (...args) => (resource[last] as Method)(...args);
}

function createFactory(
  client: Client,
  name: EndpointName,
  facts: EndpointFacts,
  keyOf: KeyFactory,
): Factory {
  const call = findMethod(client, name);
  const { inputs, effect, listing } = facts;
  // Input of headers goes among the method's options.
  const count = inputs.filter((input) => input !== "headers").length;
  const callWith = (input: readonly unknown[], callOptions: CallOptions) => {
    const args = Array.from({ length: count }, (_, i) => input[i]);
    return call(...args, { ...(input[count] as object | undefined), ...callOptions });
  };

  if (effect === "write") {
    return (callOptions?: CallOptions) =>
      createWriteOptions(
        keyOf(name),
        count,
        (...input) => callWith(input, { ...callOptions }) as Call<unknown>,
      );
  }
  return (...given: unknown[]) => {
    const input = given.slice(0, inputs.length);
    const queryKey = [
      ...keyOf(name),
      normalizeInput(toNamedInput(inputs, input)),
    ] as readonly unknown[] as DataKey<unknown>;
    if (listing) {
      const at = inputs.indexOf("query");
      const firstPage = (query: unknown, signal: AbortSignal) =>
        (callWith([...input.slice(0, at), query], { signal }) as Pages<unknown>).firstPage();
      const staleTime = inputs.length === 1 ? catalogueStaleTime : readStaleTime;
      return createListingOptions({
        name,
        queryKey,
        query: input[at] as never,
        staleTime,
        firstPage,
      });
    }
    const queryFn = async ({ signal }: { signal: AbortSignal }) =>
      callWith(input, { signal }) as Call<unknown>;
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

/** The input as the contract names its parts: `{ params, query, body, headers }`. Parts that say nothing are left out. */
function toNamedInput(
  inputs: readonly string[],
  values: readonly unknown[],
): Record<string, unknown> {
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
  return (
    part === undefined ||
    part === null ||
    (typeof part === "object" && Object.values(part).every((value) => value === undefined))
  );
}
