import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  createFileJournal,
  createMemoryJournal,
  type IntentEntry,
  type Journal,
} from "../../src/intents/index.js";
import { failure } from "../http/test-client.js";
import { openIntents, toList } from "./intent-kit.js";

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
  expect(await journal.begin(begun("a"))).toEqual(begun("a"));
  expect(await journal.update(signed("a"), 1)).toBe(true);
  expect(await journal.update(signed("a", "b"), 1)).toBe(false);
  expect(await journal.update(signed("unknown"), 1)).toBe(false);
  expect(await toList(journal.open())).toEqual([signed("a")]);
  expect(await journal.update({ ...signed("a"), revision: 3, state: "done" }, 2)).toBe(true);
  expect(await toList(journal.open())).toEqual([]);
});

test("pays once by a file that a second process continues", async () => {
  const path = createPath();
  const { start, paid } = await openIntents(createFileJournal(path));
  const entry = await start();
  expect(await start({ journal: createFileJournal(path) })).toMatchObject(entry);
  expect(paid()).toBe(1);
});

test("all processes agree on the first of two changes", async () => {
  const path = createPath();
  const journals = Array.from({ length: 5 }, () => createFileJournal(path));
  const begins = await Promise.all(journals.map((journal) => journal.begin(begun("a"))));
  expect(begins.filter((earlier) => earlier === undefined)).toHaveLength(1);
  const updates = await Promise.all(
    journals.map((journal, i) => journal.update(signed("a", String(i)), 1)),
  );
  expect(updates.filter(Boolean)).toHaveLength(1);
  const winner = signed("a", String(updates.indexOf(true)));
  for (const journal of journals) expect(await toList(journal.open())).toEqual([winner]);
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
});

test("survives a line that was cut at any byte", async () => {
  const path = createPath();
  const journal = createFileJournal(path);
  await journal.begin(begun("a"));
  const before = readFileSync(path).length;
  await journal.update(signed("a"), 1);
  const whole = readFileSync(path);
  // Some lengths within each field, and within the line breaks.
  for (let length = before; length <= whole.length; length += 11) {
    const cut = `${path}-${length}`;
    writeFileSync(cut, whole.subarray(0, length));
    const reopened = createFileJournal(cut);
    const [entry] = await toList(reopened.open());
    expect([begun("a"), signed("a")]).toContainEqual(entry);
    // The cut line may be complete but for its line break.
    const { revision } = (await reopened.begin(begun("a"))) as IntentEntry;
    const next = { ...signed("a", "b"), revision: revision + 1 };
    if (await reopened.update(next, revision))
      expect(await toList(createFileJournal(cut).open())).toEqual([next]);
    else expect(await toList(createFileJournal(cut).open())).toEqual([signed("a")]);
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

test.each([
  "null",
  "7",
  '{"entry":3}',
  '{"token":"t"}',
  '{"version":1,"token":"t"}',
  '{"version":1,"token":"t","entry":{"version":1,"intent":"a","state":"done"}}',
])("rejects a whole line that no journal wrote, at every call: %s", async (line) => {
  const path = createPath();
  await createFileJournal(path).begin(begun("a"));
  const journal = createFileJournal(path);
  expect(await toList(journal.open())).toEqual([begun("a")]);
  appendFileSync(path, `${line}\n`);
  const size = readFileSync(path).length;
  for (const call of [
    () => journal.begin(begun("b")),
    () => journal.update(signed("a"), 1),
    () => toList(journal.open()),
  ])
    expect(await failure(call())).toMatchObject({
      name: "JournalError",
      outcome: "unknown",
      line: 2,
      message: `createFileJournal: "${path}": line 2 is damaged`,
      hint: expect.stringContaining("bursar journal check"),
    });
  expect(readFileSync(path)).toHaveLength(size);
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
    process: fc.constantFrom("first", "second", "restarted"),
    intent: fc.constantFrom("a", "é", "\u2028"),
    from: fc.nat({ max: 4 }),
    isBegin: fc.boolean(),
  });
  const compare = fc.asyncProperty(fc.array(call, { maxLength: 25 }), async (calls) => {
    const path = createPath();
    const model: Journal = createMemoryJournal();
    const journals = { first: createFileJournal(path), second: createFileJournal(path) };
    for (const { process, intent, from, isBegin } of calls) {
      const journal = process === "restarted" ? createFileJournal(path) : journals[process];
      const entry = isBegin ? begun(intent) : { ...signed(intent), revision: from + 1 };
      const run = (each: Journal) => (isBegin ? each.begin(entry) : each.update(entry, from));
      expect(await run(journal)).toEqual(await run(model));
      expect(await toList(journal.open())).toEqual(await toList(model.open()));
      for (const filter of [{}, { state: "signed" }, { after: intent }] as const)
        expect(await toList(journal.list(filter))).toEqual(await toList(model.list(filter)));
    }
  });
  await fc.assert(compare, { numRuns: 15 });
});
