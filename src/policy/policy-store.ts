import { getSteadyTime } from "../shared/steady-time.js";

/** A time in which amounts add up. */
export interface PolicyWindow {
  /**
   * The form of the keys and amounts. Store it with each amount, and reject if the key has an
   * amount of another version: its unit could be another one.
   */
  version: 1;
  /** How long an amount counts. */
  hours: number;
  /** The most in this time: an integer in units of 10^-36 of a token, as text. */
  max: string;
}

/**
 * Adds up what is reserved, for all processes that sign. A reservation counts from now until its
 * window ends, or until it is released. A process that is killed releases nothing.
 */
export interface PolicyStore {
  /**
   * Adds an amount, unless the sum of the key would exceed `window.max`. One atomic step, also
   * between processes. Amounts are integers in units of 10^-36 of a token, as text: more than a
   * double can hold. An amount of `"0"` only reads.
   */
  reserve(
    key: string,
    amount: string,
    window: PolicyWindow,
  ): Promise<{
    /** Names the reservation. Undefined if nothing was added. */
    id: string | undefined;
    /** The sum before. */
    used: string;
  }>;
  /** Removes a reservation. Has no effect on an unknown one. */
  release(key: string, id: string): Promise<void>;
  /** Stops the policy with this name, for all processes. Keeps the first reason. */
  freeze(name: string, reason: string): Promise<void>;
  /** Has no effect on a policy that is not stopped. */
  unfreeze(name: string): Promise<void>;
  /** Why the policy is stopped. Undefined if it is not. */
  frozen(name: string): Promise<string | undefined>;
}

interface Sum {
  /** The total of the reservations. */
  used: bigint;
  /** The oldest first. */
  readonly reservations: Map<string, { readonly amount: bigint; readonly time: number }>;
}

function remove(sum: Sum, id: string): void {
  sum.used -= sum.reservations.get(id)?.amount ?? 0n;
  sum.reservations.delete(id);
}

/**
 * Creates a store in memory: limits hold within this process, and start anew with it. Several
 * processes need a shared store: `bursar/stores` has them.
 *
 * @example
 * ```ts
 * import { createMemoryPolicyStore } from "bursar/policy";
 *
 * const store = createMemoryPolicyStore();
 * const window = { version: 1, hours: 24, max: "10" } as const;
 * console.log((await store.reserve("usdc", "5", window)).used); // 0
 * ```
 */
export function createMemoryPolicyStore(): PolicyStore {
  const sums = new Map<string, Sum>();
  const reasons = new Map<string, string>();
  let count = 0;
  return {
    async reserve(key, amount, { hours, max }) {
      const now = getSteadyTime();
      const sum: Sum = sums.get(key) ?? { used: 0n, reservations: new Map() };
      sums.set(key, sum);
      for (const [id, { time }] of sum.reservations) {
        if (time + hours * 3_600_000 > now) break;
        remove(sum, id);
      }
      const { used } = sum;
      const added = BigInt(amount);
      if (added === 0n || used + added > BigInt(max)) return { id: undefined, used: String(used) };
      const id = String(count++);
      sum.reservations.set(id, { amount: added, time: now });
      sum.used += added;
      return { id, used: String(used) };
    },
    async release(key, id) {
      const sum = sums.get(key);
      if (sum) remove(sum, id);
    },
    async freeze(name, reason) {
      reasons.set(name, reasons.get(name) ?? reason);
    },
    async unfreeze(name) {
      reasons.delete(name);
    },
    frozen: async (name) => reasons.get(name),
  };
}
