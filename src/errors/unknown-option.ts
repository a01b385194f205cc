import { quoteValue } from "../shared/hide-secrets.js";
import { findSimilar } from "../shared/option-names.js";
import { ConfigurationError } from "./data.js";

/**
 * Rejects unknown options: a misspelt one would have no effect. `known` has their names, mostly an
 * `OptionNames`. `for in` also finds the options of class instances and inherited ones, and reads
 * no value.
 */
export function assertKnownOptions(
  subject: string,
  options: unknown,
  known: Readonly<Record<string, unknown>> | readonly string[],
): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${subject}: expected an object with options`);
  const names: readonly string[] = Array.isArray(known) ? known : Object.keys(known);
  for (const name in options) {
    // An old library may have extended Object.prototype.
    if (names.includes(name) || name in {}) continue;
    throw createUnknownError(subject, "option", name, names);
  }
}

/** Suggests the name that is meant, or else lists `shown`. `kind` is a noun, such as `option`. */
export function createUnknownError(
  subject: string,
  kind: string,
  name: unknown,
  names: readonly string[],
  shown: readonly string[] = names,
): ConfigurationError {
  const similar = typeof name === "string" ? findSimilar(name, names) : undefined;
  return new ConfigurationError(`${subject}: unknown ${kind} ${quoteValue(name, 80)}`, {
    hint: similar ? `Did you mean ${similar}?` : `The ${kind}s are ${shown.join(", ")}.`,
  });
}
