import type { EndpointName } from "../contract/endpoints.js";
import type { WriteOptions } from "./query-options.js";

export function createWriteOptions<Data, Variables, Name extends EndpointName>(
  mutationKey: readonly unknown[],
  send: (variables: Variables) => Promise<Data>,
): WriteOptions<Data, Variables, Name> {
  return {
    mutationKey,
    // Async, so that an error that a method throws synchronously rejects the mutation too.
    mutationFn: async (variables) => send(variables),
    retry: false,
    networkMode: "always",
  };
}
