import { isJsonObject } from "../shared/guards.js";
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
  const fields = names.flatMap((name) => {
    const values = rows.map((row) => row[name] ?? "");
    if (!values.every(isScalar) || values.every((value) => value === "")) return [];
    const cells = [name, ...values.map(String)].map(toPrintable);
    const width = cells.reduce((widest, { length }) => Math.max(widest, length), 0);
    return [{ name, cells: cells.map((cell) => cell.padEnd(width)), width }];
  });
  let left = Math.max(columns, minColumns) - indent.length;
  // The first field is mostly an id. After it, as many as possible.
  const byWidth = [...fields.slice(0, 1), ...fields.slice(1).sort((a, b) => a.width - b.width)];
  const fitting = byWidth.filter(({ width }) => {
    // Nothing is cut: a part of an amount or an address would mislead.
    if (width > left) return false;
    left -= width + 2;
    return true;
  });
  const shown = fields.filter((field) => fitting.includes(field));
  const toLine = (_: unknown, i: number) => {
    const cells = shown.map((field) => field.cells[i]);
    return cells.join("  ").trimEnd();
  };
  const lines = shown.length > 0 ? ["", ...rows].map(toLine) : [`${rows.length} records`];
  const others = names.filter((name) => !shown.some((field) => field.name === name));
  const more = others.length > 0 ? [`More with --json: ${others.map(toPrintable).join(", ")}`] : [];
  return [...lines, ...more].map((line) => `${indent}${line}\n`).join("");
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;
