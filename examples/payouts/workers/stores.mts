// Shows what all workers share: the journal and the limits of the policy in PostgreSQL, and the
// queue in Redis. start.mts and worker.mts open it.

import { sqlJournal, sqlPolicyStore } from "bursar/stores";
import { Pool } from "pg";
import type { Plan } from "../plan.mjs";

const readUrl = (name: string): string => {
  const url = process.env[name];
  if (url) return url;
  throw new Error(`set ${name}`);
};

export function openStores() {
  const pool = new Pool({
    connectionString: readUrl("DATABASE_URL"),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  // A connection that was lost while it was idle. The next query opens another one.
  pool.on("error", (error) => console.error(error.message));
  const query = async (sql: string, values: unknown[]) => {
    const { rows, rowCount } = await pool.query(sql, values);
    return { rows, changes: rowCount ?? 0 };
  };
  return {
    journal: sqlJournal({ query, dialect: "postgres" }),
    policyStore: sqlPolicyStore({ query, dialect: "postgres" }),
    close: () => pool.end(),
  };
}

/** One queue per file. A job has the number of a batch, and no amount or receiver. */
export interface BatchJob {
  readonly batch: number;
}

export const toQueueName = ({ digest }: Plan) => `payouts-${digest.slice(0, 16)}`;

/** The programs wait for Redis as long as it takes. */
export const toConnection = () => ({
  url: readUrl("REDIS_URL"),
  maxRetriesPerRequest: null,
});
