import type * as NodeFs from "node:fs";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import type { IntentEntry, Journal } from "../../src/intents/index.js";
import { createRandom } from "../support/random-runs.js";
import { createEntry, createFolder } from "./journal-damage.js";
import { pick, type Random } from "./paid-once-cases.js";

/** The bytes of a file. What was not flushed may be lost. */
interface Inode {
  written: string;
  flushed: string;
}

const fs: typeof NodeFs = process.getBuiltinModule("node:fs");

/** Records the calls of the file system. `onCall` is called after each. */
function recordDisk(onCall: (disk: Disk) => void) {
  const disk = new Disk();
  const files = new Map<number, Inode | "folder">();
  let isNested = false;
  const hook = (
    name: "openSync" | "writeSync" | "writeFileSync" | "fsyncSync" | "renameSync",
    note: (...resultAndArgs: never[]) => void,
  ) => {
    const original = fs[name] as (...args: unknown[]) => unknown;
    const call = (...args: unknown[]) => {
      // Some versions of Node call one of them in another.
      if (isNested) return original(...args);
      isNested = true;
      try {
        const result = original(...args);
        note(...([result, ...args] as never[]));
        onCall(disk);
        return result;
      } finally {
        isNested = false;
      }
    };
    const spy = vi.spyOn(fs, name).mockImplementation(call as never);
    onTestFinished(() => spy.mockRestore());
    return spy;
  };
  const append = (_: unknown, file: number, text: string) => {
    (files.get(file) as Inode).written += text;
  };
  const spies = [
    hook("openSync", (file: number, path: string) => {
      files.set(file, path.endsWith("/") ? "folder" : disk.open(basename(path)));
    }),
    hook("writeSync", append),
    hook("writeFileSync", append),
    hook("fsyncSync", (_: unknown, file: number) => disk.flush(files.get(file))),
    hook("renameSync", (_: unknown, from: string, to: string) =>
      disk.rename(basename(from), basename(to)),
    ),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

/** A disk that keeps what was flushed, and some of the rest. */
class Disk {
  #names = new Map<string, Inode>();
  #flushedNames = new Map<string, Inode>();

  open(name: string): Inode {
    const inode = this.#names.get(name) ?? { written: "", flushed: "" };
    this.#names.set(name, inode);
    return inode;
  }

  flush(file: Inode | "folder" | undefined): void {
    if (file === "folder") this.#flushedNames = new Map(this.#names);
    else if (file) file.flushed = file.written;
  }

  rename(from: string, to: string): void {
    this.#names.set(to, this.#names.get(from) as Inode);
    this.#names.delete(from);
  }

  /** What may be left after the power has failed. */
  crash(random: Random): Map<string, string> {
    const names = pick(random, [this.#names, this.#flushedNames]);
    const keep = ({ written, flushed }: Inode): string => {
      const rest = written.length - flushed.length;
      return written.slice(0, flushed.length + pick(random, [0, random(rest + 1), rest]));
    };
    return new Map([...names].map(([name, inode]) => [name, keep(inode)]));
  }
}

/**
 * Lets the power fail at each call of the file system, and asserts that the journal has what was
 * acknowledged before, and can be written again. Returns how often the power has failed.
 */
export async function crashDisks(rounds: number, calls: number, seed: number): Promise<number> {
  const random = createRandom(seed);
  let crashes = 0;
  for (let round = 0; round < rounds; round++) {
    const folder = createFolder();
    const path = join(folder, "j");
    const sealAt = 800 + random(1_500);
    const states: {
      files: Map<string, string>;
      last: Map<string, IntentEntry>;
      next: IntentEntry;
    }[] = [];
    const last = new Map<string, IntentEntry>();
    let next: IntentEntry | undefined;
    const seen = new Set<string>();
    const stop = recordDisk((disk) => {
      for (let i = 0; i < 3; i++) {
        const files = disk.crash(random);
        const key = JSON.stringify([...files, last.size, next]);
        if (!seen.has(key)) states.push({ files, last: new Map(last), next: next as IntentEntry });
        seen.add(key);
      }
    });
    const journals = [openFileJournal(path, sealAt), openFileJournal(path, sealAt)];
    for (let call = 0; call < calls; call++) {
      const intent = `order ${random(3)}`;
      const revision = last.get(intent)?.revision ?? 0;
      const entry = JSON.parse(JSON.stringify(createEntry(intent, revision + 1, random)));
      next = entry as IntentEntry;
      const journal = pick(random, journals);
      if (revision > 0) expect(await journal.update(entry, revision)).toBe(true);
      else expect(await journal.begin(entry)).toBeUndefined();
      last.set(intent, entry);
    }
    stop();
    const flush = vi.spyOn(fs, "fsyncSync").mockReturnValue();
    for (const state of states) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      for (const [name, text] of state.files) writeFileSync(join(folder, name), text);
      const found = await readEntries(openFileJournal(path, sealAt));
      const label = [
        seed,
        round,
        crashes++,
        [...state.files].map(([name, { length }]) => [name, length]),
      ];
      // What was being written may be there.
      for (const [intent, entry] of state.last)
        if (JSON.stringify(found.get(intent)) !== JSON.stringify(state.next))
          expect([...label, found.get(intent)]).toEqual([...label, entry]);
      const again = openFileJournal(path, sealAt);
      expect([...label, await again.begin(createEntry("after", 1, random))]).toEqual([
        ...label,
        undefined,
      ]);
    }
    flush.mockRestore();
  }
  return crashes;
}

async function readEntries(journal: Journal): Promise<Map<string, IntentEntry>> {
  const found = new Map<string, IntentEntry>();
  for await (const entry of journal.list()) found.set(entry.intent, entry);
  return found;
}

/**
 * Reads a journal while another process has written only a part of a line, of each length. Asserts
 * that the entry is as before, and is there when the line is complete.
 */
export async function readHalfLines(step: number, seed: number): Promise<number> {
  const random = createRandom(seed);
  const { writeSync } = fs;
  let reads = 0;
  for (let length = random(step); ; length += step) {
    const path = join(createFolder(), "j");
    const [writer, reader] = [openFileJournal(path, 2 ** 23), openFileJournal(path, 2 ** 23)];
    const first = createEntry("order 1", 1, random);
    await writer.begin(first);
    const second = JSON.parse(JSON.stringify(createEntry("order 1", 2, random)));
    let between: Promise<unknown> | undefined;
    let isWhole = false;
    const spy = vi.spyOn(fs, "writeSync").mockImplementation(((file: number, text: string) => {
      isWhole = length >= text.length;
      writeSync(file, text.slice(0, length));
      // Runs up to its end, because nothing in a file journal waits.
      between = reader.begin(first);
      writeSync(file, text.slice(length));
      return text.length;
    }) as never);
    expect(await writer.update(second, 1)).toBe(true);
    spy.mockRestore();
    if (isWhole) return reads;
    reads++;
    expect([seed, length, await between]).toEqual([seed, length, first]);
    expect([seed, length, await reader.begin(first)]).toEqual([seed, length, second]);
    expect(await reader.update({ ...second, revision: 3 }, 2)).toBe(true);
  }
}
