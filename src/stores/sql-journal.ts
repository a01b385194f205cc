import { JournalError } from "../errors/intents.js";
import { readOptions } from "../errors/options.js";
import type { IntentEntry, Journal } from "../intents/journal.js";
import { isMissing, isObject } from "../shared/guards.js";
import { openSql, type SqlStoreOptions, sqlFields } from "./open-sql.js";

const subject = "sqlJournal";
const pageSize = 100;

/**
 * Creates a journal for `once` and `recover` in PostgreSQL or SQLite, for any number of processes.
 * It lists entries in the order in which they were begun.
 *
 * Its methods throw a `ConfigurationError` if the tables are missing or of another dialect, and a
 * `JournalError` if a newer version of this package has created them.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import { type SqlStoreOptions, sqlJournal } from "bursar/stores";
 *
 * // pool: new Pool() of pg
 * const createJournal = (pool: {
 *   query(sql: string, values: unknown[]): Promise<{ rows: object[]; rowCount: number | null }>;
 * }) => {
 *   const query: SqlStoreOptions["query"] = async (sql, values) => {
 *     const { rows, rowCount } = await pool.query(sql, values);
 *     return { rows, changes: rowCount ?? 0 };
 *   };
 *   return sqlJournal({ query, dialect: "postgres" });
 * };
 * console.log(createJournal);
 * ```
 */
export function sqlJournal(options: SqlStoreOptions): Journal {
  const sql = openSql(subject, readOptions(subject, options, sqlFields), "unknown");

  /** The entries that match a condition, after a position, without all of them in memory. */
  async function* readPages(condition: string, values: string[], from: string | number) {
    for (let position = from; ; ) {
      const rows = await sql.select(
        `select position, intent, entry from bursar_intents
          where position > ?${condition} order by position limit ${pageSize}`,
        position,
        ...values,
      );
      for (const row of rows) yield parseEntry(row);
      const last = rows.at(-1)?.["position"];
      if (rows.length < pageSize || (typeof last !== "number" && typeof last !== "string")) return;
      position = last;
    }
  }

  return {
    async begin(entry) {
      const { intent, revision, state } = entry;
      const isNew = await sql.changeOne(
        `insert into bursar_intents (intent, revision, state, entry) values (?, ?, ?, ?)
          on conflict (intent) do nothing`,
        intent,
        revision,
        state,
        JSON.stringify(entry),
      );
      if (isNew) return undefined;
      const select = "select intent, entry from bursar_intents where intent = ?";
      const [row] = await sql.select(select, intent);
      if (row) return parseEntry(row);
      throw new JournalError(
        `${subject}: the entry of "${intent}" was not inserted, and is missing`,
        {
          hint: "Let query return how many rows an insert has changed. Delete no entries.",
        },
      );
    },
    update({ intent, revision, state, ...rest }, from) {
      return sql.changeOne(
        "update bursar_intents set revision = ?, state = ?, entry = ? where intent = ? and revision = ?",
        revision,
        state,
        JSON.stringify({ intent, revision, state, ...rest }),
        intent,
        from,
      );
    },
    open: () => readPages(" and state not in ('done', 'failed')", [], 0),
    async *list({ state, after } = {}) {
      let from: unknown = 0;
      if (!isMissing(after)) {
        const select = "select position from bursar_intents where intent = ?";
        from = (await sql.select(select, after))[0]?.["position"];
      }
      if (typeof from !== "number" && typeof from !== "string") return;
      yield* isMissing(state)
        ? readPages("", [], from)
        : readPages(" and state = ?", [state], from);
    },
  };
}

/** An entry of another version is rejected by its readers. */
function parseEntry({ intent, entry }: Record<string, unknown>): IntentEntry {
  let value: unknown;
  try {
    value = JSON.parse(entry as string);
  } catch {
    // It is damaged.
  }
  if (isObject(value)) return value as unknown as IntentEntry;
  throw new JournalError(`${subject}: the entry of "${intent}" is damaged`, {
    hint: "Restore it from a backup: it is the memory of what was paid.",
  });
}
