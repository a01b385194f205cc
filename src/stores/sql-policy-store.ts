import { readOptions } from "../errors/options.js";
import type { PolicyStore } from "../policy/policy-store.js";
import { openSql, type SqlStoreOptions, sqlFields } from "./open-sql.js";
import { createReserve, type StoredAmount } from "./reserve-amount.js";

/**
 * Creates a store for `createSigningPolicy` in PostgreSQL or SQLite: limits hold for all processes,
 * exactly. Windows end by the clock of the database.
 *
 * Its methods throw a `ConfigurationError` if the tables are missing, of another version or of
 * another dialect. Nothing is signed then.
 *
 * @throws ConfigurationError for an invalid option.
 * @example
 * ```ts
 * import { createSigningPolicy } from "bursar/policy";
 * import { type SqlStoreOptions, sqlPolicyStore } from "bursar/stores";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" as const;
 * const limits = [{ token: usdc, windows: [{ hours: 24, max: "1000" }] }];
 * const createPolicy = (query: SqlStoreOptions["query"]) => {
 *   const store = sqlPolicyStore({ query, dialect: "postgres" });
 *   return createSigningPolicy({ chains: [137], receivers: [], limits, store });
 * };
 * console.log(createPolicy);
 * ```
 */
export function sqlPolicyStore(options: SqlStoreOptions): PolicyStore {
  const subject = "sqlPolicyStore";
  const sql = openSql(subject, readOptions(subject, options, sqlFields));

  const reserve = createReserve(subject, {
    async read(key) {
      const rows = await sql.select(
        `select position, version, amount, case when expires > :now then 1 else 0 end as counts
          from bursar_amounts where key = ? order by position`,
        key,
      );
      const last = Number(rows.at(-1)?.["position"] ?? 0);
      // The last row stays, so that positions are never used again.
      if (rows.some((row) => Number(row["counts"]) === 0 && Number(row["position"]) < last))
        await sql.change(
          "delete from bursar_amounts where key = ? and position < ? and expires <= :now",
          key,
          last,
        );
      const amounts = rows.filter((row) => Number(row["counts"]) === 1);
      return { amounts: amounts as unknown as StoredAmount[], mark: String(last) };
    },
    add: (key, mark, { id, version, amount, milliseconds }) =>
      sql.changeOne(
        `insert into bursar_amounts (key, position, id, version, amount, expires)
          values (?, ?, ?, ?, ?, :now + ?) on conflict (key, position) do nothing`,
        key,
        Number(mark) + 1,
        id,
        version,
        amount,
        milliseconds,
      ),
  });

  return {
    reserve,
    async release(key, id) {
      // The row stays, because it may be the last one.
      await sql.change("update bursar_amounts set amount = '0' where key = ? and id = ?", key, id);
    },
    async freeze(name, reason) {
      const insert =
        "insert into bursar_frozen (name, reason) values (?, ?) on conflict (name) do nothing";
      await sql.changeOne(insert, name, reason);
    },
    async unfreeze(name) {
      await sql.changeOne("delete from bursar_frozen where name = ?", name);
    },
    async frozen(name) {
      const [row] = await sql.select("select reason from bursar_frozen where name = ?", name);
      return row && String(row["reason"]);
    },
  };
}
