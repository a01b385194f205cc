import { isDate } from "../shared/guards.js";
import type { DataKey } from "./query-options.js";

/** Creates the key prefix of one operation, or of all operations. */
export type KeyFactory = (name?: string) => readonly string[];

export function createKeyFactory(scope: string | undefined): KeyFactory {
  const base = scope === undefined ? ["bursar"] : ["bursar", scope];
  return (name) => (name === undefined ? base : [...base, name]);
}

/** Appends the input to the prefix of an operation. */
export function createDataKey<Data>(prefix: readonly string[], input: unknown): DataKey<Data> {
  return [...prefix, normalizeInput(input)] as readonly unknown[] as DataKey<Data>;
}

const address = /^0x[0-9a-f]{40}$/i;
/** Fields with free text of the caller, which is case-sensitive. */
const freeText = /^metadata/i;

/**
 * Makes equal inputs equal keys: removes undefined fields and the case of addresses. Values that
 * JSON cannot represent become text, so that the call itself can reject them with all its issues.
 */
function normalizeInput(input: unknown): unknown {
  if (typeof input === "string") return address.test(input) ? input.toLowerCase() : input;
  if (typeof input === "bigint") return `${input}n`;
  if (typeof input === "number" && !Number.isFinite(input)) return String(input);
  if (typeof input !== "object" || input === null) return input;
  if (Array.isArray(input)) return input.map(normalizeInput);
  if (isDate(input)) return input.toJSON();
  const entries = Object.entries(input).map(
    ([name, value]) => [name, freeText.test(name) ? value : normalizeInput(value)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
