/** The beginning of the keys of an operation. */
export type KeyFactory = (name?: string) => readonly string[];

/** The beginning of all keys, then that of one operation. */
export function createKeyFactory(scope: string | undefined): KeyFactory {
  const base = scope === undefined ? ["bursar"] : ["bursar", scope];
  return (name) => (name === undefined ? base : [...base, name]);
}

const address = /^0x[0-9a-f]{40}$/i;
/** Text of the caller's own: its case is part of what is asked for. */
const freeText = /^metadata/i;

/**
 * The input as it stands in a key: what is left out, undefined and empty is the same, and so are the spellings of an address. What JSON
 * cannot hold becomes text, so that the call itself can refuse it with all its problems.
 */
export function normalizeInput(input: unknown): unknown {
  if (typeof input === "string") return address.test(input) ? input.toLowerCase() : input;
  if (typeof input === "bigint") return `${input}n`;
  if (typeof input === "number" && !Number.isFinite(input)) return String(input);
  if (typeof input !== "object" || input === null) return input;
  if (Array.isArray(input)) return input.map(normalizeInput);
  if (input instanceof Date) return input.toJSON();
  const entries = Object.entries(input).map(
    ([name, value]) => [name, freeText.test(name) ? value : normalizeInput(value)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
