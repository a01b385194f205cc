import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/data.js";
import { type ReceiptsSummary, summarizeReceipts, verifyReceipts } from "../receipts/index.js";
import type { CommandEnvironment } from "./command-environment.js";
import { parseWholeNumber } from "./whole-number.js";

export const help = `Usage: bursar receipts verify <file> [options]
       bursar receipts summary <file> [options]

verify names each line that was changed, removed, doubled or moved. summary adds up what was signed,
by day and token. Both need no network.

Options:
  --last <hash>   the last hash of an earlier verification, which is stored elsewhere
  --count <n>     how many receipts there were then
  --json          prints the summary as JSON
  --help          show this help

Exit code: 0 if all lines are intact, 1 otherwise.

Example:
  npx bursar receipts verify /var/lib/shop/receipts.jsonl
`;

/** Runs `bursar receipts` with its arguments. Returns the exit code. */
export function run(args: string[], { print }: CommandEnvironment): number {
  const text = { type: "string" } as const;
  const options = { last: text, count: text, json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [command, path, ...others] = positionals;
  const isVerify = command === "verify";
  if (!(isVerify || command === "summary") || !path || others.length > 0)
    throw new ConfigurationError("expected: bursar receipts verify <file>, or summary <file>");
  const lines = readFileSync(path, "utf8");
  const { last } = values;
  const count =
    values.count === undefined
      ? undefined
      : parseWholeNumber("--count", values.count, Number.MAX_SAFE_INTEGER);
  const report = verifyReceipts(lines, { last, count });
  if (isVerify) {
    for (const { line, what } of report.problems) print(`${path}: line ${line} ${what}\n`);
    print(`${report.count} lines, last ${report.last}\n`);
  } else print(formatSummary(summarizeReceipts(lines), values.json));
  const anchor = last === undefined && count === undefined ? withoutAnchor : "";
  const damaged = isVerify ? "Damaged.\n" : "Damaged: see bursar receipts verify.\n";
  if (!values.json) print(report.ok ? `Intact.${anchor}\n` : damaged);
  return report.ok ? 0 : 1;
}

const withoutAnchor = " Without --last of an earlier verification, a cut end cannot be seen.";

function formatSummary(summary: ReceiptsSummary, isJson = false): string {
  if (isJson) return `${JSON.stringify(summary, null, 2)}\n`;
  const { decisions, unstated, totals, refusals, skipped } = summary;
  const { signed, refused, failed } = decisions;
  const refusedBy = Object.entries(refusals).map(([rule, times]) => `  ${times} by ${rule}`);
  return [
    `${signed} signed (${unstated} without stated amounts), ${refused} refused, ${failed} failed`,
    ...totals.map(
      ({ day, chainId, token, amount }) => `  ${day}  chain ${chainId}  ${token}  ${amount}`,
    ),
    ...(refusedBy.length > 0 ? ["Refused:", ...refusedBy] : []),
    ...(skipped > 0 ? [`${skipped} lines do not count: they were changed or doubled.`] : []),
    "",
  ].join("\n");
}
