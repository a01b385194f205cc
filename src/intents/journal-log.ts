import { type IntentEntry, readEntry } from "./journal.js";
import { checksum, isCut, openRecord, readLines, throwDamage } from "./journal-records.js";

/**
 * A line is valid if its writer had read all valid lines before it. The others have lost a race:
 * their writers read on, and try again. So the order of the file decides, and no lock is needed.
 */
export interface Line {
  /** How many lines its writer had read. */
  readonly after: number;
  /** Their checksum. */
  readonly before: string;
  /** The length of the cut line that this one ended. */
  readonly cut?: number | undefined;
  readonly token: string;
  /** The line that seals the file has none. */
  readonly entry?: IntentEntry | undefined;
}

export type Log = ReturnType<typeof createLog>;

/** What was read of the file that is appended to. `sum` is that of the files before it. */
export const createLog = (sum: string) => ({
  /** Device and inode, from the first look on. */
  identity: undefined as string | undefined,
  /** The checksum of the first n lines. */
  sums: [sum],
  /** Whether the line of a token is valid. */
  tokens: new Map<string, boolean>(),
  entries: new Map<string, IntentEntry>(),
  /** The number of bytes of the complete lines. */
  size: 0,
  lastValid: 0,
  /** The length of a last line that is cut, or that another process is writing. */
  cut: 0,
  /** No later line counts: the next file continues this one. */
  isSealed: false,
});

/** Reads the lines that are new. Stops before a damaged line, so that each call throws again. */
export function readLog(location: string, log: Log, file: number): void {
  /** A damaged line. It is legal if the next line says that it was cut. */
  let broken: string | undefined;
  const lines = readLines(file, log.size);
  let next = lines.next();
  for (; !next.done && !log.isSealed; next = lines.next()) {
    const text = next.value;
    const number = log.sums.length;
    const line = text ? openRecord<Line>(location, text) : undefined;
    if (broken !== undefined) {
      if (line?.cut !== broken.length || line.after !== number - 1)
        throwDamage(location, "is damaged", number);
      addLine(broken);
    }
    broken = text && !line ? text : undefined;
    if (broken) continue;
    // A line of an archive has neither of both.
    const isNext = (log.sums[line?.after ?? -1] ?? null) === line?.before;
    if (line && (!isNext || log.tokens.has(line.token)))
      throwDamage(location, "is damaged", log.sums.length);
    const entry = line?.entry && readEntry(location, line.entry);
    addLine(text);
    if (!line) continue;
    const isValid = line.after >= log.lastValid;
    log.tokens.set(line.token, isValid);
    if (!isValid) continue;
    log.lastValid = log.sums.length - 1;
    log.isSealed = !entry;
    if (entry) log.entries.set(entry.intent, entry);
  }
  if (log.isSealed) return;
  // Two writers that end the same cut line leave an empty line after it. A file of empty lines is
  // damaged.
  const lineCount = log.sums.length - 1;
  if (lineCount > 0 && log.size === lineCount) throwDamage(location, "is damaged", 1);
  if (broken !== undefined || !isCut(next.value))
    throwDamage(location, "is damaged", log.sums.length);
  log.cut = next.value.length;

  function addLine(text: string): void {
    log.sums.push(checksum(log.sums.at(-1) as string, text));
    log.size += text.length + 1;
  }
}
