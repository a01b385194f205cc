import type { WriteOptions } from "./query-options.js";

export function createWriteOptions<Data, Variables>(
  mutationKey: readonly unknown[],
  send: (variables: Variables) => Promise<Data>,
): WriteOptions<Data, Variables> {
  return {
    mutationKey,
    // Async, so that an error that a method throws synchronously rejects the mutation too.
    mutationFn: async (variables) => send(variables),
    retry: false,
    networkMode: "always",
  };
}
