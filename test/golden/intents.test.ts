import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  createFileJournal,
  createMemoryJournal,
  type IntentEntry,
  type Journal,
  once,
  recover,
} from "../../src/intents/index.js";
import { pickExecutable } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { toList } from "../intents/intent-kit.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import {
  copyGolden,
  openGolden,
  readGolden,
  refusal,
  refusedFolders,
  walletAddress,
} from "./read-golden.js";

const file = "intent-entries.json";
const entries = readGolden<IntentEntry[]>("version-1", file);
const intents = entries.map(({ intent }) => intent);
const entryOf = (name: string) => entries.find(({ intent }) => intent === name);

/** The journal of a database that has these entries. */
async function store(stored: readonly IntentEntry[]): Promise<Journal> {
  const journal = createMemoryJournal();
  for (const entry of stored) await journal.begin(entry);
  return journal;
}

function open(journal: Journal) {
  const opened = openGolden();
  const { client, settings } = opened;
  const pay = (intent: string) =>
    once(
      client,
      { ...settings, intent, journal, walletAddress, chainId: 137 },
      async (metadata) => {
        const expect = createSwapRequest(walletAddress, { metadata });
        return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
      },
    );
  return { ...opened, pay };
}

/** The names of the fields of each line, and of its entry, without those that are newer. */
const listFields = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text) as { entry: IntentEntry })
    .map(({ entry: { statement: _, request: _request, ...entry }, ...line }) => ({
      ...line,
      entry,
    }))
    .map((line) => [Object.keys(line).sort(), line.entry.version, Object.keys(line.entry)]);

describe.each([
  ["a file", () => createFileJournal(copyGolden("version-1", "journal.jsonl"))],
  ["a database", () => store(entries)],
])("a journal of 0.1.0 in %s", (_, create) => {
  test("has every entry as it was written", async () => {
    const journal = await create();
    for (const entry of entries)
      expect(await journal.begin({ ...entry, revision: 1 })).toEqual(entry);
  });

  test("shows that a payment was done, without a request", async () => {
    const { pay, listCalls, signMessage } = open(await create());
    expect(await pay("done")).toEqual(entryOf("done"));
    expect(listCalls()).toEqual([]);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("leaves to a person what must be checked", async () => {
    const { pay, listCalls } = open(await create());
    expect(await pay("check")).toEqual(entryOf("check"));
    expect(new Set(listCalls())).toEqual(new Set(["wallets.history"]));
  });

  test.each(["begun", "failed", "signed"])("lets once pay what is %s", async (intent) => {
    const { pay, advance, signMessage } = open(await create());
    advance(600_000);
    const at = await pay(intent).catch((error: unknown) => error);
    expect(at).toMatchObject({ version: 1, intent, state: "done", status: "COMPLETED" });
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("is looked up by recover", async () => {
    const journal = await create();
    const { client, advance } = open(journal);
    advance(600_000);
    const found = await toList(recover(client, journal));
    const states = found.map(({ intent, version, state }) => [intent, version, state]);
    expect(states.sort()).toEqual([
      ["begun", 1, "failed"],
      ["check", 1, "check"],
      ["signed", 1, "failed"],
    ]);
  });
});

test("a journal in a file has the fields of 0.1.0", async () => {
  const path = copyGolden("version-1", "journal.jsonl");
  const written = listFields(path);
  const { pay } = open(createFileJournal(path));
  await pay("another order");
  const lines = listFields(path);
  expect(lines.slice(0, written.length)).toEqual(written);
  // The lines of the first golden order: begun, signed, done.
  expect(lines.slice(written.length)).toEqual(written.filter((_, i) => [0, 1, 2].includes(i)));
});

/** A line without a version could be one of ours that is damaged. */
const refuseFile = (folder: (typeof refusedFolders)[number]) =>
  folder === "version-2" ? refusal(folder, "a line") : { name: "JournalError", line: 2 };

describe.each(refusedFolders)("a journal %s", (folder) => {
  test.each(intents)("in a database never leads to a second payment: %s", async (intent) => {
    const refused = readGolden<IntentEntry[]>(folder, file);
    const journal = await store(refused);
    const { pay, listCalls, signMessage } = open(journal);
    expect(await failure(pay(intent))).toMatchObject({
      ...refusal(folder, "an entry"),
      outcome: "unknown",
    });
    expect(listCalls()).toEqual([]);
    expect(signMessage).not.toHaveBeenCalled();
    const kept = refused.find((entry) => entry.intent === intent) as IntentEntry;
    expect(await journal.begin({ ...kept, revision: 1 })).toEqual(kept);
  });

  test.each([...intents, "another order"])(
    "in a file never leads to a second payment: %s",
    async (intent) => {
      const path = copyGolden(folder, "journal.jsonl");
      const before = readFileSync(path, "utf8");
      const { pay, listCalls, signMessage } = open(createFileJournal(path));
      for (let i = 0; i < 2; i++)
        expect(await failure(pay(intent))).toMatchObject({
          ...refuseFile(folder),
          outcome: "unknown",
        });
      expect(listCalls()).toEqual([]);
      expect(signMessage).not.toHaveBeenCalled();
      expect(readFileSync(path, "utf8")).toBe(before);
    },
  );

  test("is rejected by recover", async () => {
    const inFile = createFileJournal(copyGolden(folder, "journal.jsonl"));
    const inDatabase = await store(readGolden<IntentEntry[]>(folder, file));
    const { client, listCalls } = open(inFile);
    expect(await failure(toList(recover(client, inFile)))).toMatchObject(refuseFile(folder));
    expect(await failure(toList(recover(client, inDatabase)))).toMatchObject(
      refusal(folder, "an entry"),
    );
    expect(listCalls()).toEqual([]);
  });
});
