import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import { openFileJournal } from "../../src/intents/file-journal.js";
import { createFileJournal, type IntentEntry, once } from "../../src/intents/index.js";
import { writeJournal } from "../../src/intents/journal-check.js";
import { failure } from "../http/test-client.js";
import { openIntents, toList } from "./intent-kit.js";

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "payments.jsonl");
}

async function run(...args: string[]): Promise<[code: number | undefined, output: string]> {
  let output = "";
  const print = (text: string) => {
    output += text;
  };
  const code = await main(["journal", ...args], { print, printError: print });
  return [code, output];
}

const createEntry = (intent: string, state: IntentEntry["state"], revision = 1): IntentEntry => ({
  version: 1,
  intent,
  revision,
  state,
  walletAddress: `0x${"1".repeat(40)}`,
  chainId: 137,
  userOperationHash: `0x${"a".repeat(64)}`,
});

/** A journal of four intents: lines 1 to 4 begin them, and lines 5 to 7 change three. */
async function writeSample(path: string, sealAt = 2 ** 23) {
  const journal = openFileJournal(path, sealAt);
  for (const intent of ["a", "b", "c", "d"]) await journal.begin(createEntry(intent, "begun"));
  await journal.update(createEntry("a", "done", 2), 1);
  await journal.update(createEntry("b", "signed", 2), 1);
  await journal.update(createEntry("d", "failed", 2), 1);
}

test("prints the lines and the states of an intact journal", async () => {
  const path = createPath();
  await writeSample(path);
  expect(await run("check", path)).toEqual([
    0,
    `${path}: 7 lines\n4 intents: 1 done, 1 signed, 1 begun, 1 failed\nIt is intact.\n`,
  ]);
  writeFileSync(path, `${readFileSync(path, "utf8")}{"version":1`);
  expect(await run("check", path)).toEqual([
    0,
    expect.stringContaining("7 lines, and one that was cut\n"),
  ]);
});

test("reads all files of a journal that was continued", async () => {
  const path = createPath();
  await writeSample(path, 1_000);
  const others = [`${path}.0`, `${path}.bak`, `${path}.1.tmp`, join(path, "../other.jsonl.1")];
  for (const other of others) writeFileSync(other, "{}\n");
  const [code, output] = await run("check", path);
  expect(code).toBe(0);
  for (const other of others) expect(output).not.toContain(`${other}: `);
  expect(output).toContain(`${path}.1: `);
  expect(output).toContain("4 intents: 1 done");
  rmSync(`${path}.1`);
  expect(await run("check", path)).toEqual([1, expect.stringContaining('.1" is missing\n')]);
});

test.each([2 ** 23, 1_000])("repairs a journal into a new file (sealed at %d)", async (sealAt) => {
  const path = createPath();
  await writeSample(path, sealAt);
  const last = readdirSync(join(path, ".."))
    .map((name) => join(path, "..", name))
    .sort();
  // The intent "c" is in one line only.
  let place = "";
  for (const file of last) {
    const text = readFileSync(file, "utf8");
    const damaged = text.replace('"intent":"c","revision":1', '"intent":"c","revision":7');
    if (damaged === text) continue;
    writeFileSync(file, damaged);
    place = `${file}": line ${text.slice(0, text.indexOf('"intent":"c",')).split("\n").length} `;
  }
  const before = last.map((file) => readFileSync(file, "utf8"));
  const [code, output] = await run("check", path, "--repair");
  expect(code).toBe(1);
  expect(output).toContain(`${place}is damaged\n`);
  expect(output).toContain("Damaged: createFileJournal: ");
  expect(output).toContain(
    `Wrote ${path}.repaired and its continuation: 4 intents. Left out: 1 line.`,
  );
  expect(last.map((file) => readFileSync(file, "utf8"))).toEqual(before);
  const repaired = createFileJournal(`${path}.repaired`);
  const entries = await toList(repaired.list());
  const states = entries.map(({ intent, state }) => `${intent} ${state}`).sort();
  // Only what is final stays. "failed" without a record would be attempted again.
  expect(states).toEqual(["a done", "b check", "c check", "d check"]);
  expect(output).toMatch(/They are "check" now:\n(?: {2}"[bcd]"\n){3}\n/);
  expect(output).toContain(`bursar journal check ${path} --repair\n`);
  expect(entries.find(({ intent }) => intent === "b")).toMatchObject({
    revision: 3,
    reason: expect.stringContaining("journal was damaged"),
  });
  expect(await run("check", `${path}.repaired`)).toEqual([0, expect.stringContaining("intact")]);
  // A second repair must not replace what may be in use.
  expect(await run("check", path, "--repair")).toEqual([1, expect.stringContaining("EEXIST")]);
});

/** Makes changes of another process before the next line is written. */
function overtake(...changes: (() => Promise<unknown>)[]): void {
  const fs = process.getBuiltinModule("node:fs");
  const { writeSync } = fs;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args) => {
    spy.mockRestore();
    for (const change of changes) void change();
    return writeSync(...(args as Parameters<typeof writeSync>));
  });
  onTestFinished(() => spy.mockRestore());
}

test("keeps what is final, and the last revision, if a line that lost a race comes after it", async () => {
  const path = createPath();
  const [first, second] = [createFileJournal(path), createFileJournal(path)];
  for (const intent of ["a", "b", "c"]) await first.begin(createEntry(intent, "begun"));
  overtake(() => second.update(createEntry("a", "done", 2), 1));
  expect(await first.update(createEntry("a", "signed", 2), 1)).toBe(false);
  overtake(
    () => second.update(createEntry("c", "signed", 2), 1),
    () => second.update(createEntry("c", "signed", 3), 2),
  );
  expect(await first.update(createEntry("c", "signed", 2), 1)).toBe(false);
  await first.begin({ ...createEntry("d", "failed"), transactionId: "tx_1" });
  const text = readFileSync(path, "utf8");
  // The first line of "a" and the only one of "b". A later line of "a" is intact.
  const begun = /"intent":"[ab]","revision":1/g;
  writeFileSync(
    path,
    text.replace(begun, (found) => found.replace(":1", ":7")),
  );
  expect((await run("check", path, "--repair"))[0]).toBe(1);
  const entries = await toList(createFileJournal(`${path}.repaired`).list());
  expect(entries.map((each) => `${each.intent} ${each.state} ${each.revision}`).sort()).toEqual([
    "a done 2",
    "b check 1",
    "c check 4",
    // It failed on the chain, which is final.
    "d failed 1",
  ]);
});

test("reads the intent and the wallet of a damaged line, however they are spelled", async () => {
  const path = createPath();
  const walletAddress = `0x${"aB".repeat(20)}`;
  const intent = 'é "1"\\2';
  const journal = createFileJournal(path);
  await journal.begin({ ...createEntry(intent, "begun"), walletAddress });
  await journal.begin(createEntry("a", "done"));
  writeFileSync(path, readFileSync(path, "utf8").replace('"revision":1', '"revision":7'));
  await run("check", path, "--repair");
  expect(await toList(createFileJournal(`${path}.repaired`).open())).toMatchObject([
    { intent, walletAddress, chainId: 137, state: "check", revision: 1 },
  ]);
});

test("writes a journal of many entries in several files", async () => {
  const path = createPath();
  const entries = Array.from({ length: 20_001 }, (_, i) => createEntry(`order ${i}`, "check"));
  writeJournal(path, entries);
  expect(readdirSync(join(path, "..")).sort()).toEqual([
    "payments.jsonl",
    ...[1, 2, 3].map((number) => `payments.jsonl.${number}`),
  ]);
  expect(await toList(createFileJournal(path).open())).toEqual(entries);
  expect(() => writeJournal(path, entries)).toThrow(/EEXIST/);
});

test("signs nothing for an intent of a damaged line, and finds its payment", async () => {
  const path = createPath();
  const opened = await openIntents(createFileJournal(path));
  await opened.start();
  const text = readFileSync(path, "utf8");
  // The last line, "done", is damaged. Those before it say that it may have been sent.
  writeFileSync(path, text.replace('"status":"COMPLETED"', '"status":"COMPLETER"'));
  const journal = createFileJournal(path);
  expect(await failure(opened.start({ journal }))).toMatchObject({ name: "JournalError", line: 3 });
  await run("check", path, "--repair", "--out", `${path}.new`);
  opened.signMessage.mockClear();
  const settings = { ...opened.settings, journal: createFileJournal(`${path}.new`) };
  const found = await once(opened.client, settings, opened.prepareSwap);
  expect(found).toMatchObject({ state: "done" });
  expect(opened.signMessage).not.toHaveBeenCalled();
  expect(opened.paid()).toBe(1);
});

test("writes nothing for an intact journal", async () => {
  const path = createPath();
  await writeSample(path);
  expect(await run("check", path, "--repair")).toEqual([
    0,
    expect.stringContaining("Nothing to repair."),
  ]);
  expect(readdirSync(join(path, ".."))).toEqual(["payments.jsonl"]);
});

test("explains wrong arguments", async () => {
  expect(await run("--help")).toEqual([0, expect.stringContaining("Usage: bursar journal check")]);
  expect(await run("check")).toEqual([1, expect.stringContaining("bursar journal check <file>")]);
  expect(await run("check", createPath())).toEqual([1, expect.stringContaining("no such file")]);
});
