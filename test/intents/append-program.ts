// A process that changes random entries of a journal, and prints what was acknowledged. It is built
// with esbuild.
import { writeSync } from "node:fs";
import { openFileJournal } from "../../src/intents/file-journal.js";
import type { IntentEntry } from "../../src/intents/index.js";
import { createRandom } from "../support/random-runs.js";

const [path = "", sealAt, seed, calls] = process.argv.slice(2);
const random = createRandom(Number(seed));
const journal = openFileJournal(path, Number(sealAt));
const states = ["begun", "signed", "check", "done", "failed"] as const;

for (let call = 0; call < Number(calls); call++) {
  const entry: IntentEntry = {
    version: 1,
    intent: `payment ${random(6)}`,
    revision: 1,
    state: "begun",
    walletAddress: "0x1",
    chainId: 137,
    userOperationHash: `0x${seed}${call}`,
  };
  const earlier = await journal.begin(entry);
  const next: IntentEntry = {
    ...entry,
    revision: (earlier?.revision ?? 1) + 1,
    state: states[random(5)] as IntentEntry["state"],
  };
  if (!earlier) writeSync(1, `${JSON.stringify(entry)}\n`);
  if (await journal.update(next, next.revision - 1)) writeSync(1, `${JSON.stringify(next)}\n`);
}
