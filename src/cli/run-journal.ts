import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/data.js";
import {
  checkJournal,
  type JournalReport,
  repairEntries,
  writeJournal,
} from "../intents/journal-check.js";
import type { CommandEnvironment } from "./command-environment.js";

export const help = `Usage: bursar journal check <file> [options]

Reads the file of createFileJournal and its continuations, <file>.1 and so on, and prints what is
in them, with each damaged line. It needs no network.

Options:
  --repair       write a new journal from the intact lines: <file>.repaired. The damaged files stay
  --out <file>   the name of the new journal, which must not exist
  --help         show this help

Exit code: 0 if it is intact, 1 if it is damaged or cannot be read.

Example:
  npx bursar journal check /var/lib/shop/payments.jsonl
`;

/** Runs `bursar journal` with its arguments. Returns the exit code. */
export async function run(args: string[], { print }: CommandEnvironment): Promise<number> {
  const options = { repair: { type: "boolean" }, out: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [command, path, ...rest] = positionals;
  if (command !== "check" || !path || rest.length > 0)
    throw new ConfigurationError("expected: bursar journal check <file>");
  const report = await checkJournal(path);
  print(formatReport(report));
  if (values.repair) print(repair(report, values.out ?? `${path}.repaired`));
  return report.damage === undefined ? 0 : 1;
}

function formatReport({ files, damage, broken, entries }: JournalReport): string {
  const text = [];
  for (const { path, lines, isCut } of files)
    text.push(`${path}: ${count(lines, "line")}${isCut ? ", and one that was cut" : ""}`);
  const counts = new Map<string, number>();
  for (const all of entries.values()) {
    const state = all.at(-1)?.state as string;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const states = [...counts].map(([state, total]) => `${total} ${state}`);
  text.push(`${count(entries.size, "intent")}${states.length > 0 ? `: ${states.join(", ")}` : ""}`);
  if (damage === undefined) return [...text, "It is intact.", ""].join("\n");
  for (const { path, line } of broken) text.push(`${path}: line ${line} is damaged`);
  const next = `A new journal from the intact lines: bursar journal check ${files[0]?.path} --repair`;
  return [...text, `Damaged: ${damage}`, next, ""].join("\n");
}

const count = (total: number, name: string) => `${total} ${name}${total === 1 ? "" : "s"}`;

function repair(report: JournalReport, path: string): string {
  if (report.damage === undefined) return "Nothing to repair.\n";
  const entries = repairEntries(report);
  writeJournal(path, entries);
  const checks = entries.filter(({ state }) => state === "check");
  const names = checks.map(({ intent }) => `  ${JSON.stringify(intent)}\n`).join("");
  const checked = `\nA later change of these may be lost. They are "check" now:\n${names}`;
  return `
Wrote ${path} and its continuation: ${count(entries.length, "intent")}. Left out: ${count(report.broken.length, "line")}.
${checks.length > 0 ? checked : ""}
What to do:
  1. Stop all processes that use the damaged journal. Keep its files.
  2. Pass the new path to createFileJournal. Do not rename the new files.
  3. Call recover: it looks up each intent in the history. Look up what stays "check" yourself.
  4. An intent that the new journal does not have may be lost. Look for it before you pay it again.
`;
}
