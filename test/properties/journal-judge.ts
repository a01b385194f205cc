import type { IntentEntry } from "../../src/intents/index.js";

/** What callers were promised: the last acknowledged entry of each intent, and all earlier ones. */
export interface Acknowledged {
  readonly last: ReadonlyMap<string, IntentEntry>;
  readonly all: readonly IntentEntry[];
}

/** What a read of an intent returned, or the name of the error that it threw. */
export type Read = { readonly entry: IntentEntry | undefined } | { readonly error: string };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A journal has the last acknowledged entry of each intent, or throws a `JournalError`. If only its
 * end is missing, an earlier entry is right, too. Returns what is wrong.
 */
export function judgeReads(
  { last, all }: Acknowledged,
  reads: ReadonlyMap<string, Read>,
  { isCut = false, isRunning = false } = {},
): string[] {
  const wrong: string[] = [];
  let thrown = 0;
  for (const [intent, read] of reads) {
    const expected = last.get(intent);
    if ("error" in read) {
      thrown++;
      if (read.error !== "JournalError") wrong.push(`${intent}: throws ${read.error}`);
      continue;
    }
    const { entry } = read;
    const isEarlier =
      isCut &&
      (entry === undefined || all.some((one) => one.intent === intent && isSame(one, entry)));
    if (!isSame(entry, expected) && !isEarlier)
      wrong.push(`${intent}: ${JSON.stringify(entry)} instead of ${JSON.stringify(expected)}`);
  }
  // A process that runs has in memory what it has read, and not what is in archives.
  if (!isRunning && thrown > 0 && thrown < reads.size)
    wrong.push(`${thrown} of ${reads.size} reads throw`);
  return wrong;
}

/** Whether a payment may be signed, if the history shows what was sent, or is late. */
export function mayPay(entry: IntentEntry | undefined, isShown: boolean): boolean {
  if (!entry || entry.state === "begun") return true;
  if (entry.state === "failed") return entry.transactionId === undefined;
  // It has expired long ago, so that it can be signed again if nothing was found.
  return entry.state === "signed" && !isShown;
}
