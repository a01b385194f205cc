import { expect, test } from "vitest";
import { type CallRecord, checkHistory } from "./model/check-history.js";

const call = (
  key: string,
  result: CallRecord["result"],
  start: number,
  end: number,
): CallRecord => ({ key, result, start, end });

const base = { calls: [], conclusions: [], ledger: [], state: [] };

test("accepts writes that are executed as their callers know", () => {
  const calls = [
    call("a", "ok", 0, 1),
    call("b", "fail", 2, 3),
    call("c", "unknown", 4, 5),
    call("d", "unknown", 6, 7),
    call("d", "ok", 8, 9),
  ];
  const conclusions = [
    { key: "a", isDone: true },
    { key: "b", isDone: false },
    { key: "c", isDone: true },
    { key: "d", isDone: true },
  ];
  const ledger = ["a", "c", "d"];
  expect(checkHistory({ calls, conclusions, ledger, state: ledger })).toEqual([]);
});

test("reports a write that is executed twice", () => {
  const calls = [call("a", "unknown", 0, 1), call("a", "unknown", 2, 3)];
  expect(checkHistory({ ...base, calls, ledger: ["a", "a"], state: ["a"] })).toHaveLength(1);
});

test("reports a successful call that is not executed", () => {
  expect(checkHistory({ ...base, calls: [call("a", "ok", 0, 1)] })).toHaveLength(1);
});

test("reports a failed call that is executed", () => {
  const calls = [call("a", "fail", 0, 1)];
  expect(checkHistory({ ...base, calls, ledger: ["a"], state: ["a"] })).toHaveLength(1);
});

test("reports an execution that the state does not show, and the other way round", () => {
  const calls = [call("a", "ok", 0, 1), call("b", "fail", 2, 3)];
  expect(checkHistory({ ...base, calls, ledger: ["a"], state: ["b"] })).toHaveLength(2);
});

test("reports a wrong conclusion", () => {
  const calls = [call("a", "unknown", 0, 1)];
  const conclusions = [{ key: "a", isDone: true }];
  expect(checkHistory({ ...base, calls, conclusions })).toHaveLength(1);
});

test("reports a write that is executed before an earlier one", () => {
  const calls = [call("a", "ok", 0, 1), call("b", "ok", 2, 3)];
  const reversed = { ...base, calls, ledger: ["b", "a"], state: ["a", "b"] };
  expect(checkHistory(reversed)).toHaveLength(1);
});

test("accepts writes at the same time in any order", () => {
  const calls = [call("a", "ok", 0, 3), call("b", "ok", 1, 2)];
  for (const ledger of [
    ["a", "b"],
    ["b", "a"],
  ])
    expect(checkHistory({ ...base, calls, ledger, state: ledger })).toEqual([]);
});

test("accepts an unknown write that is executed late", () => {
  const calls = [call("a", "unknown", 0, 1), call("b", "ok", 2, 3)];
  expect(checkHistory({ ...base, calls, ledger: ["b", "a"], state: ["a", "b"] })).toEqual([]);
});
