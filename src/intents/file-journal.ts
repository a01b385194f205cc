import { ConfigurationError } from "../errors/data.js";
import { JournalError } from "../errors/intents.js";
import { flushFolder, loadFs, readText, withFile, withFileErrors } from "../node/files.js";
import { isMissing } from "../shared/guards.js";
import { type IntentEntry, isSettled, type Journal, readEntry } from "./journal.js";
import { createLog, type Line, readLog } from "./journal-log.js";
import { checksum, openRecord, readLines, sealRecord, throwDamage } from "./journal-records.js";

/**
 * Creates a journal in a file on a local disk, for Node, Bun and Deno. Several processes may share
 * it. Changes are appended and flushed to the disk (fsync), which takes some milliseconds each: a
 * busy server uses its database. The file is continued in `<path>.1`, `<path>.2` and so on. Keep
 * all: they are the memory of what was paid.
 *
 * @throws ConfigurationError if the runtime has no files. Its methods throw it if the file has a
 * line of another version.
 * @throws JournalError by its methods, if a file is damaged, or cannot be read or written.
 * @example
 * ```ts
 * import type { OnceOptions } from "bursar/intents";
 * import { createFileJournal } from "bursar/intents";
 *
 * // externallyOwnedAccount
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" as const;
 * const journal = createFileJournal("/var/lib/shop/payments.jsonl"); // created on first use
 * const terms = { journal, walletAddress, chainId: 137, signer, owner };
 * const options: OnceOptions = { intent: "order 17", ...terms }; // for once
 * ```
 */
export function createFileJournal(path: string): Journal {
  return openFileJournal(path, 2 ** 23);
}

/** The same text in every process, so that it does not matter which one writes it last. */
export function formatArchive(
  archive: { from: string; to: string },
  entries: Iterable<IntentEntry>,
): string {
  const lines = Array.from(entries, (entry) =>
    sealRecord({ intent: entry.intent, open: isSettled(entry) ? 0 : 1, entry }),
  );
  return sealRecord({ archive }, ["", ...lines, ""].join("\n"));
}

/** A file of `sealAt` bytes is sealed, archived, and continued in the next one. */
export function openFileJournal(path: string, sealAt: number): Journal {
  const subject = "createFileJournal";
  if (typeof path !== "string" || path === "")
    throw new ConfigurationError(`${subject}: path: expected the path of a file`);
  const fs = loadFs(subject);
  /** What the archives have: an open entry, or the file and the position of a settled one. */
  const archived = new Map<string, IntentEntry | number>();
  /** Of each archive, the size and the checksum of the first line, which has that of the others. */
  const archives: { readonly size: number; readonly start: number; readonly sum: string }[] = [];
  const fileSize = 2 ** 32;
  let number = 0;
  let log = createLog("");
  const withFileAt = <T>(at: number, flags: string | number, use: (file: number) => T): T =>
    withFileErrors(subject, toPath(at), flags, use, {
      next: "Then call again.",
      outcome: "unknown",
    });
  const toPath = (at: number): string => (at === 0 ? path : `${path}.${at}`);
  const locate = (at = number): string => `${subject}: "${toPath(at)}"`;

  /** Reads what is new, and calls `use` with the file that is appended to, if there is one. */
  function sync<T>(toWrite: boolean, use: (file: number) => T): T | undefined {
    const { O_APPEND, O_CREAT, O_RDONLY, O_RDWR } = fs.constants;
    for (;;) {
      const exists = fs.existsSync(toPath(number));
      if (!exists && (log.identity || number > 0 || fs.existsSync(toPath(number + 1)))) {
        // Other processes may have created and sealed it since.
        if (fs.existsSync(toPath(number))) continue;
        throwDamage(locate(), "is missing");
      }
      if (!exists && !toWrite) return undefined;
      const flags = toWrite ? O_RDWR | O_APPEND | (exists ? 0 : O_CREAT) : O_RDONLY;
      let isLive = false;
      const result = withFileAt(number, flags, (file) => {
        if (/^.{20,70}","archive":/.test(readText(file, 0, 99))) adoptArchive(file);
        else isLive = readLive(file);
        return isLive ? use(file) : undefined;
      });
      if (isLive) return result;
    }
  }

  /** Returns whether lines can be appended. A sealed file is archived. */
  function readLive(file: number): boolean {
    const { dev, ino, size } = fs.fstatSync(file, { bigint: true });
    log.identity ??= `${dev}:${ino}`;
    if (log.identity !== `${dev}:${ino}`) throwDamage(locate(), "was replaced");
    if (size < log.size) throwDamage(locate(), "became shorter");
    readLog(locate(), log, file);
    const next = fs.statSync(toPath(number + 1), { throwIfNoEntry: false });
    // Before a file is sealed, the next one is empty.
    if (next && (next.size > 0 || log.lastValid === 0) && !log.isSealed) {
      // Another process may have sealed it since.
      readLog(locate(), log, file);
      if (!log.isSealed) throwDamage(locate(), "has lost its end");
    }
    if (log.isSealed) archiveLog();
    return !log.isSealed;
  }

  /** Every process that reads the seal does it: the one that wrote it may have been killed. */
  function archiveLog(): void {
    // The lines of the next file must not be on the disk without the seal.
    withFile(toPath(number), "r+", fs.fsyncSync);
    const ends = { from: log.sums[0] as string, to: log.sums.at(-1) as string };
    const copy = `${toPath(number)}.${crypto.randomUUID()}.tmp`;
    withFile(copy, "wx", (target) => {
      fs.writeFileSync(target, formatArchive(ends, log.entries.values()));
      fs.fsyncSync(target);
    });
    fs.renameSync(copy, toPath(number));
    flushFolder(path);
  }

  function adoptArchive(file: number): void {
    const text = readText(file, 0, fs.fstatSync(file).size);
    const head = openRecord<{ archive: { from: string; to: string } }>(locate(), text);
    if (!head) {
      const isDamaged = (line: string, i: number) => i > 0 && line && !openRecord(locate(), line);
      throwDamage(locate(), "is damaged", text.split("\n").findIndex(isDamaged) + 1 || undefined);
    }
    let known = 0;
    for (let start = text.indexOf("\n") + 1; start < text.length; ) {
      const [from, end] = [text.indexOf('"intent":', start) + 9, text.indexOf("\n", start)];
      const to = text.indexOf(',"open":', from);
      const intent: string = JSON.parse(text.slice(from, to));
      const isOpen = text[to + 8] === "1";
      const place = number * fileSize + start;
      const earlier = log.entries.get(intent);
      const entry =
        earlier || isOpen ? openArchived(place, intent, text.slice(start, end)) : undefined;
      if (earlier && entry && entry.revision >= earlier.revision) known++;
      archived.set(intent, isOpen && entry ? entry : place);
      start = end + 1;
    }
    if (head.archive.from !== log.sums[0] || known < log.entries.size)
      throwDamage(locate(), "was replaced");
    const start = text.indexOf("\n") + 1;
    // Not the line itself, which would keep the whole text in memory.
    archives.push({ size: text.length, start, sum: checksum("", text.slice(0, start)) });
    log = createLog(head.archive.to);
    number++;
  }

  function openArchived(place: number, intent: string, line: string): IntentEntry {
    const location = locate(Math.floor(place / fileSize));
    const entry = openRecord<Pick<Line, "entry">>(location, line)?.entry;
    return entry?.intent === intent
      ? readEntry(location, entry)
      : throwDamage(location, "is damaged");
  }

  function find(intent: string): IntentEntry | undefined {
    const found = log.entries.get(intent) ?? archived.get(intent);
    if (typeof found !== "number") return found && { ...found };
    const at = Math.floor(found / fileSize);
    const line = withFileAt(at, "r", (file) => {
      const { size, start, sum } = archives[at] as (typeof archives)[number];
      if (fs.fstatSync(file).size !== size || checksum("", readText(file, 0, start)) !== sum)
        throwDamage(locate(at), "was changed");
      return readLines(file, found % fileSize).next().value;
    });
    return openArchived(found, intent, line);
  }

  /** Appends a line, and returns whether it is valid. Without an entry, it seals the file. */
  function append(file: number, entry?: IntentEntry): boolean {
    const token = crypto.randomUUID();
    const [after, before] = [log.sums.length - 1, log.sums.at(-1) as string];
    const line: Line = { after, before, cut: log.cut || undefined, token, entry };
    const text = `${log.cut > 0 ? "\n" : ""}${sealRecord(line)}\n`;
    // One call: what another process appends at the same time is before or after it.
    if (fs.writeSync(file, text) !== text.length)
      throw new JournalError(`${locate()}: the disk is full`, {
        hint: "The entry was not stored. Free some space, and call again.",
      });
    readLog(locate(), log, file);
    return log.tokens.get(token) === true;
  }

  /** Stores the entry if the stored revision is `from`. */
  function store(given: IntentEntry, from?: number): boolean {
    const entry = readEntry(locate(), given);
    if (entry.revision !== (from ?? 0) + 1)
      throw new ConfigurationError(
        `${subject}: revision: expected ${(from ?? 0) + 1}, got ${entry.revision}`,
      );
    let isStored: boolean | undefined;
    while (isStored === undefined)
      isStored = sync(true, (file) => {
        if (find(entry.intent)?.revision !== from) return false;
        const isFirst = log.lastValid === 0;
        if (!append(file, entry)) return undefined;
        fs.fsyncSync(file);
        if (isFirst) flushFolder(path);
        return true;
      });
    // The file may have been replaced meanwhile.
    if (isStored) sync(false, () => {});
    if (isStored && log.size >= sealAt) sealLog();
    return isStored;
  }

  function sealLog(): void {
    try {
      sync(true, (file) => {
        if (log.size < sealAt) return;
        // It exists before the seal. So a next file that is missing is damage.
        withFile(toPath(number + 1), "a", fs.fsyncSync);
        flushFolder(path);
        append(file);
      });
      sync(false, () => {});
    } catch {
      // The entry is stored. The next call seals the file, or throws.
    }
  }

  /** In the order in which they were begun. */
  function listIntents(): string[] {
    sync(false, () => {});
    return [...new Set([...archived.keys(), ...log.entries.keys()])];
  }

  return {
    async begin(entry) {
      return store(entry) ? undefined : find(entry.intent);
    },
    async update(entry, from) {
      return store(entry, from);
    },
    async *open() {
      const isOpen = (found: unknown) =>
        typeof found === "object" && !isSettled(found as IntentEntry);
      for (const intent of listIntents())
        if (isOpen(log.entries.get(intent) ?? archived.get(intent)))
          yield find(intent) as IntentEntry;
    },
    async *list({ state, after } = {}) {
      const intents = listIntents();
      const start = isMissing(after) ? 0 : intents.indexOf(after) + 1;
      for (const intent of start > 0 || isMissing(after) ? intents.slice(start) : []) {
        const entry = find(intent) as IntentEntry;
        if (isMissing(state) || entry.state === state) yield entry;
      }
    },
  };
}
