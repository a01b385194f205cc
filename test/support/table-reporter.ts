import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { printSlowest } from "./count-reporter.js";
import { recordFailures } from "./record-failures.js";

/** The results of one runtime: one line of JSON in the file in `BURSAR_TABLE_FILE`. */
export interface TableRow {
  runtime: string;
  version: string;
  modules: string;
  passed: number;
  failed: number;
  skipped: number;
  reasons: string[];
}

/**
 * Counts by runtime. The title of the outermost `describe` names the runtime of a suite:
 * `runtime | version | module system`. The last two are optional. `BURSAR_TABLE_ROW` names the row
 * of all other tests in the same way.
 */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[] = []): void {
    recordFailures(modules, unhandledErrors);
    printSlowest(modules);
    const file = process.env.BURSAR_TABLE_FILE;
    if (!file) return;
    const rest = process.env.BURSAR_TABLE_ROW ?? "other";
    const rows = new Map<string, TableRow>();
    if (unhandledErrors.length > 0) rowOf(rows, rest).failed += unhandledErrors.length;
    for (const module of modules) {
      if (module.errors().length > 0) rowOf(rows, rest).failed++;
      for (const test of module.children.allTests()) add(rowOf(rows, titleOf(test) ?? rest), test);
    }
    for (const row of rows.values()) appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
}

/** The title of the outermost suite of a test, if it names a runtime. */
function titleOf(test: TestCase): string | undefined {
  let outer: TestCase["parent"] = test.parent;
  if (outer.type === "module") return undefined;
  while (outer.parent.type !== "module") outer = outer.parent;
  return outer.name.includes(" | ") ? outer.name : undefined;
}

function rowOf(rows: Map<string, TableRow>, title: string): TableRow {
  let row = rows.get(title);
  if (!row) {
    const [runtime = "", version = "", modules = ""] = title.split(" | ");
    row = { runtime, version, modules, passed: 0, failed: 0, skipped: 0, reasons: [] };
    rows.set(title, row);
  }
  return row;
}

function add(row: TableRow, test: TestCase): void {
  const result = test.result();
  if (result.state === "pending") return;
  row[result.state]++;
  if (result.state !== "skipped") return;
  const reason = result.note ?? `${test.name}: no reason given`;
  if (!row.reasons.includes(reason)) row.reasons.push(reason);
}
