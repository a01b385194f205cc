/** One call of a write, as the caller saw it. Times are from a counter. */
export interface CallRecord {
  readonly key: string;
  readonly result: "ok" | "fail" | "unknown";
  readonly start: number;
  readonly end: number;
}

/** What the caller knows of a write in the end. */
export interface Conclusion {
  readonly key: string;
  readonly isDone: boolean;
}

export interface History {
  readonly calls: readonly CallRecord[];
  readonly conclusions: readonly Conclusion[];
  /** The keys of the writes that the service accepted, in its order. */
  readonly ledger: readonly string[];
  /** The keys of the writes that the state of the service shows. */
  readonly state: readonly string[];
}

/** Compares what callers saw with what the service did. Returns the violations. */
export function checkHistory({ calls, conclusions, ledger, state }: History): string[] {
  const violations: string[] = [];
  const keys = new Set([...calls.map(({ key }) => key), ...ledger, ...state]);
  for (const key of keys) {
    const count = ledger.filter((entry) => entry === key).length;
    const results = calls.filter((call) => call.key === key).map(({ result }) => result);
    const oks = results.filter((result) => result === "ok").length;
    const unknowns = results.filter((result) => result === "unknown").length;
    if (count > 1) violations.push(`${key}: executed ${count} times`);
    if (count < oks) violations.push(`${key}: ${oks} calls are ok, executed ${count} times`);
    if (count > oks + unknowns) violations.push(`${key}: executed, but every call failed`);
    if (state.includes(key) !== count > 0)
      violations.push(`${key}: accepted ${count} times, but the state differs`);
  }
  for (const { key, isDone } of conclusions) {
    if (isDone !== ledger.includes(key))
      violations.push(`${key}: concluded ${isDone}, but the ledger differs`);
  }
  return [...violations, ...checkOrder(calls, ledger)];
}

/** A write that ended before another one started is before it in the ledger. */
function checkOrder(calls: readonly CallRecord[], ledger: readonly string[]): string[] {
  const startOf = (key: string) =>
    Math.min(...calls.filter((call) => call.key === key).map(({ start }) => start));
  return calls
    .filter(({ result }) => result === "ok")
    .flatMap(({ key, end }) => {
      const position = ledger.indexOf(key);
      return ledger
        .slice(0, Math.max(0, position))
        .filter((earlier) => startOf(earlier) > end)
        .map((earlier) => `${key}: ended before ${earlier} started, but is after it`);
    });
}
