import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import type { Journal } from "../../src/intents/index.js";
import { openIntents, toList } from "./intent-kit.js";

interface Sqlite {
  DatabaseSync: new (path: string) => { close(): void };
}

/** The journal of docs/intents.md. */
function createSqlJournal(db: unknown): Journal {
  const page = readFileSync(new URL("../../docs/intents.md", import.meta.url), "utf8");
  const block = page.match(/```ts\n(import type[^`]*?interface Database[\s\S]*?)^```$/m)?.[1];
  const { code } = transformSync(block as string, { loader: "ts", target: "es2022" });
  return new Function("db", `${code}\nreturn createSqlJournal(db);`)(db) as Journal;
}

const sqlite = process.getBuiltinModule("node:sqlite") as Sqlite | undefined;

test("the journal of docs/intents.md pays once on SQLite", async ({ skip }) => {
  if (!sqlite) return skip("node:sqlite needs Node 22.13");
  const db = new sqlite.DatabaseSync(":memory:");
  const journal = createSqlJournal(db);
  const { start, paid, stored } = await openIntents(journal);
  const entries = await Promise.all([start(), start(), start({ journal: createSqlJournal(db) })]);
  for (const entry of entries) expect(entry).toEqual(await stored());
  expect(paid()).toBe(1);
  const open = {
    intent: "é'",
    version: 1,
    revision: 1,
    state: "begun",
    walletAddress: "0x1",
    chainId: 1,
  };
  expect(await journal.begin(open as never)).toBeUndefined();
  expect(await toList(journal.open())).toEqual([open]);
  expect(await journal.update({ ...open, revision: 3 } as never, 2)).toBe(false);
  expect(await journal.update({ ...open, revision: 2, state: "done" } as never, 1)).toBe(true);
  expect(await toList(journal.open())).toEqual([]);
  db.close();
});
