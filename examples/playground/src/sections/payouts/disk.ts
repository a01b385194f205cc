import { createMemoryJournal, type IntentEntry, type Journal } from "bursar/intents";
import { createMemoryPolicyStore, type PolicyStore } from "bursar/policy";
import type { Plan } from "./plan";

/** What a killed worker leaves. A program keeps it in files or in a database. */
export interface Disk {
  plan: Plan | undefined;
  journal: Journal;
  /** The entries of the journal, in the order in which they were begun. */
  entries: readonly IntentEntry[];
  /** What the policy has counted. */
  sums: PolicyStore;
  /** The lines of the receipts. */
  receipts: readonly string[];
}

/** Creates an empty disk. `onChange` is called after each change of the journal. */
export function createDisk(onChange: () => void): Disk {
  const journal = createMemoryJournal();
  const read = async () => {
    const entries: IntentEntry[] = [];
    for await (const entry of journal.list()) entries.push(entry);
    disk.entries = entries;
    onChange();
  };
  const disk: Disk = {
    plan: undefined,
    journal: {
      ...journal,
      async begin(entry) {
        const earlier = await journal.begin(entry);
        await read();
        return earlier;
      },
      async update(entry, from) {
        const isUpdated = await journal.update(entry, from);
        await read();
        return isUpdated;
      },
    },
    entries: [],
    sums: createMemoryPolicyStore(),
    receipts: [],
  };
  return disk;
}
