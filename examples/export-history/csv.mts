// Shows how to write transactions as CSV. export.mts uses it.

import type { Transaction } from "bursar";

export const csvHeader = "created at,type,status,chain,amount,token,transaction hash,id\n";

export function toCsvLine(transaction: Transaction): string {
  const { createdAt, type, status, chain, receivedAmount, transactionHash, id } = transaction;
  // Amounts stay decimal strings: a number would round them.
  const { amount, token } = receivedAmount ?? {};
  const cells = [
    createdAt,
    type,
    status,
    chain.id,
    amount,
    token?.symbol,
    transactionHash?.hash,
    id,
  ];
  return `${cells.map(toCell).join(",")}\n`;
}

/** Keeps the last row of each id, so that a row can be corrected by a later one. */
export function keepLastRows(text: string): string[] {
  const rows = text.split("\n").filter((row) => row !== "");
  return [...new Map(rows.map((row) => [row.slice(row.lastIndexOf(",")), row])).values()];
}

function toCell(value: string | number | null | undefined): string {
  // One line per row, so that rows can be found again.
  const text = String(value ?? "").replace(/[\r\n]+/g, " ");
  // Anyone can name a token "=HYPERLINK(…)". A spreadsheet must not run it.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
