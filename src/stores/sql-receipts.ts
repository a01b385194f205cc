import { ConfigurationError } from "../errors/data.js";
import { readOptions } from "../errors/options.js";
import {
  createChain,
  type Link,
  mayBeMissing,
  openLine,
  sealLine,
  start,
} from "../receipts/receipt-lines.js";
import type { Receipts } from "../signing/skeleton/receipts.js";
import { openSql, type SqlStoreOptions, sqlFields } from "./open-sql.js";

const subject = "sqlReceipts";

/**
 * Creates the option `receipts` of the sign functions, the runs and `once` in PostgreSQL or SQLite,
 * for any number of processes. All write one chain. Read it with
 * `select line from bursar_receipts order by number`, and verify it with `verifyReceipts`.
 *
 * The returned function rejects with a `ConfigurationError` if the tables are missing, of another
 * version or of another dialect, or if the last line was changed. Of a decision, no signature is
 * returned then.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import type { RunSwapOptions } from "bursar/signing";
 * import { type SqlStoreOptions, sqlReceipts } from "bursar/stores";
 *
 * const createOptions = (query: SqlStoreOptions["query"]): RunSwapOptions => {
 *   return { signer, receipts: sqlReceipts({ query, dialect: "postgres" }) };
 * };
 * console.log(createOptions);
 * ```
 */
export function sqlReceipts(options: SqlStoreOptions): Receipts {
  const sql = openSql(subject, readOptions(subject, options, sqlFields));

  async function readEnd(): Promise<Link> {
    const select = "select line from bursar_receipts order by number desc limit 1";
    const [row] = await sql.select(select);
    const link = row ? openLine(String(row["line"])) : start;
    if (link) return link;
    throw new ConfigurationError(`${subject}: the last line of bursar_receipts was changed`, {
      hint: `${mayBeMissing} Verify all lines: see docs/receipts.md.`,
    });
  }

  return createChain(async (fields) => {
    for (let lost: string | undefined; ; ) {
      const end = await readEnd();
      if (end.hash === lost)
        throw new ConfigurationError(
          `${subject}: nothing was added, though the end did not change`,
          {
            hint: "Use a connection that reads what it has written: no replica, no cache.",
          },
        );
      const { line, link } = sealLine(fields, end);
      const insert =
        "insert into bursar_receipts (number, line) values (?, ?) on conflict (number) do nothing";
      if (await sql.changeOne(insert, link.number, line)) return;
      // Another process was first.
      lost = end.hash;
    }
  });
}
