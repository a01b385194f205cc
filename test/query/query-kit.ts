import {
  type MutationFunction,
  MutationObserver,
  QueryClient,
  type QueryFunction,
} from "@tanstack/query-core";
import { onTestFinished } from "vitest";

/** The fields of all kinds of options, for tests over all operations. */
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

/** The factory with this name in the tree. */
export function findFactory(tree: object, name: string): Factory {
  const found = name
    .split(/\./)
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], tree);
  if (typeof found !== "function") throw new RangeError(`no options for ${name}`);
  return found as Factory;
}

/** A mounted QueryClient. It is cleared and unmounted after the test. */
export function openQueryClient(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.mount();
  onTestFinished(() => {
    queryClient.clear();
    queryClient.unmount();
  });
  return queryClient;
}

/** Runs a mutation like a component does. */
export function mutate<Data, Variables>(
  queryClient: QueryClient,
  options: { readonly mutationFn: (variables: Variables) => Promise<Data> },
  variables: Variables,
): Promise<Data> {
  return new MutationObserver<Data, Error, Variables>(queryClient, options).mutate(variables);
}
