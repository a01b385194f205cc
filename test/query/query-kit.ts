import {
  type MutationFunction,
  MutationObserver,
  QueryClient,
  type QueryFunction,
} from "@tanstack/query-core";
import { onTestFinished } from "vitest";

/** What any of the options hold, for tests that go over all operations. */
export interface AnyOptions {
  readonly queryKey: readonly unknown[];
  readonly queryFn: QueryFunction;
  readonly mutationKey?: readonly unknown[];
  readonly mutationFn?: MutationFunction<unknown, unknown>;
  readonly initialPageParam?: unknown;
  readonly getNextPageParam?: (
    page: unknown,
    pages: unknown[],
    param: unknown,
    params: unknown[],
  ) => unknown;
  readonly retry?: unknown;
  readonly staleTime?: unknown;
  readonly refetchInterval?: unknown;
}

type Factory = (...input: readonly unknown[]) => AnyOptions;

/** The factory at a name's place in the tree. */
export function at(tree: object, name: string): Factory {
  const found = name
    .split(/\./)
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], tree);
  if (typeof found !== "function") throw new RangeError(`no options for ${name}`);
  return found as Factory;
}

/** A mounted QueryClient that a test leaves nothing of. */
export function openQueryClient(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.mount();
  onTestFinished(() => {
    queryClient.clear();
    queryClient.unmount();
  });
  return queryClient;
}

/** Runs a mutation as a component would. */
export function mutate<Data, Variables>(
  queryClient: QueryClient,
  options: { readonly mutationFn: (variables: Variables) => Promise<Data> },
  variables: Variables,
): Promise<Data> {
  return new MutationObserver<Data, Error, Variables>(queryClient, options).mutate(variables);
}
