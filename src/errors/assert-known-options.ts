import { ConfigurationError } from "./data.js";
import { quoteValue } from "./hide-secrets.js";

/**
 * Rejects unknown options: a misspelt one would have no effect. `for in` also finds the options of
 * class instances and inherited ones, and reads no value.
 */
export function assertKnownOptions(
  subject: string,
  options: unknown,
  names: readonly string[],
): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${subject}: expected an object with options`);
  for (const name in options) {
    // An old library may have extended Object.prototype.
    if (names.includes(name) || name in {}) continue;
    throw createUnknownError(subject, "option", name, names);
  }
}

/** Suggests the name that is meant, or else lists `shown`. */
export function createUnknownError(
  subject: string,
  kind: "option" | "code",
  name: string,
  names: readonly string[],
  shown: readonly string[] = names,
): ConfigurationError {
  const similar = findSimilar(name, names);
  return new ConfigurationError(`${subject}: unknown ${kind} ${quoteValue(name, 80)}`, {
    hint: similar ? `Did you mean ${similar}?` : `The ${kind}s are ${shown.join(", ")}.`,
  });
}

/** Finds the one name that has the most letters in common, in the same order: more than half. */
function findSimilar(name: string, names: readonly string[]): string | undefined {
  const scores = names.map((known) => compare(known.toLowerCase(), name.toLowerCase()));
  const best = Math.max(...scores);
  const [similar, another] = names.filter((_, i) => scores[i] === best);
  return best <= 0.5 || another ? undefined : similar;
}

/** The share of letters that two names have in the same order, from 0 to 1. 2 for equal names. */
function compare(known: string, name: string): number {
  if (known === name) return 2;
  if (known.startsWith(name)) return 1;
  let from = 0;
  let common = 0;
  for (const letter of name) {
    const at = known.indexOf(letter, from);
    if (at < 0) continue;
    from = at + 1;
    common++;
  }
  return common / Math.max(known.length, name.length);
}
