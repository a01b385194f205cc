import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import { type IntentEntry, type Journal, once, recover } from "../../src/intents/index.js";
import { owner } from "../support/fixtures/values.js";
import { createRandom } from "../support/random-runs.js";
import { type Damage, listDamages, toLines } from "./journal-cases.js";
import { type Acknowledged, judgeReads, mayPay, type Read } from "./journal-judge.js";
import { pick, type Random } from "./paid-once-cases.js";
import { toRow, wallet } from "./paid-once-service.js";

interface Sample extends Acknowledged {
  /** In the order of their numbers. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly sealAt: number;
}

const target = { version: 1, walletAddress: wallet, chainId: 137 } as const;
const expiresAt = "2020-01-01T00:00:00.000Z";
const states = ["begun", "signed", "check", "done", "failed"] as const;

export function createEntry(intent: string, revision: number, random: Random): IntentEntry {
  if (revision === 1) return { ...target, intent, revision, state: "begun" };
  const state = pick(random, states);
  const userOperationHash = `0x${String(random(10)).repeat(64)}` as const;
  const transactionId = state === "done" || random(2) === 0 ? `tx ${intent}` : undefined;
  return { ...target, intent, revision, state, userOperationHash, expiresAt, transactionId };
}

/** In memory where the system has that. Thousands of journals are written. */
const root = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function createFolder(): string {
  const folder = mkdtempSync(join(root, "bursar-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^j(\.\d+)?$/.test(name))
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));

/** A journal of several processes, with lines that have lost a race, and lines that were cut. */
async function createSample(random: Random, total: number, sealAt: number): Promise<Sample> {
  const folder = createFolder();
  const path = join(folder, "j");
  const open = () => openFileJournal(path, sealAt);
  const journals = [open(), open(), open()];
  const last = new Map<string, IntentEntry>();
  const all: IntentEntry[] = [];
  while (all.length < total) {
    const journal = pick(random, journals);
    const intent = `${"aé\u2028"[random(3)]}"\\${random(4)}`;
    const revision = last.get(intent)?.revision ?? 0;
    const entry = JSON.parse(JSON.stringify(createEntry(intent, revision + 1, random)));
    const isStored =
      revision > 0
        ? await journal.update(entry, revision)
        : (await journal.begin(entry)) === undefined;
    expect(isStored).toBe(true);
    last.set(intent, entry);
    all.push(entry);
    if (random(8) === 0) {
      const live = join(folder, listFiles(folder).at(-1) as string);
      const text = readFileSync(live, "latin1");
      const line = text.slice(text.lastIndexOf("\n", text.length - 2) + 1);
      // All of the line but its end would be a second whole line, which no crash leaves.
      if (line) writeFileSync(live, text + line.slice(0, 1 + random(line.length - 2)), "latin1");
    }
    if (random(6) === 0) journals[random(3)] = open();
  }
  const files = listFiles(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  return { last, all, files: new Map(files), sealAt };
}

async function readAll(
  journal: Journal,
  { last }: Acknowledged,
): Promise<ReadonlyMap<string, Read>> {
  const reads = new Map<string, Read>();
  for (const intent of last.keys())
    reads.set(
      intent,
      await journal.begin(createEntry(intent, 1, () => 0)).then(
        (entry) => ({ entry }),
        (error: Error) => ({ error: error.name }),
      ),
    );
  return reads;
}

/** How often the damage was noticed, how often not, and how often `once` was called then. */
export interface DamageCounts {
  readonly noticed: Map<string, number>;
  readonly harmless: Map<string, number>;
  readonly paying: { stopped: number; returned: number; signed: number };
}

/**
 * Damages journals at each line, and at the bytes at every `step`, and asserts that each reads what
 * was acknowledged, or throws. So does a process that has read the journal before.
 */
export async function damageJournals(
  samples: number,
  step: number,
  seed: number,
): Promise<DamageCounts> {
  const random = createRandom(seed);
  // Another property has what a crash leaves. This one opens thousands of journals.
  const flush = vi.spyOn(process.getBuiltinModule("node:fs"), "fsyncSync").mockReturnValue();
  onTestFinished(() => flush.mockRestore());
  const folder = createFolder();
  const path = join(folder, "j");
  const counts: DamageCounts = {
    noticed: new Map(),
    harmless: new Map(),
    paying: { stopped: 0, returned: 0, signed: 0 },
  };
  let foreign = await createSample(random, 12, 2 ** 23);
  for (let run = 0; run < samples; run++) {
    // One file of a few lines, or several files.
    const sealAt = run % 2 === 0 ? 2 ** 23 : 1_000 + random(1_500);
    const sample = await createSample(random, run % 2 === 0 ? 4 + random(5) : 12, sealAt);
    const restore = () => {
      for (const name of readdirSync(folder))
        if (!sample.files.has(name)) rmSync(join(folder, name));
      for (const [name, bytes] of sample.files) writeFileSync(join(folder, name), bytes);
    };
    const open = () => openFileJournal(path, sample.sealAt);
    const check = (what: unknown, reads: ReadonlyMap<string, Read>, how?: object) =>
      expect([seed, run, what, judgeReads(sample, reads, how)]).toEqual([seed, run, what, []]);
    restore();
    check("intact", await readAll(open(), sample));
    const names = [...sample.files.keys()];
    const [other = Buffer.alloc(0)] = foreign.files.values();
    for (const [name, bytes] of sample.files) {
      // A file that another one continues has more than an end.
      const isLive = name === names.at(-1);
      const isOnly = names.every((each) => each === name || sample.files.get(each)?.length === 0);
      const whole: Damage[] = [
        { kind: "a missing file", bytes: undefined, isCut: names.length === 1 },
        // If no other file is left, nothing shows that it is of another journal.
        ...(isOnly || isLive
          ? []
          : [{ kind: "a file of another journal", bytes: other, isCut: false }]),
      ];
      let number = 0;
      for (const damage of [...whole, ...listDamages(bytes, other, step, random)]) {
        const { kind } = damage;
        const isCut = damage.isCut && isLive;
        const label = [name, kind, number++];
        const apply = () => {
          if (damage.bytes) writeFileSync(join(folder, name), damage.bytes);
          else rmSync(join(folder, name));
        };
        restore();
        apply();
        const before = listFiles(folder).map((file) => readFileSync(join(folder, file), "latin1"));
        const reads = await readAll(open(), sample);
        check(label, reads, { isCut });
        const isNoticed = [...reads.values()].some((read) => "error" in read);
        const counted = isNoticed ? counts.noticed : counts.harmless;
        counted.set(kind, (counted.get(kind) ?? 0) + 1);
        if (isNoticed)
          expect(
            listFiles(folder).map((file) => readFileSync(join(folder, file), "latin1")),
          ).toEqual(before);
        if (random(8) === 0) {
          restore();
          apply();
          await payFrom(open(), sample, isCut, random, counts, [seed, run, ...label]);
        }
        // `recover` does not read a cut line, which an entry that is begun can complete.
        if (!isCut && random(4) === 0) {
          restore();
          apply();
          const found = await recoverAll(open());
          const expected = isNoticed ? "JournalError" : listOpen(reads);
          expect([seed, run, ...label, found]).toEqual([seed, run, ...label, expected]);
        }
        if (random(3) > 0) continue;
        restore();
        const running = open();
        await readAll(running, sample);
        apply();
        check([...label, "running"], await readAll(running, sample), { isRunning: true });
      }
      if (isLive) await replaceFile(name, other);

      /** Log rotation, and a backup that is put back, while a process runs. */
      async function replaceFile(live: string, content: Buffer): Promise<void> {
        for (const [kind, replacement] of [
          ["replaced by a copy", bytes],
          [
            "replaced by an older copy",
            bytes.subarray(0, bytes.lastIndexOf("\n", bytes.length - 2) + 1),
          ],
          ["replaced by another journal", content],
          ["replaced by an empty file", Buffer.alloc(0)],
        ] as const) {
          restore();
          const running = open();
          await readAll(running, sample);
          writeFileSync(join(folder, "new"), replacement);
          renameSync(join(folder, "new"), join(folder, live));
          check([kind], await readAll(running, sample), { isRunning: true });
          const { intent, revision } = pick(random, [...sample.last.values()]);
          const next = JSON.parse(JSON.stringify(createEntry(intent, revision + 1, random)));
          const isStored = await running.update(next, revision).catch(() => false);
          expect([seed, run, kind, isStored]).toEqual([seed, run, kind, false]);
          counts.noticed.set(kind, (counts.noticed.get(kind) ?? 0) + 1);
        }
      }
    }
    foreign = sample;
  }
  return counts;
}

/**
 * Damages the last line that counts, behind which a process that was killed has left a line that
 * lost the race. Asserts that each read throws. Returns the number of damages.
 */
export async function damageLostRaces(runs: number, step: number, seed: number): Promise<number> {
  const random = createRandom(seed);
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const folder = createFolder();
  const path = join(folder, "j");
  let damages = 0;
  for (let run = 0; run < runs; run++) {
    rmSync(path, { force: true });
    const [winner, loser] = [openFileJournal(path, 2 ** 23), openFileJournal(path, 2 ** 23)];
    for (let i = 0; i < random(4); i++) await loser.begin(createEntry(`earlier ${i}`, 1, random));
    let won: Promise<unknown> | undefined;
    const spy = vi.spyOn(fs, "writeSync").mockImplementation(((file: number, text: string) => {
      spy.mockRestore();
      // Runs up to its end, because nothing in a file journal waits.
      won = winner.begin(createEntry("won", 1, random));
      writeSync(file, text);
      throw new Error("killed");
    }) as never);
    const lost = loser.begin(createEntry("lost", 1, random)).finally(() => spy.mockRestore());
    await expect(lost).rejects.toThrow("killed");
    expect(await won).toBeUndefined();
    const bytes = readFileSync(path);
    const lines = toLines(bytes);
    const end = bytes.length - (lines.at(-1)?.length as number);
    const start = end - (lines.at(-2)?.length as number);
    for (let at = start + random(step); at < end; at += step) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ (1 << random(8));
      writeFileSync(path, damaged);
      const read = openFileJournal(path, 2 ** 23).begin(createEntry("won", 1, random));
      const result = await read.catch((error: Error) => error.name);
      expect([seed, run, at, result]).toEqual([seed, run, at, "JournalError"]);
      damages++;
    }
  }
  return damages;
}

/** The intents that `recover` looks up, or the name of the error that it throws. */
async function recoverAll(journal: Journal): Promise<readonly string[] | string> {
  const data = { items: [], cursor: null };
  const response = { headers: new Headers() };
  const history = () => ({ withResponse: async () => ({ data, response }) });
  const found: string[] = [];
  try {
    for await (const { intent } of recover({ wallets: { history } } as never, journal))
      found.push(intent);
    return found.sort();
  } catch (error) {
    return (error as Error).name;
  }
}

/** The intents of the entries that are neither done nor failed. */
const listOpen = (reads: ReadonlyMap<string, Read>): readonly string[] =>
  [...reads.values()]
    .flatMap((read) => ("entry" in read && read.entry ? [read.entry] : []))
    .filter(({ state }) => state !== "done" && state !== "failed")
    .map(({ intent }) => intent)
    .sort();

/** Calls `once` with a history that shows all payments, or none yet. */
async function payFrom(
  journal: Journal,
  { last }: Sample,
  isCut: boolean,
  random: Random,
  { paying }: DamageCounts,
  label: readonly unknown[],
): Promise<void> {
  const intent = pick(random, [...last.keys()]);
  const isShown = random(2) === 0;
  const entry = last.get(intent) as IntentEntry;
  const { userOperationHash: hash, transactionId } = entry;
  const isSent = hash !== undefined && (transactionId !== undefined || entry.state === "signed");
  const status = entry.state === "failed" ? "FAILED" : "COMPLETED";
  const items = isShown && isSent ? [toRow("tx", hash, { metadata: { intent }, status })] : [];
  const headers = new Headers({ date: new Date().toUTCString() });
  const data = { items, cursor: null };
  let signed = 0;
  const stop = (): never => {
    signed++;
    throw new Error("signed");
  };
  const client = {
    wallets: {
      history: () => ({ withResponse: async () => ({ data, response: { headers } }) }),
      waitForTransaction: () => Promise.reject(new Error("waits")),
    },
    operations: { execute: stop },
  };
  const prepared = {
    userOperationHash: `0x${"f".repeat(64)}`,
    walletAddress: wallet,
    chain: 137,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  } as const;
  const options = { intent, journal, walletAddress: wallet, chainId: 137, owner } as const;
  const signer = { address: owner as `0x${string}`, signMessage: stop };
  const result = await once(client as never, { ...options, signer }, async () => prepared).then(
    ({ state }) => state,
    (error: Error) => error.name,
  );
  const isAllowed = mayPay(entry, isShown && isSent) || (isCut && items.length === 0);
  expect([...label, intent, entry.state, isShown, result, signed > 0 && !isAllowed]).toEqual([
    ...label,
    ...[intent, entry.state, isShown, result, false],
  ]);
  if (signed > 0) paying.signed++;
  else if (result === "JournalError") paying.stopped++;
  else paying.returned++;
}
