/** A callback of `filter` or `map` gets an index in place of the options. */
export function ignoreIndex<Options>(options: Options | undefined): Options | undefined {
  return typeof options === "number" ? undefined : options;
}
