import type { Block } from "../../docs/markdown.js";
import { runnableInPage } from "../../docs/page-blocks.js";
import { chooseSeed, createRandom, isSoak } from "../../support/random-runs.js";

/** What a browser loads or provides for a program: the modules that it imports, and some APIs. */
const needsOf = ({ code }: Block): readonly string[] => [
  ...Array.from(code.matchAll(/\bfrom "([^"]+)"/g), ([, name = ""]) => name),
  ...(code.match(/\b(?:AbortController|Blob|Request|TextDecoder|crypto|fetch)\b/g) ?? []),
];

function shuffle<T>(items: readonly T[]): T[] {
  const random = createRandom(chooseSeed());
  const left = [...items];
  return items.map(() => left.splice(random(left.length), 1)[0] as T);
}

/**
 * The programs to run in a browser: all in `npm run soak`. In the gate, programs that the seed
 * chooses, which together import each module and use each of those APIs, and others up to `count`.
 */
export function samplePrograms(count: number): readonly Block[] {
  if (isSoak) return runnableInPage;
  const met = new Set<string>();
  const others: Block[] = [];
  const sample: Block[] = [];
  for (const block of shuffle(runnableInPage)) {
    if (needsOf(block).some((need) => !met.has(need))) sample.push(block);
    else others.push(block);
    for (const need of needsOf(block)) met.add(need);
  }
  return [...sample, ...others.slice(0, Math.max(0, count - sample.length))];
}
