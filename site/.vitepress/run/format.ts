const maxWidth = 72;
const identifier = /^[A-Za-z_$][\w$]*$/;

/** Values as a line of the output, much as `console.log` of Node writes them. */
export const formatValues = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === "string" ? value : formatValue(value))).join(" ");

function formatValue(value: unknown, above: readonly unknown[] = []): string {
  if (typeof value === "string") return value.includes("'") ? `"${value}"` : `'${value}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function: ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return formatError(value);
  if (value instanceof Date) return value.toJSON() ?? "Invalid Date";
  if (above.includes(value)) return "[Circular]";
  const path = [...above, value];
  if (value instanceof Map || value instanceof Set)
    return `${value.constructor.name}(${value.size}) ${formatValue([...value], path)}`;
  if (value instanceof Uint8Array) return `Uint8Array(${value.length}) ${formatValue([...value])}`;
  if (Array.isArray(value))
    return wrap(
      "[]",
      value.map((each) => formatValue(each, path)),
    );
  const fields = Object.entries(value).map(([name, each]) => {
    const key = identifier.test(name) ? name : `'${name}'`;
    return `${key}: ${formatValue(each, path)}`;
  });
  return wrap("{}", fields);
}

/** On one line if it is short. */
function wrap([open, close]: string, parts: readonly string[]): string {
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open} ${parts.join(", ")} ${close}`;
  if (line.length <= maxWidth && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `  ${part.replaceAll("\n", "\n  ")}`).join(",\n")}\n${close}`;
}

/** The name and message of an error, and the hint of one of Bursar. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return formatValues([error]);
  const { hint } = error as { hint?: unknown };
  const title = `${error.name}: ${error.message}`;
  return typeof hint === "string" && hint !== "" ? `${title}\nHint: ${hint}` : title;
}
