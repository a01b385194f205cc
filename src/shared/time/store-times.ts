/** The times of the replay stores of this package, in milliseconds. Those of others are unknown. */
export const storeTimes = new WeakMap<object, { readonly lease: number; readonly keep: number }>();
