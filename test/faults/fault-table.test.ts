import { test } from "vitest";
import { calls, rejectUnhandled, rows } from "./fault-table.js";

rejectUnhandled();

/** One write and one other call per row. `test/thorough` tests all pairs. */
const pairs = rows.flatMap(({ title, appliesTo = () => true, check }, i) => {
  const applicable = calls.filter(appliesTo);
  const writes = applicable.filter(({ effect }) => effect === "write");
  const others = applicable.filter(({ effect }) => effect !== "write");
  return [writes, others]
    .flatMap((some) => some[i % some.length] ?? [])
    .map((call) => [call.name, title, () => check(call)] as const);
});

test.each(pairs)("%s %s", async (_call, _title, check) => void (await check()));
