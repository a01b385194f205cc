/** The names of all options of a type: the compiler finds a missing and an extra one. */
export type OptionNames<Options> = Readonly<Record<keyof Options & string, true>>;

/** Finds the one name that has the most letters in common, in the same order: more than half. */
export function findSimilar(name: string, names: readonly string[]): string | undefined {
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
