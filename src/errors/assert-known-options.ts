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

function findSimilar(name: string, names: readonly string[]): string | undefined {
  const text = name.toLowerCase();
  // Few edits first. In a short name, two edits would match almost everything.
  for (let edits = 0; edits <= 2 && 2 * edits < text.length; edits++) {
    const found = names.find((known) => isWithin(edits, known.toLowerCase(), text));
    if (found) return found;
  }
  return names.find((known) => known.toLowerCase().startsWith(text.slice(0, 4)));
}

/** Whether `edits` insertions, deletions or replacements of characters are enough. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (edits === 0) return false;
  let start = 0;
  while (a[start] === b[start]) start++;
  const [from, to] = [a.slice(start), b.slice(start)];
  const [nextFrom, nextTo] = [from.slice(1), to.slice(1)];
  const pairs = [
    [nextFrom, nextTo],
    [nextFrom, to],
    [from, nextTo],
  ] as const;
  return pairs.some(([left, right]) => isWithin(edits - 1, left, right));
}
