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
    const similar = findSimilar(name, names);
    throw new ConfigurationError(`${subject}: unknown option ${quoteValue(name)}`, {
      hint: similar ? `Did you mean ${similar}?` : `The options are ${names.join(", ")}.`,
    });
  }
}

/** Finds the name that starts like this one, or differs least and in at most half of its letters. */
function findSimilar(name: string, names: readonly string[]): string | undefined {
  const given = name.toLowerCase();
  const differences = names.map((known) =>
    known.toLowerCase().startsWith(given) ? 0 : countDifference(known.toLowerCase(), given),
  );
  const least = Math.min(...differences);
  return names.find(
    (known, i) => differences[i] === least && least * 2 <= Math.max(known.length, name.length),
  );
}

/** Counts the letters between the common start and the common end of two names. */
function countDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}
