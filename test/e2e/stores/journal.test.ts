import { expect, test } from "vitest";
import { createMemoryJournal, type IntentEntry } from "../../../src/intents/index.js";
import { openIntents, toList } from "../../intents/intent-kit.js";
import { chooseSeed, createRandom } from "../../support/random-runs.js";
import { describeStores, type OpenWorker, type Worker } from "./open-worker.js";
import { untilRejects } from "./random.js";

const states = ["begun", "signed", "done", "failed", "check"] as const;

const entryOf = (intent: string, more: Partial<IntentEntry> = {}): IntentEntry => ({
  version: 1,
  intent,
  revision: 1,
  state: "begun",
  walletAddress: `0x${"1".repeat(40)}`,
  chainId: 137,
  ...more,
});

/** Opens a journal without entries. */
async function openEmpty(open: OpenWorker): Promise<Worker> {
  const worker = await open();
  await worker.call("raw", "delete from bursar_intents", []);
  return worker;
}

describeStores(["postgres", "sqlite"], (open) => {
  test("pays once, although three calls start at once in two processes", async () => {
    const { journal } = await openEmpty(open);
    const { journal: other } = await open();
    const { start, paid, stored } = await openIntents(journal);
    const entries = await Promise.all([start(), start(), start({ journal: other })]);
    for (const entry of entries) expect(entry).toEqual(await stored());
    expect(paid()).toBe(1);
    expect(await toList(journal.open())).toEqual([]);
    expect(await toList(other.list())).toHaveLength(1);
  });

  test("lets one of two processes begin each intent", async () => {
    const first = await openEmpty(open);
    const workers = [first, await open()];
    const intents = Array.from({ length: 300 }, (_, i) => `race ${i}`);
    const results = await Promise.all(
      workers.map((worker, i) =>
        worker.call<(IntentEntry | undefined)[]>(
          "all",
          "journal",
          "begin",
          intents.map((intent) => [entryOf(intent, { reason: `of ${i}` })]),
        ),
      ),
    );
    const stored = await toList(first.journal.list());
    expect(stored).toHaveLength(intents.length);
    for (const [i, intent] of intents.entries()) {
      const [one, two] = results.map((each) => each[i] ?? undefined);
      expect(
        [one, two].filter((earlier) => earlier === undefined),
        intent,
      ).toHaveLength(1);
      const { reason } = (one ?? two) as IntentEntry;
      expect(reason).toBe(`of ${one ? 1 : 0}`);
      expect(stored.find((each) => each.intent === intent)?.reason).toBe(reason);
    }
  });

  test("lets one of two processes change each revision", async () => {
    const first = await openEmpty(open);
    const workers = [first, await open()];
    await first.journal.begin(entryOf("change"));
    const revisions = Array.from({ length: 200 }, (_, i) => i + 1);
    for (const from of revisions) {
      const next = entryOf("change", { revision: from + 1, state: "signed" });
      const changes = await Promise.all(
        workers.map(({ journal }, i) => journal.update({ ...next, reason: `of ${i}` }, from)),
      );
      expect([...changes].sort()).toEqual([false, true]);
      const [stored] = await toList(first.journal.list());
      expect(stored).toMatchObject({ revision: from + 1, reason: `of ${changes.indexOf(true)}` });
    }
    expect(await first.journal.update(entryOf("unknown", { revision: 2 }), 1)).toBe(false);
  });

  test("lists 1,000 entries in the order in which they began, in pages", async () => {
    const worker = await openEmpty(open);
    const { journal } = worker;
    const intents = Array.from({ length: 1_000 }, (_, i) => `${(i * 7919) % 1_000} of the list`);
    for (const [i, intent] of intents.entries())
      await journal.begin(entryOf(intent, { state: states[i % 5] as IntentEntry["state"] }));
    // A change does not move an entry.
    await journal.update(entryOf(intents[0] as string, { revision: 2, state: "done" }), 1);
    const listed = async (filter?: Parameters<typeof journal.list>[0]) =>
      (await toList(journal.list(filter))).map(({ intent }) => intent);
    expect(await listed()).toEqual(intents);
    expect(await listed({ after: intents[99] as string })).toEqual(intents.slice(100));
    expect(await listed({ after: intents[999] as string })).toEqual([]);
    expect(await listed({ after: "unknown" })).toEqual([]);
    const checks = intents.filter((_, i) => i % 5 === 4);
    expect(await listed({ state: "check" })).toEqual(checks);
    const from = intents.indexOf(checks[100] as string);
    const after = intents[from - 1] as string;
    expect(await listed({ state: "check", after })).toEqual(checks.slice(100));
    expect((await toList(journal.open())).map(({ intent }) => intent)).toEqual(
      intents.filter((_, i) => i > 0 && ![2, 3].includes(i % 5)),
    );
    expect(await worker.call("mostRows")).toBe(100);
  });

  test("behaves as the memory journal on random calls", async () => {
    const seed = chooseSeed();
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { journal } = await openEmpty(open);
    const memory = createMemoryJournal();
    for (let step = 0; step < 400; step += 1) {
      const state = states[random(5)] as IntentEntry["state"];
      const revision = 1 + random(3);
      const entry = entryOf(`é ${random(12)}' $1 ?`, { state, revision, reason: `step ${step}` });
      const filter = {
        state: random(2) ? state : undefined,
        after: random(2) ? entry.intent : undefined,
      };
      const how = random(4);
      const [own, other] = await Promise.all(
        [journal, memory].map((each) => {
          if (how === 0) return each.begin({ ...entry, revision: 1 });
          if (how === 1) return each.update(entry, revision - 1);
          return toList(how === 2 ? each.open() : each.list(filter));
        }),
      );
      expect(own ?? undefined, `seed ${seed}, step ${step}`).toEqual(other);
    }
  });

  test("rejects a call whose statement fails, without an address", async () => {
    const worker = await openEmpty(open);
    await worker.call("fault", "before");
    const error = await untilRejects(worker.journal.begin(entryOf("lost")));
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(`${error.message} ${error.hint}`).not.toMatch(/secret|host|postgres:/);
    expect(await worker.journal.begin(entryOf("lost"))).toBeUndefined();
    await worker.call("fault", "after");
    await untilRejects(worker.journal.update(entryOf("lost", { revision: 2 }), 1));
    expect(await worker.journal.update(entryOf("lost", { revision: 2 }), 1)).toBe(false);
  });

  test("names an entry that is damaged", async () => {
    const { call, journal } = await openEmpty(open);
    await journal.begin(entryOf("damaged"));
    const damaged = { name: "JournalError", message: expect.stringContaining('"damaged"') };
    for (const text of ["{", "null", "1", ""]) {
      await call("raw", `update bursar_intents set entry = '${text}'`, []);
      await expect(journal.begin(entryOf("damaged"))).rejects.toMatchObject(damaged);
      await expect(toList(journal.open())).rejects.toMatchObject(damaged);
      await expect(toList(journal.list())).rejects.toMatchObject(damaged);
    }
  });
});
