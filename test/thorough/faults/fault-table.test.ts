import { describe, test } from "vitest";
import { calls, rejectUnhandled, rows } from "../../faults/fault-table.js";

rejectUnhandled();

describe.each(calls.map((call) => [call.name, call] as const))("%s", (_, call) => {
  const applicable = rows
    .filter(({ appliesTo = () => true }) => appliesTo(call))
    .map(({ title, check }) => [title, check] as const);
  test.each(applicable)("%s", async (_title, check) => void (await check(call)));
});
