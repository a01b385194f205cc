import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import type { IntentEntry } from "../../src/intents/index.js";
import { chooseSeed, createRandom } from "../support/random-runs.js";
import { toList } from "./intent-kit.js";

const fs = process.getBuiltinModule("node:fs");
const steps = [
  "existsSync",
  "openSync",
  "fstatSync",
  "readSync",
  "statSync",
  "renameSync",
] as const;

/**
 * Lets five processes change a journal. At each call of the file system, others run, also those
 * that are about to write a line. Returns what was acknowledged, and how many lines were written.
 */
async function interleave(path: string, sealAt: number, random: (limit: number) => number) {
  const processes = Array.from({ length: 5 }, () => openFileJournal(path, sealAt));
  const idle = [...processes];
  const changes: Promise<IntentEntry | undefined>[] = [];
  /** Each writes the line of a process that waits. */
  const writers: (() => void)[] = [];
  /** The last revision of each intent in the lines, although that line may have lost a race. */
  const revisions = new Map([
    ["a", 0],
    ["b", 0],
  ]);
  let lines = 0;

  function change(): void {
    const [journal] = idle.splice(random(idle.length), 1);
    if (!journal) return;
    const intent = "ab"[random(2)] as string;
    const from = Math.max(0, Number(revisions.get(intent)) - Number(random(4) === 0));
    const entry: IntentEntry = {
      version: 1,
      intent,
      revision: from + 1,
      state: "signed",
      walletAddress: "0x1",
      chainId: 137,
      userOperationHash: `0x${changes.length}`,
    };
    const result =
      from > 0 ? journal.update(entry, from) : journal.begin(entry).then((earlier) => !earlier);
    changes.push(result.then((isStored) => (isStored ? entry : undefined)));
    idle.push(journal);
  }
  function runOthers(): void {
    while (changes.length < 40 && random(3) > 0)
      if (random(2) === 0) change();
      else writers[random(writers.length)]?.();
  }

  const spies: { mockRestore(): void }[] = steps.map((name) => {
    const original = fs[name] as (...args: unknown[]) => unknown;
    const run = (...args: unknown[]) => {
      if (random(8) === 0) runOthers();
      return original(...args);
    };
    return vi.spyOn(fs, name).mockImplementation(run as never);
  });
  const { writeSync } = fs;
  const write = (file: number, text: string): number => {
    const { entry } = JSON.parse(text.trim()) as { entry?: IntentEntry };
    const writer = () => {
      writers.splice(writers.indexOf(writer), 1);
      writeSync(file, text);
      if (!entry) return;
      lines++;
      revisions.set(entry.intent, entry.revision);
    };
    writers.push(writer);
    runOthers();
    if (writers.includes(writer)) writer();
    return text.length;
  };
  spies.push(vi.spyOn(fs, "writeSync").mockImplementation(write as never));
  while (changes.length < 40) change();
  for (const spy of spies) spy.mockRestore();
  const acknowledged = (await Promise.all(changes)).filter((entry) => entry !== undefined);
  return { processes, acknowledged, lines };
}

test("stores each revision once, however the steps of several processes interleave", async () => {
  // Other tests have what a crash leaves.
  const flush = vi.spyOn(fs, "fsyncSync").mockReturnValue();
  onTestFinished(() => flush.mockRestore());
  const seed = chooseSeed();
  const random = createRandom(seed);
  let lost = 0;
  for (let run = 0; run < 25; run++) {
    const folder = mkdtempSync(join(tmpdir(), "bursar-journal-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "j");
    const sealAt = [700, 2_000, 2 ** 23][random(3)] as number;
    const { processes, acknowledged, lines } = await interleave(path, sealAt, random);
    const last = ["a", "b"].flatMap((intent) => {
      const entries = acknowledged.filter((each) => each.intent === intent);
      entries.sort((one, other) => one.revision - other.revision);
      const revisions = entries.map(({ revision }) => revision);
      expect([seed, run, revisions]).toEqual([seed, run, revisions.map((_, i) => i + 1)]);
      return entries.slice(-1);
    });
    for (const journal of [...processes, openFileJournal(path, sealAt)]) {
      const stored = (await toList(journal.list())).sort((x, y) => (x.intent < y.intent ? -1 : 1));
      expect([seed, run, stored]).toEqual([seed, run, last]);
    }
    lost += lines - acknowledged.length;
  }
  expect(lost).toBeGreaterThan(25);
  expect(flush).toHaveBeenCalled();
});
