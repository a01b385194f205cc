/** A value as a line of the output. */
export function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return formatError(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each), 2);
  } catch {
    return String(value);
  }
}

/** The name and message of an error, and the hint of one of Bursar. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return formatValue(error);
  const { hint } = error as { hint?: unknown };
  const title = `${error.name}: ${error.message}`;
  return typeof hint === "string" && hint !== "" ? `${title}\nHint: ${hint}` : title;
}
