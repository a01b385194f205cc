/** Functions that connect to a database, and return the option `query` of its stores. */
export const connectSql = {
  async postgres(url) {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true });
    pool.on("error", () => {}); // a connection that was ended
    return async (sql, values) => {
      const { rows, rowCount } = await pool.query(sql, values);
      return { rows, changes: rowCount ?? 0 };
    };
  },
  async sqlite(url, timeout = 60_000) {
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(url, { timeout });
    return async (sql, values) => {
      const statement = db.prepare(sql);
      if (sql.startsWith("select")) return { rows: statement.all(...values), changes: 0 };
      const { changes } = statement.run(...values);
      return { rows: [], changes: Number(changes) };
    };
  },
};
