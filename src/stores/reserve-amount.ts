import { ConfigurationError } from "../errors/data.js";
import type { PolicyStore } from "../policy/policy-store.js";
import { isMissing } from "../shared/guards.js";
import { quoteValue } from "../shared/hide-secrets.js";

/** An amount that counts, as it was stored. */
export interface StoredAmount {
  readonly version: unknown;
  readonly amount: unknown;
}

/** The most milliseconds that are added to a time: 30,000 years. */
const maxTime = 1e15;
export const toMilliseconds = (time: number): number => Math.min(Math.ceil(time), maxTime);

/** The amounts of each key, in a shared store. */
export interface AmountLog {
  /** `mark` changes with every amount that is added to the key. */
  read(key: string): Promise<{ amounts: readonly StoredAmount[]; mark: string }>;
  /** Adds an amount in one atomic step, unless the mark has changed. Returns whether it did. */
  add(
    key: string,
    mark: string,
    added: { id: string; version: number; amount: string; milliseconds: number },
  ): Promise<boolean>;
}

/**
 * Creates the `reserve` of a store. It adds up what counts, and adds an amount only if no other
 * process has added one since. So the sums are exact integers of any length in each store, and a
 * lost connection leaves at most an amount that counts without a signature.
 */
export function createReserve(subject: string, log: AmountLog): PolicyStore["reserve"] {
  const takeTurns = createTurns();

  async function sum(key: string, version: number): Promise<{ used: bigint; mark: string }> {
    const { amounts, mark } = await log.read(key);
    let used = 0n;
    for (const each of amounts) {
      if (Number(each.version) !== version)
        throw new ConfigurationError(
          `${subject}: ${quoteValue(key)}: expected amounts of version ${version}, got ${isMissing(each.version) ? "one without a version" : each.version}`,
          { hint: "Update all servers, or wait until the window has ended." },
        );
      used += parseAmount(`${subject}: ${quoteValue(key)}`, "a stored amount", each.amount);
    }
    return { used, mark };
  }

  return (key, amount, { version, hours, max }) => {
    return takeTurns(key, async () => {
      const added = parseAmount(`${subject}: reserve`, "amount", amount);
      const most = parseAmount(`${subject}: reserve`, "window.max", max);
      const milliseconds = toMilliseconds(hours * 3_600_000);
      if (!(milliseconds > 0))
        throw new ConfigurationError(`${subject}: reserve: window.hours: expected a number > 0`);
      for (let lost: string | undefined; ; ) {
        const { used, mark } = await sum(key, version);
        if (added === 0n || used + added > most) return { id: undefined, used: String(used) };
        // Another process has added an amount each time, so this ends when the others do.
        if (mark === lost)
          throw new ConfigurationError(
            `${subject}: ${quoteValue(key)}: nothing was added, although the key did not change`,
            { hint: "Use a connection that reads what it has written: no replica, no cache." },
          );
        const id = crypto.randomUUID();
        const isAdded = await log.add(key, mark, {
          id,
          version,
          amount: String(added),
          milliseconds,
        });
        if (isAdded) return { id, used: String(used) };
        lost = mark;
      }
    });
  };
}

/** Only digits: a negative amount would free what others have reserved. */
function parseAmount(subject: string, name: string, text: unknown): bigint {
  if (typeof text === "string" && /^\d+$/.test(text)) return BigInt(text);
  throw new ConfigurationError(
    `${subject}: ${name}: expected an integer as text, got ${quoteValue(text, 40)}`,
    { hint: "Amounts are integers in units of 10^-36 of a token." },
  );
}

/** The calls of one process wait for each other, so that they do not race for a key. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const run = (last.get(key) ?? Promise.resolve()).then(call, call);
    last.set(key, run);
    const leave = () => void (last.get(key) === run && last.delete(key));
    run.then(leave, leave);
    return run;
  };
}
