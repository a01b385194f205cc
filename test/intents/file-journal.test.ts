import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFileJournal } from "../../src/intents/file-journal.js";
import {
  createFileJournal,
  createMemoryJournal,
  type IntentEntry,
  type Journal,
} from "../../src/intents/index.js";
import { checksum, sealRecord } from "../../src/intents/journal-records.js";
import { failure } from "../http/test-client.js";
import { toList } from "./intent-kit.js";

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "payments.jsonl");
}

function replaceBy(path: string, bytes: Uint8Array): void {
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

const begun = (intent: string): IntentEntry => ({
  intent,
  version: 1,
  revision: 1,
  state: "begun",
  walletAddress: `0x${"1".repeat(40)}`,
  chainId: 137,
});
const signed = (intent: string, digit = "a"): IntentEntry => ({
  ...begun(intent),
  revision: 2,
  state: "signed",
  userOperationHash: `0x${digit.repeat(64)}`,
});

test.each([
  ["in memory", () => createMemoryJournal()],
  ["in a file", () => createFileJournal(createPath())],
])("a journal %s inserts once and changes only from the given revision", async (_, create) => {
  const journal = create();
  expect(await journal.begin(begun("a"))).toBeUndefined();
  // A caller may change what it gets.
  for (let i = 0; i < 2; i++) {
    const stored = await journal.begin(begun("a"));
    expect(stored).toEqual(begun("a"));
    Object.assign(stored as IntentEntry, { state: "done" });
  }
  expect(await journal.update(signed("a"), 1)).toBe(true);
  expect(await journal.update(signed("a", "b"), 1)).toBe(false);
  expect(await journal.update(signed("unknown"), 1)).toBe(false);
  expect(await toList(journal.open())).toEqual([signed("a")]);
  // What a database has of a filter that was never set.
  const unset = { state: null, after: null } as never;
  expect(await toList(journal.list(unset))).toEqual([signed("a")]);
  expect(await journal.update({ ...signed("a"), revision: 3, state: "done" }, 2)).toBe(true);
  expect(await toList(journal.open())).toEqual([]);
});

test("a change that another process wrote between the look and the write is not made", async () => {
  const path = createPath();
  const [first, second] = [createFileJournal(path), createFileJournal(path)];
  await first.begin(begun("a"));
  // The line of the second process is in the file before that of the first.
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args) => {
    spy.mockRestore();
    void second.update(signed("a", "2"), 1);
    return writeSync(...(args as Parameters<typeof writeSync>));
  });
  onTestFinished(() => spy.mockRestore());
  expect(await first.update(signed("a", "1"), 1)).toBe(false);
  expect(await toList(createFileJournal(path).open())).toEqual([signed("a", "2")]);
  // The line that has lost the race is after it, and must not win if the winner is damaged.
  const text = readFileSync(path, "utf8");
  expect(text.split("\n")).toHaveLength(4);
  writeFileSync(path, text.replace("2222", "2232"));
  expect(await failure(toList(createFileJournal(path).open()))).toMatchObject({
    name: "JournalError",
    line: 2,
  });
  // Nor may it be there twice.
  const lost = text.split("\n")[2] as string;
  writeFileSync(path, `${text}${lost}\n`);
  expect(await failure(toList(createFileJournal(path).open()))).toMatchObject({
    name: "JournalError",
    line: 4,
  });
});

test("counts a line if its writer had read all lines before it that count", async () => {
  /** Each list of how many lines the writer of each line had read. */
  const listReads = (length: number): number[][] =>
    length === 0
      ? [[]]
      : listReads(length - 1).flatMap((reads) =>
          Array.from({ length }, (_, read) => [...reads, read]),
        );
  for (const reads of listReads(4)) {
    const path = createPath();
    const journal = createFileJournal(path);
    const sums = [""];
    const counted: number[] = [];
    for (const [number, after] of reads.entries()) {
      const fields = { after, before: sums[after], token: `token ${number}` };
      const line = sealRecord({ ...fields, entry: begun(`order ${number}`) });
      appendFileSync(path, `${line}\n`);
      sums.push(checksum(sums.at(-1) as string, line));
      if (counted.every((earlier) => earlier < after)) counted.push(number);
      // One process reads the lines as they come, and another one all at once.
      if (number % 2 === 0) await toList(journal.list());
    }
    for (const each of [journal, createFileJournal(path)])
      expect([reads, (await toList(each.list())).map(({ intent }) => intent)]).toEqual([
        reads,
        counted.map((number) => `order ${number}`),
      ]);
  }
});

test("ends a line that a crash has cut, and says so in the next line", async () => {
  const path = createPath();
  await createFileJournal(path).begin(begun("a"));
  appendFileSync(path, '{"version":1,"bytes":200');
  const journal = createFileJournal(path);
  expect(await toList(journal.open())).toEqual([begun("a")]);
  expect(await journal.begin(begun("b"))).toBeUndefined();
  expect(await toList(createFileJournal(path).open())).toEqual([begun("a"), begun("b")]);
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines[1]).toBe('{"version":1,"bytes":200');
  expect(JSON.parse(lines[2] as string)).toMatchObject({ after: 1, cut: 24 });
});

test("goes on after a crash at any byte of the last line, up to its line break", async () => {
  const path = createPath();
  await createFileJournal(path).begin(begun("a"));
  const first = readFileSync(path).length;
  await createFileJournal(path).begin(begun("b"));
  const whole = readFileSync(path);
  for (let end = first; end < whole.length; end++) {
    replaceBy(path, whole.subarray(0, end));
    const journal = createFileJournal(path);
    expect([end, await toList(journal.open())]).toEqual([end, [begun("a")]]);
    expect(await journal.begin(begun("c"))).toBeUndefined();
    // Only its line break is missing, which the next line brings.
    const others = end === whole.length - 1 ? [begun("b")] : [];
    const entries = await toList(createFileJournal(path).open());
    expect([end, entries]).toEqual([end, [begun("a"), ...others, begun("c")]]);
  }
});

test.each(["\n", "\n\n", "\n{"])("rejects a file of which only %j is left", async (left) => {
  const path = createPath();
  await createFileJournal(path).begin(begun("a"));
  replaceBy(path, Buffer.from(left));
  const journal = createFileJournal(path);
  for (let i = 0; i < 2; i++)
    expect(await failure(journal.begin(begun("a")))).toMatchObject({
      name: "JournalError",
      line: 1,
    });
});

test("rejects an empty file whose next file exists, because it was about to be sealed", async () => {
  const path = createPath();
  await createFileJournal(path).begin(begun("a"));
  writeFileSync(`${path}.1`, "");
  expect(await toList(createFileJournal(path).open())).toEqual([begun("a")]);
  replaceBy(path, Buffer.from(""));
  const journal = createFileJournal(path);
  for (let i = 0; i < 2; i++)
    expect(await failure(journal.begin(begun("a")))).toMatchObject({
      name: "JournalError",
      message: expect.stringContaining("has lost its end"),
    });
});

test("names the version of a line that a newer process wrote", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const sum = createHash("sha256").update('{"version":2,"next":1}').digest("hex").slice(0, 16);
  appendFileSync(path, `{"version":2,"bytes":9,"sum":"${sum}","next":1}\n`);
  for (const call of [() => journal.begin(begun("b")), () => toList(journal.open())])
    expect(await failure(call())).toMatchObject({
      kind: "configuration",
      message: `createFileJournal: "${path}": expected a line of version 1, got version 2`,
      outcome: "unknown",
    });
});

test("does not write an entry that it could not read again", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  const { version: _version, ...unversioned } = begun("a");
  expect(await failure(journal.begin(unversioned as never))).toMatchObject({
    kind: "configuration",
    message: expect.stringContaining("expected an entry of version 1, got one without a version"),
  });
  expect(await toList(journal.open())).toEqual([]);
});

test("rejects if the disk is full, and does not count the part that was written", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const spy = vi
    .spyOn(fs, "writeSync")
    .mockImplementation(((file: number, text: string) =>
      writeSync(file, text.slice(0, 20))) as never);
  onTestFinished(() => spy.mockRestore());
  expect(await failure(journal.update(signed("a"), 1))).toMatchObject({
    kind: "journal",
    message: expect.stringContaining("disk is full"),
  });
  spy.mockRestore();
  expect(await journal.update(signed("a", "b"), 1)).toBe(true);
  expect(await toList(createFileJournal(path).open())).toEqual([signed("a", "b")]);
});

test.each<[string, (path: string) => void, string]>([
  ["was cut", (path) => truncateSync(path, 5), "became shorter"],
  ["was emptied", (path) => truncateSync(path), "became shorter"],
  ["was deleted", (path) => rmSync(path), "is missing"],
  ["was replaced by a copy", (path) => replaceBy(path, readFileSync(path)), "was replaced"],
  ["is a folder now", (path) => rmSync(path) ?? mkdirSync(path), "EISDIR"],
])("rejects each call of a process while its file %s", async (_, damage, message) => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  damage(path);
  for (const call of [
    () => journal.begin(begun("a")),
    () => journal.update(signed("a"), 1),
    () => toList(journal.open()),
    () => toList(journal.list()),
  ])
    expect(await failure(call())).toMatchObject({
      name: "JournalError",
      line: undefined,
      outcome: "unknown",
      message: expect.stringContaining(message),
    });
});

test.each([
  ["fsyncSync", "EIO", "i/o error"],
  ["openSync", "EACCES", "permission denied"],
] as const)("rejects if %s fails with %s, and sends nothing", async (name, code, text) => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const fs = process.getBuiltinModule("node:fs");
  const cause = Object.assign(new Error(`${code}: ${text}`), { code });
  const spy = vi.spyOn(fs, name).mockImplementation(() => {
    throw cause;
  });
  onTestFinished(() => spy.mockRestore());
  expect(await failure(journal.update(signed("a"), 1))).toMatchObject({
    name: "JournalError",
    message: `createFileJournal: ${code}: ${text}`,
    outcome: "unknown",
    cause,
  });
});

test("archives a file that has grown, and continues it", async () => {
  const path = createPath();
  const [first, second] = [openFileJournal(path, 1_000), openFileJournal(path, 1_000)];
  const expected: IntentEntry[] = [];
  for (let i = 0; i < 30; i++) {
    const intent = `order ${i}`;
    expect(await first.begin(begun(intent))).toBeUndefined();
    if (i % 3 > 0) expect(await second.update(signed(intent), 1)).toBe(true);
    const last = { ...signed(intent), revision: 3, state: "done" } as const;
    if (i % 3 === 1) expect(await first.update(last, 2)).toBe(true);
    expected.push([begun(intent), last, signed(intent)][i % 3] as IntentEntry);
  }
  const names = readdirSync(dirname(path));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  for (const journal of [first, second, openFileJournal(path, 1_000)]) {
    expect(await toList(journal.list())).toEqual(expected);
    expect(await toList(journal.list({ after: "order 27" }))).toEqual(expected.slice(28));
    expect(await toList(journal.open())).toEqual(expected.filter(({ state }) => state !== "done"));
  }
  // An old intent that is open can still be changed.
  expect(await second.update({ ...begun("order 0"), revision: 2, state: "check" }, 1)).toBe(true);
  expect(await first.begin(begun("order 0"))).toMatchObject({ state: "check", revision: 2 });
});

test("stores an entry although its file cannot be sealed after it, and seals it later", async () => {
  const path = createPath();
  const journal = openFileJournal(path, 500);
  await journal.begin(begun("a"));
  const fs = process.getBuiltinModule("node:fs");
  const { fsyncSync } = fs;
  const flush = vi.spyOn(fs, "fsyncSync").mockImplementation(() => {
    throw new Error("EIO: i/o error");
  });
  flush.mockImplementationOnce(fsyncSync);
  expect(await journal.begin(begun("b"))).toBeUndefined();
  expect(flush.mock.calls.length).toBeGreaterThan(1);
  flush.mockRestore();
  expect(readFileSync(path, "utf8")).not.toContain('"archive":');
  expect(await journal.begin(begun("c"))).toBeUndefined();
  expect(readFileSync(path, "utf8")).toContain('"archive":');
  expect(await toList(openFileJournal(path, 500).list())).toEqual(["a", "b", "c"].map(begun));
});

test("ignores a line that is written to a file after it was sealed", async () => {
  const path = createPath();
  const first = openFileJournal(path, 700);
  await first.begin(begun("a"));
  await first.begin(begun("b"));
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const second = openFileJournal(path, 700);
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args) => {
    spy.mockRestore();
    // The other process seals and archives the file between the look and the write of this one.
    void second.update(signed("b"), 1);
    return writeSync(...(args as Parameters<typeof writeSync>));
  });
  expect(await first.update(signed("a"), 1)).toBe(true);
  expect(existsSync(`${path}.1`)).toBe(true);
  expect(await toList(openFileJournal(path, 700).list())).toEqual([signed("a"), signed("b")]);
  expect(await toList(first.list())).toEqual([signed("a"), signed("b")]);
});

test("writes the same archive in each process, also after a line that comes too late", async () => {
  const path = createPath();
  const first = openFileJournal(path, 700);
  await first.begin(begun("a"));
  await first.begin(begun("b"));
  const second = openFileJournal(path, 700);
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const renames = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    renames.mockRestore();
    throw new Error("stopped");
  });
  const writes = vi.spyOn(fs, "writeSync").mockImplementation((...args) => {
    writes.mockRestore();
    void second.update(signed("b"), 1);
    return writeSync(...(args as Parameters<typeof writeSync>));
  });
  expect(await first.update(signed("a"), 1)).toBe(true);
  const [copy] = readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"));
  expect(copy).toBeDefined();
  expect(readFileSync(join(dirname(path), copy as string))).toEqual(readFileSync(path));
});

test("reads again what another process has sealed meanwhile", async () => {
  const path = createPath();
  const first = openFileJournal(path, 700);
  await first.begin(begun("a"));
  await first.begin(begun("b"));
  const second = openFileJournal(path, 700);
  const fs = process.getBuiltinModule("node:fs");
  const { statSync } = fs;
  const spy = vi.spyOn(fs, "statSync").mockImplementation(((...args: [string]) => {
    spy.mockRestore();
    void second.update(signed("b"), 1);
    void second.begin(begun("c"));
    return statSync(...args);
  }) as never);
  expect(await first.begin(begun("c"))).toEqual(begun("c"));
});

test("finds a file that other processes have created and sealed meanwhile", async () => {
  const path = createPath();
  const fs = process.getBuiltinModule("node:fs");
  const spy = vi.spyOn(fs, "existsSync").mockImplementation(() => {
    spy.mockRestore();
    void openFileJournal(path, 1).begin(begun("a"));
    return false;
  });
  expect(await createFileJournal(path).begin(begun("a"))).toEqual(begun("a"));
});

test("rejects if the file was replaced while it was written", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args) => {
    spy.mockRestore();
    replaceBy(path, readFileSync(path));
    return writeSync(...(args as Parameters<typeof writeSync>));
  });
  expect(await failure(journal.update(signed("a"), 1))).toMatchObject({
    name: "JournalError",
    message: expect.stringContaining("was replaced"),
  });
  expect(await createFileJournal(path).update(signed("a", "b"), 1)).toBe(true);
});

test("rejects an archive that lacks what the process has read", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const copy = readFileSync(path);
  await journal.update(signed("a"), 1);
  // An older copy, which another process has archived.
  const other = createPath();
  writeFileSync(other, copy);
  await openFileJournal(other, 1).begin(begun("b"));
  replaceBy(path, readFileSync(other));
  writeFileSync(`${path}.1`, readFileSync(`${other}.1`));
  for (let i = 0; i < 2; i++)
    expect(await failure(journal.begin(begun("a")))).toMatchObject({
      name: "JournalError",
      message: expect.stringContaining("was replaced"),
    });
});

test("rejects the second archive of another journal", async () => {
  const paths = [createPath(), createPath()] as const;
  for (const path of paths)
    for (const intent of ["a", "b", "c"])
      await openFileJournal(path, 1).begin(begun(intent + path));
  const [path, other] = paths;
  replaceBy(`${path}.1`, readFileSync(`${other}.1`));
  expect(await failure(toList(createFileJournal(path).list()))).toMatchObject({
    name: "JournalError",
    message: `createFileJournal: "${path}.1" was replaced`,
  });
});

test.each<[string, (text: string) => string]>([
  ["has become longer", (text) => `${text}\n`],
  ["has another first line", (text) => text.replace('"version":1', '"version":2')],
])("rejects a look into an archive that %s since it was read", async (_, change) => {
  const path = createPath();
  const journal = openFileJournal(path, 1);
  const done = { ...begun("a"), state: "done" } as const;
  await journal.begin(done);
  expect(await journal.begin(begun("a"))).toEqual(done);
  writeFileSync(path, change(readFileSync(path, "utf8")));
  expect(await failure(journal.begin(begun("a")))).toMatchObject({
    name: "JournalError",
    message: `createFileJournal: "${path}" was changed`,
  });
});

test("rejects an entry whose revision is not the next one", async () => {
  const journal = createFileJournal(createPath());
  for (const call of [
    () => journal.begin({ ...begun("a"), revision: 2 }),
    () => journal.update({ ...signed("a"), revision: 4 }, 1),
  ])
    expect(await failure(call())).toMatchObject({
      kind: "configuration",
      message: expect.stringMatching(/revision: expected \d, got \d/),
    });
});

test.each([[""], [undefined], [7]])("rejects the path %o", (path) => {
  expect(() => createFileJournal(path as never)).toThrow(/createFileJournal: path/);
});

test("rejects in a runtime without files", () => {
  vi.stubGlobal("process", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => createFileJournal("x")).toThrow(/no files/);
});

test("behaves like the journal in memory under random calls of several processes", async () => {
  const call = fc.record({
    by: fc.constantFrom("first", "second", "restarted"),
    intent: fc.constantFrom("a", "é", "\u2028"),
    // Undefined for the stored revision.
    from: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
    state: fc.constantFrom("begun", "signed", "check", "done", "failed"),
    isBegin: fc.boolean(),
  });
  const sealAt = fc.constantFrom(1, 700, 2 ** 23);
  const calls = fc.array(call, { minLength: 10, maxLength: 25 });
  // Other tests have what a crash leaves.
  const flush = vi.spyOn(process.getBuiltinModule("node:fs"), "fsyncSync").mockReturnValue();
  onTestFinished(() => flush.mockRestore());
  const compare = fc.asyncProperty(sealAt, calls, async (size, given) => {
    const path = createPath();
    const model: Journal = createMemoryJournal();
    const open = () => openFileJournal(path, size);
    const journals = { first: open(), second: open() };
    for (const { by, intent, from, state, isBegin } of given) {
      const journal = by === "restarted" ? open() : journals[by];
      const stored = (await toList(model.list())).find((each) => each.intent === intent);
      const revision = from ?? stored?.revision ?? 0;
      const entry = isBegin ? begun(intent) : { ...signed(intent), revision: revision + 1, state };
      const run = (each: Journal) => (isBegin ? each.begin(entry) : each.update(entry, revision));
      expect(await run(journal)).toEqual(await run(model));
      expect(await toList(journal.open())).toEqual(await toList(model.open()));
      for (const filter of [{}, { state: "signed" }, { after: intent }] as const)
        expect(await toList(journal.list(filter))).toEqual(await toList(model.list(filter)));
    }
  });
  await fc.assert(compare, { numRuns: 15 });
});
