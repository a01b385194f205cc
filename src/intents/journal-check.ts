import { isBursarError } from "../errors/any-bursar-error.js";
import { ConfigurationError } from "../errors/data.js";
import { loadFs, withFile } from "../node/files.js";
import { formatArchive, openFileJournal } from "./file-journal.js";
import { type IntentEntry, isSettled, readEntry } from "./journal.js";
import { checksum, openRecord, readLines } from "./journal-records.js";

/** What is in the files of a journal. */
export interface JournalReport {
  readonly files: readonly {
    readonly path: string;
    readonly lines: number;
    readonly isCut: boolean;
  }[];
  /** What a journal throws. Undefined if it is intact. */
  readonly damage?: string | undefined;
  /** The lines that cannot be read. Some may have been cut by a crash. */
  readonly broken: readonly {
    readonly path: string;
    readonly line: number;
    readonly text: string;
  }[];
  /** The intact entries of each intent, the last one last. */
  readonly entries: ReadonlyMap<string, readonly IntentEntry[]>;
}

/** Reads a journal, also after damage. */
export async function checkJournal(path: string): Promise<JournalReport> {
  const files: JournalReport["files"][number][] = [];
  const broken: JournalReport["broken"][number][] = [];
  const entries = new Map<string, IntentEntry[]>();
  const paths = listFiles(path);
  if (paths.length === 0) throw new ConfigurationError(`"${path}": there is no such file`);
  const damage = await findDamage(path);
  for (const file of paths)
    withFile(file, "r", (opened) => {
      const lines = readLines(opened, 0);
      let [line, next] = [0, lines.next()];
      for (; !next.done; next = lines.next()) readLine(file, ++line, next.value);
      const isCut = next.value !== "";
      if (isCut) readLine(file, line + 1, next.value);
      files.push({ path: file, lines: line, isCut });
    });
  return { files, damage, broken, entries };

  function readLine(file: string, line: number, text: string): void {
    // The first line of an archive covers all others: the journal itself has checked it.
    if (text === "" || (line === 1 && text.includes('"archive":'))) return;
    const { entry: given, before } =
      openRecord<{ entry?: unknown; before?: string }>(file, text) ?? {};
    if (given === undefined && before === undefined) broken.push({ path: file, line, text });
    if (given === undefined) return;
    const entry = readEntry(file, given);
    const earlier = entries.get(entry.intent) ?? [];
    entries.set(
      entry.intent,
      [...earlier, entry].sort((a, b) => a.revision - b.revision),
    );
  }
}

/** The files that exist, in the order of their numbers. */
function listFiles(path: string): string[] {
  const fs = loadFs();
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const folder = path.slice(0, end) || ".";
  const numberOf = (name: string) => Number(/^\.(\d+)$/.exec(name.slice(path.length - end))?.[1]);
  return (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    .filter((name) => name.startsWith(path.slice(end)))
    .filter((name) => name === path.slice(end) || numberOf(name) > 0)
    .sort((a, b) => (numberOf(a) || 0) - (numberOf(b) || 0))
    .map((name) => path.slice(0, end) + name);
}

async function findDamage(path: string): Promise<string | undefined> {
  try {
    for await (const _ of openFileJournal(path, Number.POSITIVE_INFINITY).list());
    return undefined;
  } catch (error) {
    if (isBursarError(error) && error.kind === "journal") return error.message;
    throw error;
  }
}

/** What `once` never attempts again. It is a fact, also in a line that has lost a race. */
const isFinal = (entry: IntentEntry): boolean =>
  entry.state === "done" || (isSettled(entry) && entry.transactionId !== undefined);

const intentPattern = /"intent":("(?:[ !#-[\]-~]|\\(?:["\\bfnrt]|u[\da-f]{4}))*")(.*)/;

/**
 * The entries of a damaged journal. A later change of each may be lost, so only a final one stays.
 * The others become `check`: nothing is signed for them before they were looked up.
 */
export function repairEntries({ entries, broken }: JournalReport): IntentEntry[] {
  const repaired = Array.from(entries.values(), (all) => {
    const last = all.at(-1) as IntentEntry;
    return [...all].reverse().find(isFinal) ?? toChecked(last);
  });
  for (const { text } of broken) {
    const [, json = "", rest = ""] = intentPattern.exec(text) ?? [];
    const [, walletAddress] = /"walletAddress":"(0x[\da-f]{40})"/i.exec(rest) ?? [];
    const [, chainId] = /"chainId":(\d+)/.exec(rest) ?? [];
    if (!walletAddress || !chainId) continue;
    const intent: string = JSON.parse(json);
    if (repaired.some((entry) => entry.intent === intent)) continue;
    const state = "check";
    const target = { walletAddress, chainId: Number(chainId) };
    repaired.push(toChecked({ version: 1, intent, revision: 0, state, ...target }));
  }
  return repaired;
}

const toChecked = (entry: IntentEntry): IntentEntry => ({
  ...entry,
  revision: entry.revision + 1,
  state: "check",
  reason: "The journal was damaged, and a later change may be lost. Look for it in the history.",
});

/** Writes a new journal. Throws if there is one. */
export function writeJournal(path: string, entries: readonly IntentEntry[]): void {
  const fs = loadFs();
  const perFile = 10_000;
  const write = (number: number, text: string): void =>
    withFile(number === 0 ? path : `${path}.${number}`, "wx", (file) => {
      fs.writeFileSync(file, text);
      fs.fsyncSync(file);
    });
  let [number, from] = [0, ""];
  for (let at = 0; at < entries.length; at += perFile, number++) {
    const to = checksum(from, String(number));
    write(number, formatArchive({ from, to }, entries.slice(at, at + perFile)));
    from = to;
  }
  write(number, "");
}
