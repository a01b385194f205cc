import type { FieldDrift } from "./compare-response.js";
import { type CheckReport, isCompared, type StepResult } from "./run-check.js";

/** The report as text. It contains no value of a response, except messages of errors. */
export function formatReport(report: CheckReport): string {
  const compared = report.steps.filter(isCompared);
  const skipped = report.steps.filter(({ outcome }) => outcome === "skipped");
  const failed = report.steps.filter((step) => !isCompared(step) && !skipped.includes(step));
  const extra = [...report.undocumented].flatMap(([operation, fields]) =>
    [...fields].sort().map((field) => [operation, field]),
  );
  return [
    section("Compared", compared.map(toRow)),
    section("Drift", countDrift(report.drift)),
    section("Without documentation (kept, no drift)", extra),
    section("Not compared: the call failed", failed.map(toRow)),
    section("Not called", skipped.map(toRow)),
    `${compared.length} responses compared, ${report.drift.length ? "with" : "no"} drift.\n`,
  ].join("");
}

function toRow({ operation, variant, outcome, detail }: StepResult): string[] {
  const name = variant === undefined ? operation : `${operation} (${variant})`;
  return outcome === "skipped" ? [name, printable(detail)] : [name, outcome, printable(detail)];
}

/** One line per field: where, what was expected and received, how often. */
function countDrift(drift: readonly FieldDrift[]): string[][] {
  const counts = new Map<string, { row: string[]; count: number }>();
  for (const { operation, field, expected, received, count } of drift) {
    const row = [operation, field, `expected ${expected}`, `got ${received}`].map(printable);
    const key = JSON.stringify(row);
    counts.set(key, { row, count: (counts.get(key)?.count ?? 0) + count });
  }
  return [...counts.values()].map(({ row, count }) => [...row, `${count}×`]);
}

function section(title: string, rows: readonly string[][]): string {
  if (rows.length === 0) return "";
  // Not `Math.max` of all rows: too many arguments exceed the stack.
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, { length }] of row.entries())
      widths[i] = Math.min(44, Math.max(length, widths[i] ?? 0));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] as number))),
  );
  return `${title}\n${lines.map((line) => `  ${line.join("  ")}\n`).join("")}\n`;
}

/** Text of a response could manipulate the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 200);
}
