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

function toCell(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  // Anyone can name a token "=HYPERLINK(…)". A spreadsheet must not run it.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
