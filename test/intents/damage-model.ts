import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import type { IntentEntry, Journal } from "../../src/intents/index.js";

import { createRandom } from "../support/random-runs.js";

type Random = (limit: number) => number;

/** What callers were promised: the last acknowledged entry of each intent, and all earlier ones. */
interface Acknowledged {
  readonly last: Map<string, IntentEntry>;
  readonly all: IntentEntry[];
}

interface Sample extends Acknowledged {
  readonly folder: string;
  /** In the order of their numbers. */
  readonly files: string[];
  readonly sealAt: number;
}

const states = ["begun", "signed", "check", "done", "failed"] as const;
const createEntry = (intent: string, revision: number, random: Random): IntentEntry => ({
  version: 1,
  intent,
  revision,
  state: revision === 1 ? "begun" : (states[random(5)] as IntentEntry["state"]),
  walletAddress: `0x${"1".repeat(40)}`,
  chainId: 137,
  userOperationHash: `0x${String(random(10)).repeat(64)}`,
});

const listFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^j(\.\d+)?$/.test(name))
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-damage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A journal of several processes, with lines that have lost a race, and lines that were cut. */
async function createSample(random: Random): Promise<Sample> {
  const folder = createFolder();
  const path = join(folder, "j");
  const sealAt = random(2) === 0 ? 2 ** 23 : 1_500 + random(4_000);
  const open = () => openFileJournal(path, sealAt);
  const journals = [open(), open(), open()];
  const last = new Map<string, IntentEntry>();
  const all: IntentEntry[] = [];
  const total = 1 + random(40);
  while (all.length < total) {
    const journal = journals[random(journals.length)] as Journal;
    const intent = `${"aé\u2028"[random(3)]}"\\${random(8)}`;
    const earlier = last.get(intent);
    const entry = createEntry(intent, (earlier?.revision ?? 0) + 1, random);
    const isStored = earlier
      ? await journal.update(entry, earlier.revision)
      : (await journal.begin(entry)) === undefined;
    expect(isStored).toBe(true);
    last.set(intent, entry);
    all.push(entry);
    if (random(10) === 0) {
      const live = join(folder, listFiles(folder).at(-1) as string);
      const text = readFileSync(live, "utf8");
      const line = text.slice(text.lastIndexOf("\n", text.length - 2) + 1);
      // All of the line but its end would be a second whole line, which no crash leaves.
      if (line) writeFileSync(live, text + line.slice(0, 1 + random(line.length - 2)));
    }
    if (random(6) === 0) journals[random(journals.length)] = open();
  }
  return { folder, last, all, files: listFiles(folder), sealAt };
}

/** A change of the bytes of a file, and where it starts. */
interface Change {
  readonly name: string;
  readonly bytes: Buffer | undefined;
  /** The first line that is changed, from 1. */
  readonly line: number;
  /** Only the end is missing. It looks as if the lines had never been written. */
  readonly isCut?: boolean;
}

const toLines = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
};
const splice = (lines: Buffer[], start: number, removed: number, ...added: Buffer[]): Buffer[] => [
  ...lines.slice(0, start),
  ...added,
  ...lines.slice(start + removed),
];

/** The number of the line in which two files differ first. */
function findLine(a: Buffer, b: Buffer): number {
  let offset = 0;
  while (offset < a.length && a[offset] === b[offset]) offset++;
  return toLines(a.subarray(0, offset + 1)).length;
}

/** Whether all complete lines are as before, and the last ones are missing. */
const hasLostEnd = (before: Buffer, after: Buffer): boolean => {
  const end = after.lastIndexOf("\n") + 1;
  return before.subarray(0, end).equals(after.subarray(0, end));
};

function fillBytes(bytes: Buffer, index: number, random: Random, value: number) {
  const start = Buffer.concat(toLines(bytes).slice(0, index)).length + random(100);
  const end = Math.min(bytes.length, start + 1 + random(600));
  const changed = Buffer.from(bytes);
  return { bytes: changed.fill(value, Math.min(start, end), end) };
}

/** Each kind of damage to one line. `other` is a file of another journal. */
export const damages: Record<
  string,
  (bytes: Buffer, index: number, random: Random, other: Buffer) => Omit<Change, "name" | "line">
> = {
  "a lost line": (bytes, index) => {
    const changed = Buffer.concat(splice(toLines(bytes), index, 1));
    return { bytes: changed, isCut: hasLostEnd(bytes, changed) };
  },
  "a repeated line": (bytes, index, random) => {
    const lines = toLines(bytes);
    const at = index + 1 + random(lines.length - index);
    return { bytes: Buffer.concat(splice(lines, at, 0, lines[index] as Buffer)) };
  },
  "two lines in another order": (bytes, index, random) => {
    const lines = toLines(bytes);
    const other = random(lines.length);
    const swapped = lines.map(
      (line, i) => (i === index ? lines[other] : i === other ? lines[index] : line) as Buffer,
    );
    return { bytes: Buffer.concat(swapped) };
  },
  "a flipped bit": (bytes, index, random) => {
    const lines = toLines(bytes);
    const start = Buffer.concat(lines.slice(0, index)).length;
    const offset = start + random((lines[index] as Buffer).length);
    const changed = Buffer.from(bytes);
    changed[offset] = (changed[offset] as number) ^ (1 << random(8));
    return { bytes: changed };
  },
  "a flipped bit of a line break": (bytes, index, random) => {
    const start = Buffer.concat(toLines(bytes).slice(0, index + 1)).length - 1;
    const changed = Buffer.from(bytes);
    changed[start] = (changed[start] as number) ^ (1 << random(8));
    return { bytes: changed };
  },
  "bytes that became zero": (bytes, index, random) => fillBytes(bytes, index, random, 0),
  "bytes that became spaces": (bytes, index, random) => fillBytes(bytes, index, random, 32),
  "bytes that are missing": (bytes, index, random) => {
    const start = Buffer.concat(toLines(bytes).slice(0, index)).length + random(100);
    const end = start + 1 + random(400);
    const changed = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    return { bytes: changed, isCut: hasLostEnd(bytes, changed) };
  },
  "bytes that were inserted": (bytes, index, random) => {
    const start = Buffer.concat(toLines(bytes).slice(0, index)).length + random(100);
    const more = [
      Buffer.from("\n"),
      Buffer.alloc(1 + random(600), ["\0", " ", "{", "x"][random(4)]),
    ][Math.min(random(5), 1)] as Buffer;
    return {
      bytes: Buffer.concat([bytes.subarray(0, start), more, bytes.subarray(start)]),
    };
  },
  "a foreign line": (bytes, index, random, other) => {
    const lines = toLines(bytes);
    const foreign = toLines(other);
    // A first line of another journal could be that of a process that has lost the first race.
    const line = [
      Buffer.from("# checked by hand\n"),
      Buffer.from('{"version":1}\n'),
      foreign[random(foreign.length)] as Buffer,
    ][random(index === 0 || foreign.length === 0 ? 2 : 3)] as Buffer;
    return { bytes: Buffer.concat(splice(lines, index, 0, line)) };
  },
  "an end that is missing": (bytes, index, random) => {
    const start = Buffer.concat(toLines(bytes).slice(0, index)).length;
    return { bytes: bytes.subarray(0, start + random(100)), isCut: true };
  },
  "a file that is missing": () => ({ bytes: undefined }),
  "a file of another journal": (_, _index, _random, other) => ({ bytes: other }),
};

const read = async (journal: Journal, intent: string): Promise<IntentEntry | undefined> =>
  journal.begin({ ...createEntry(intent, 1, () => 0) });

const readAll = (folder: string): string[] =>
  listFiles(folder).map((name) => readFileSync(join(folder, name), "latin1"));

/**
 * Asserts that the journal has the last acknowledged entry of each intent, or throws a
 * `JournalError` at each call and writes nothing. It knows what was acknowledged, and no form of a
 * line.
 */
async function judge(
  label: unknown[],
  journal: Journal,
  folder: string,
  { last, all }: Acknowledged,
  change: Change | undefined,
  isRunning: boolean,
): Promise<boolean> {
  const before = readAll(folder);
  let thrown = 0;
  for (const [intent, entry] of last) {
    let found: IntentEntry | undefined;
    try {
      found = await read(journal, intent);
    } catch (error) {
      thrown++;
      const { name, line } = error as { name: string; line?: number };
      expect([...label, name]).toEqual([...label, "JournalError"]);
      // A line that was cut is legal only together with the lines that follow it.
      const isNear =
        !change || !line || (line >= change.line - 1 && (isRunning || line <= change.line + 4));
      expect([...label, line, isNear]).toEqual([...label, line, true]);
      continue;
    }
    const allowed = change?.isCut && !isRunning ? [undefined, ...all] : [entry];
    if (!allowed.some((each) => JSON.stringify(each) === JSON.stringify(found)))
      expect([...label, intent, found]).toEqual([...label, intent, entry]);
    if (found === undefined) return false;
  }
  // A process that runs has the lines that it has read in memory, and not those of archives.
  if (!isRunning) expect([...label, thrown]).toEqual([...label, thrown === 0 ? 0 : last.size]);
  if (thrown > 0) expect(readAll(folder)).toEqual(before);
  return thrown > 0;
}

/**
 * Damages `total` journals or some more, and returns how many were noticed, per kind of damage:
 * each line of a journal if it is exhaustive, and otherwise one.
 */
export async function damageJournals(
  total: number,
  seed: number,
  isExhaustive = false,
): Promise<Map<string, [noticed: number, all: number]>> {
  const random = createRandom(seed);
  const counts = new Map<string, [number, number]>();
  const target = createFolder();
  let sample = await createSample(random);
  const kinds = Object.keys(damages).length;
  // A few journals may be too short for some kind of damage.
  for (let run = 0; run < total || counts.size < kinds; ) {
    const other = sample;
    sample = await createSample(random);
    const path = join(target, "j");
    const copy = (change?: Change, isOver = false) => {
      if (!isOver) rmSync(target, { recursive: true, force: true });
      mkdirSync(target, { recursive: true });
      for (const name of isOver ? [] : sample.files)
        copyFileSync(join(sample.folder, name), join(target, name));
      if (change?.bytes) writeFileSync(join(target, change.name), change.bytes);
      else if (change) rmSync(join(target, change.name));
    };
    copy();
    const intact = openFileJournal(path, sample.sealAt);
    expect(await judge([seed, run, "intact"], intact, target, sample, undefined, false)).toBe(
      false,
    );
    const all = sample.files.flatMap((name) =>
      toLines(readFileSync(join(sample.folder, name))).map((_, index) => [name, index] as const),
    );
    const some = all.length > 0 ? [all[random(all.length)] as (typeof all)[number]] : [];
    for (const [name, index] of isExhaustive ? all : some)
      for (const [kind, damage] of Object.entries(damages)) {
        const bytes = readFileSync(join(sample.folder, name));
        const otherName = other.files.includes(name) ? name : (other.files[0] as string);
        const changed = damage(bytes, index, random, readFileSync(join(other.folder, otherName)));
        if (changed.bytes && bytes.equals(changed.bytes)) continue;
        // A file that another one continues has more than an end.
        const isLive = name === sample.files.at(-1);
        const isOnly = sample.files.every(
          (file) => file === name || statSync(join(sample.folder, file)).size === 0,
        );
        // Nothing is left that does not match.
        if (kind === "a file of another journal" && (isOnly || isLive)) continue;
        const isAll = changed.bytes === undefined && sample.files.length === 1;
        const line = changed.bytes ? findLine(bytes, changed.bytes) : 1;
        const change = {
          ...changed,
          name,
          line,
          isCut: isAll || (changed.isCut === true && isLive),
        };
        const label = [seed, run, kind, name, index];
        const counted = counts.get(kind) ?? [0, 0];
        copy(change);
        const fresh = openFileJournal(path, sample.sealAt);
        if (await judge(label, fresh, target, sample, change, false)) counted[0]++;
        counted[1]++;
        counts.set(kind, counted);
        copy();
        const running = openFileJournal(path, sample.sealAt);
        const runs = [...label, "running"];
        await judge(runs, running, target, sample, undefined, false);
        copy(change, true);
        await judge(runs, running, target, sample, change, true);
        run++;
      }
  }
  return counts;
}
