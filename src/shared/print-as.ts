/** Node, Bun and Deno call this method of an object to print it. */
const printMethod = Symbol.for("nodejs.util.inspect.custom");

/** Makes `console.log` print a summary instead of functions and private fields. */
export function printAs<T extends object>(value: T, summarize: () => unknown): T {
  return Object.defineProperty(value, printMethod, { value: summarize });
}
