import type { WriteOptions } from "./query-options.js";

/** `count` is how many arguments the method takes beside its options: one is the variables themselves, several are a tuple. */
export function createWriteOptions<Data, Variables>(
  mutationKey: readonly unknown[],
  count: number,
  send: (...args: unknown[]) => Promise<Data>,
): WriteOptions<Data, Variables> {
  return {
    mutationKey,
    // An async function: what a method throws at once is a failed mutation too.
    mutationFn: async (variables) =>
      count > 1 ? send(...(variables as readonly unknown[]).slice(0, count)) : send(variables),
    retry: false,
    networkMode: "always",
  };
}
