import { type Options, readOptions } from "../errors/options.js";
import type { ReplayStore } from "../webhooks/replay-guard.js";
import { openSql, type SqlStoreOptions, sqlFields } from "./open-sql.js";
import { type ReplayTimes, replayFields, toReplayStore } from "./replay-times.js";

/** The options of `sqlReplayStore`. */
export interface SqlReplayStoreOptions extends SqlStoreOptions, ReplayTimes {}

const fields: Options<SqlReplayStoreOptions, "lease" | "keep"> = () => ({
  ...sqlFields(),
  ...replayFields(),
});

/**
 * Creates a store for the option `replays` of `createWebhookHandler` in PostgreSQL or SQLite. Use
 * one database or schema per endpoint: ids are shared. Times are those of the database.
 *
 * Its methods throw a `ConfigurationError` if the tables are missing, of another version or of
 * another dialect. The handler responds with 500 then, and the delivery is repeated.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import { type SqlStoreOptions, sqlReplayStore } from "bursar/stores";
 * import { createWebhookHandler } from "bursar/webhooks";
 *
 * const createHandler = (query: SqlStoreOptions["query"]) =>
 *   createWebhookHandler({
 *     secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *     replays: sqlReplayStore({ query, dialect: "postgres" }),
 *     onEvent: (event) => console.log(event.event_type),
 *     onError: (error) => console.error(error),
 *   });
 * console.log(createHandler);
 * ```
 */
export function sqlReplayStore(options: SqlReplayStoreOptions): ReplayStore {
  const subject = "sqlReplayStore";
  const read = readOptions(subject, options, fields);
  const sql = openSql(subject, read);
  const upsert = `insert into bursar_deliveries (id, claim, expires) values (?, ?, :now + ?)
    on conflict (id) do update set claim = excluded.claim, expires = excluded.expires`;

  return toReplayStore(subject, read, {
    async claim(id, claim, milliseconds) {
      const expired = `${upsert} where bursar_deliveries.expires <= :now`;
      if (await sql.changeOne(expired, id, claim, milliseconds)) return claim;
      const [row] = await sql.select("select claim from bursar_deliveries where id = ?", id);
      // Without a row, it was released in the meantime.
      return row?.["claim"];
    },
    async complete(id, done, milliseconds) {
      await sql.changeOne(upsert, id, done, milliseconds);
      await sql.change("delete from bursar_deliveries where expires <= :now");
    },
    async release(id, claim) {
      await sql.changeOne("delete from bursar_deliveries where id = ? and claim = ?", id, claim);
    },
  });
}
