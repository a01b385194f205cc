import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { createFileJournal } from "../../src/intents/index.js";
import { failure } from "../http/test-client.js";
import { createRandom } from "../support/random-runs.js";
import { damages } from "./damage-model.js";
import { brief, crashAt, openIntents } from "./intent-kit.js";

const paidIntents = ["done 1", "done 2", "done 3", "sent"] as const;
const openIntentsOfFile = ["begun", "signed"] as const;

/** Payments in a file: three are done, one was sent before its process ended, two are unpaid. */
async function createPayments() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-payments-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "payments.jsonl");
  const opened = await openIntents(createFileJournal(path));
  const { start, journal } = opened;
  for (const intent of ["done 1", "done 2"]) await start({ intent });
  await failure(start({ intent: "begun", journal: crashAt(journal, 1, "after") }));
  await failure(start({ intent: "sent", journal: crashAt(journal, 4, "before") }));
  await failure(start({ intent: "signed", journal: crashAt(journal, 2, "after") }));
  await start({ intent: "done 3" });
  for (const intent of paidIntents) expect(opened.paid(intent)).toBe(1);
  for (const intent of openIntentsOfFile) expect(opened.paid(intent)).toBe(0);
  return { ...opened, path };
}

/**
 * Damages the journal of payments `total` times, and calls `once` for each intent, with a history
 * that shows all payments, or none yet. Asserts that nothing is signed for what was paid. If the
 * history shows nothing, a journal that has lost its end is exempt: nothing can show that.
 */
export async function payFromDamaged(total: number, seed: number) {
  const random = createRandom(seed);
  const { start, path, signMessage, replace } = await createPayments();
  const intact = readFileSync(path);
  const lineCount = intact.toString("latin1").split("\n").length - 1;
  const other = await createPayments();
  const foreign = readFileSync(other.path);
  // Nothing expires meanwhile: a history that shows nothing for so long is believed.
  const time = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(time);
  const counts = { stopped: 0, exempt: 0, settled: 0 };
  const again = new Error("signed again");
  signMessage.mockImplementation(() => Promise.reject(again));
  const kinds = Object.keys(damages).filter((kind) => kind !== "a file of another journal");
  for (let run = 0; run < total; run++) {
    const kind = kinds[random(kinds.length)] as string;
    const index = random(lineCount);
    const damaged = damages[kind]?.(intact, index, random, foreign);
    const isLate = random(2) === 0;
    replace.history = isLate
      ? () =>
          Response.json(
            { transactions: [], nextLastId: null },
            { headers: { date: new Date(Date.now()).toUTCString() } },
          )
      : (undefined as never);
    for (const intent of paidIntents) {
      if (damaged?.bytes) writeFileSync(path, damaged.bytes);
      else rmSync(path, { force: true });
      signMessage.mockClear();
      const journal = createFileJournal(path);
      const result = await start({ intent, journal, wait: brief }).catch((error) => error);
      const isSigned = signMessage.mock.calls.length > 0;
      const isExempt = isLate && (damaged?.isCut === true || damaged?.bytes === undefined);
      expect([seed, run, kind, index, isLate, intent, isSigned && !isExempt]).toEqual([
        ...[seed, run, kind, index, isLate, intent],
        false,
      ]);
      if (isSigned) counts.exempt++;
      else if (result.name === "JournalError") {
        counts.stopped++;
        expect([seed, run, kind, typeof result.line]).toEqual([seed, run, kind, "number"]);
      } else counts.settled++;
    }
  }
  return counts;
}
