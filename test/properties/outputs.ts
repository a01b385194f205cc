import { inspect } from "node:util";

/** Prints a value in every way that logs do: text, stack, JSON and inspection, with its causes. */
export function printAll(value: unknown): string {
  const looks = [
    inspect(value, {
      depth: 12,
      showHidden: true,
      maxStringLength: null,
      maxArrayLength: null,
      getters: true,
    }),
    String(value),
  ];
  for (let error = value; error instanceof Error; error = error.cause)
    looks.push(error.message, error.stack ?? "", inspect(error.cause));
  looks.push(JSON.stringify(value) ?? "");
  return looks.join("\n");
}
