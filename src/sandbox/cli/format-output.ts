import { isJsonObject } from "../../shared/guards.js";
import { toPrintable } from "./printable.js";

/** The width of a hash in a nested list: a narrower terminal wraps the lines. */
const minColumns = 80;

/** Formats data for a terminal: records as lines, and lists of records as tables. */
export function formatOutput(data: unknown, columns: number, indent = ""): string {
  if (Array.isArray(data)) return formatList(data, columns, indent);
  if (!isJsonObject(data)) return `${indent}${toPrintable(String(data))}\n`;
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  const lines = entries.map(([name, value]) => {
    const label = `${indent}${toPrintable(name)}:`;
    if (isScalar(value)) return `${label} ${toPrintable(String(value))}\n`;
    const nested = formatOutput(value, columns, `${indent}  `);
    return nested === "" ? `${label} none\n` : `${label}\n${nested}`;
  });
  return lines.join("");
}

/** The items of a list: records are the rows of a table. */
function formatList(items: readonly unknown[], columns: number, indent: string): string {
  const isTable = items.length > 0 && items.every(isJsonObject);
  if (isTable) return formatTable(items, columns, indent);
  return items.map((item) => formatOutput(item, columns, indent)).join("");
}

/** A column per field that fits into the terminal. A line names the other fields. */
function formatTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: number,
  indent: string,
): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const left: string[] = [];
  const shown: string[][] = [];
  let width = indent.length;
  for (const name of names) {
    const values = rows.map((row) => row[name] ?? "");
    const cells = values.every(isScalar) ? [name, ...values.map(String)].map(toPrintable) : [];
    const cellWidth = cells.reduce((widest, { length }) => Math.max(widest, length), 0);
    // Nothing is cut: a part of an amount or an address would mislead.
    if (cells.length > 0 && width + cellWidth <= Math.max(columns, minColumns)) {
      shown.push(cells.map((cell) => cell.padEnd(cellWidth)));
      width += cellWidth + 2;
    } else left.push(toPrintable(name));
  }
  const toLine = (_: unknown, i: number) => {
    const cells = shown.map((column) => column[i]);
    return cells.join("  ").trimEnd();
  };
  const lines = shown.length > 0 ? ["", ...rows].map(toLine) : [`${rows.length} records`];
  const more = left.length > 0 ? [`More fields with --json: ${left.join(", ")}`] : [];
  return [...lines, ...more].map((line) => `${indent}${line}\n`).join("");
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;
