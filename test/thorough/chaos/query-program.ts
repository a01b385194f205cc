// Runs statements in a database of SQLite, and prints the rows of the last one as JSON.
import { connectSql } from "../../e2e/stores/connect-sql.mjs";

const [path, sql] = process.argv.slice(2) as [string, string];
const query = await connectSql.sqlite(path, 60_000);
let rows: readonly unknown[] = [];
for (const statement of sql.split(";\n").filter((each) => each.trim()))
  ({ rows } = await query(statement, []));
console.log(JSON.stringify(rows));
