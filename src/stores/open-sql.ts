import { oneOf } from "../contract/records/schema.js";
import type { Outcome } from "../contract/shared/outcome.js";
import { ConfigurationError } from "../errors/data.js";
import { JournalError } from "../errors/intents.js";
import { custom, type Options, required } from "../errors/options.js";
import { isObject } from "../shared/guards.js";
import { type Dialect, schemaVersion } from "./schema.js";
import { toStoreError } from "./store-failure.js";

/** What a statement has returned. */
export interface SqlResult {
  /** The rows of a `select`, as objects. */
  rows: readonly unknown[];
  /** How many rows an `insert`, `update` or `delete` has changed. Any number for a `select`. */
  changes: number;
}

/** The options of the stores in a database. */
export interface SqlStoreOptions {
  /**
   * Runs one statement and commits it. Only statements that begin with `select` return rows. It may
   * use a pool: each statement is complete without a transaction around it.
   */
  query: (sql: string, values: (string | number)[]) => Promise<SqlResult>;
  /** The database. `npx bursar stores schema --dialect <dialect>` prints its tables. */
  dialect: "postgres" | "sqlite";
}

type Values = (string | number)[];

/** The tables of a database. Statements have `?` for values and `:now` for the current time. */
export interface Sql {
  select(sql: string, ...values: Values): Promise<Record<string, unknown>[]>;
  /** Changes any number of rows. */
  change(sql: string, ...values: Values): Promise<void>;
  /** Changes one row or none. Returns whether it changed one. */
  changeOne(sql: string, ...values: Values): Promise<boolean>;
}

/** The clock of the database in milliseconds: all processes have the same one. */
const clocks: Readonly<Record<Dialect, string>> = {
  postgres: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  sqlite: "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
};

export const sqlFields: Options<SqlStoreOptions> = () => ({
  query: required(custom((value) => typeof value === "function", "a function")),
  dialect: required(oneOf("postgres", "sqlite")),
});

const resultHint = "Return { rows, changes } of the driver's result: see docs/stores.md.";

/**
 * Before the first statement of a store, it looks whether the tables are those of this version. Its
 * errors have the `outcome` of what is stored.
 */
export function openSql(
  subject: string,
  { query, dialect }: SqlStoreOptions,
  outcome?: Outcome,
): Sql {
  const create = `npx bursar stores schema --dialect ${dialect}`;

  async function run(sql: string, values: Values, hint?: string): Promise<SqlResult> {
    let result: unknown;
    try {
      result = await query(sql, values);
    } catch (error) {
      throw toStoreError(subject, "query", error, { hint, outcome });
    }
    const { rows, changes } = Object(result) as Partial<SqlResult>;
    if (Array.isArray(rows) && rows.every(isObject) && Number.isSafeInteger(changes))
      return { rows, changes: Number(changes) };
    throw new ConfigurationError(`${subject}: query: expected { rows, changes }`, {
      hint: resultHint,
      outcome,
    });
  }

  const rejectChanges = (expected: string, changes: number): never => {
    throw new ConfigurationError(
      `${subject}: query: changes: expected ${expected}, got ${changes}`,
      { hint: resultHint, outcome },
    );
  };

  async function check(): Promise<void> {
    const hint = `Are the tables there? This prints them: ${create}`;
    const { rows } = await run("select dialect, version from bursar_schema", [], hint);
    const [row, ...others] = rows as Record<string, unknown>[];
    if (!row || others.length > 0)
      throw new ConfigurationError(
        `${subject}: bursar_schema: expected one row, got ${rows.length}`,
        { hint: `Create all tables in one database: ${create}`, outcome },
      );
    assertSchemaVersion(subject, Number(row["version"]), outcome);
    if (row["dialect"] !== dialect)
      throw new ConfigurationError(
        `${subject}: dialect: expected "${row["dialect"]}", which the tables are of, got "${dialect}"`,
        { hint: "Pass the dialect of the database.", outcome },
      );
    // A replica rejects it. An adapter that counts wrongly could let two processes pay.
    const update = "update bursar_schema set version = version";
    const hintOfWrite = "Use a connection that may write.";
    const none = await run(`${update} where version < 0`, [], hintOfWrite);
    if (none.changes !== 0) rejectChanges("0 for an update of no row", none.changes);
    const one = await run(update, [], hintOfWrite);
    if (one.changes !== 1) rejectChanges("1 for an update of one row", one.changes);
  }

  let checked: Promise<void> | undefined;
  async function runChecked(sql: string, values: Values): Promise<SqlResult> {
    checked ??= check();
    try {
      await checked;
    } catch (error) {
      checked = undefined; // the next call looks again
      throw error;
    }
    let count = 0;
    const numbered = dialect === "postgres" ? sql.replace(/\?/g, () => `$${++count}`) : sql;
    return run(numbered.replaceAll(":now", clocks[dialect]), values);
  }

  return {
    async select(sql, ...values) {
      return (await runChecked(sql, values)).rows as Record<string, unknown>[];
    },
    async change(sql, ...values) {
      await runChecked(sql, values);
    },
    async changeOne(sql, ...values) {
      const { changes } = await runChecked(sql, values);
      return changes === 1 || (changes !== 0 && rejectChanges("0 or 1 for one row", changes));
    },
  };
}

function assertSchemaVersion(subject: string, version: number, outcome?: Outcome): void {
  if (version === schemaVersion) return;
  const message = `${subject}: bursar_schema: expected version ${schemaVersion}, got ${version}`;
  const hint = "Update this package in all processes, or convert the tables: see the changelog.";
  if (subject === "sqlJournal" && version > schemaVersion)
    throw new JournalError(message, { hint });
  throw new ConfigurationError(message, { hint, outcome });
}
