import { expect } from "vitest";
import { verifyReceipts } from "../../src/receipts/index.js";
import { createRandom } from "../support/random-runs.js";
import { collect, createDecider, editLines, isChain } from "./receipt-kit.js";

/** Decides at random, and checks the receipts. Then edits their lines at random. */
export async function tryReceipts(decisions: number, edits: number, seed: number) {
  const random = createRandom(seed);
  const { lines, list, receipts } = collect();
  const decide = createDecider(random, receipts);
  const expected: string[] = [];
  for (let i = 0; i < decisions; i++) expected.push(await decide());
  expect(list.map((each) => each.kind === "decision" && each.decision)).toEqual(expected);
  expect(isChain(lines)).toBe(true);
  const report = verifyReceipts(`${lines.join("\n")}\n`);
  expect(report).toMatchObject({ ok: true, count: decisions, problems: [] });
  const { last, count } = report;
  const kinds = new Map<string, number>();
  // Each verification reads all lines.
  const some = lines.slice(0, 50);
  const anchor = { last: verifyReceipts(some.join("\n")).last, count: some.length };
  for (let i = 0; i < edits; i++) {
    const { kind, lines: edited, named } = editLines(some, random);
    const found = verifyReceipts(edited.join("\n"), anchor);
    const at = found.problems.map(({ line }) => line);
    expect([...new Set(at)], `seed ${seed}, edit ${i}: ${kind}`).toEqual(named);
    expect(found.ok).toBe(named.length === 0);
    expect(found.ok || !isChain(edited) || edited.length < some.length).toBe(true);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { counts: countEach(expected), kinds: [...kinds.keys()].sort(), last, count };
}

const countEach = (words: readonly string[]) =>
  Object.fromEntries(
    [...new Set(words)].sort().map((word) => [word, words.filter((each) => each === word).length]),
  );
