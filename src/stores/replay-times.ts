import { ConfigurationError } from "../errors/data.js";
import { above, type Options, withDefault } from "../errors/options.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { storeTimes } from "../shared/time/store-times.js";
import type { ReplayStore } from "../webhooks/replay-guard.js";
import { toMilliseconds } from "./reserve-amount.js";

/** How long a replay store remembers an id. */
export interface ReplayTimes {
  /**
   * When an unfinished claim expires, in milliseconds. Use more than your longest processing time.
   * `createWebhookHandler` rejects less than twice its tolerance. @defaultValue eleven minutes
   */
  lease?: number | undefined;
  /**
   * How long to remember a processed id, in milliseconds. `createWebhookHandler` rejects less than
   * twice its tolerance. @defaultValue three days
   */
  keep?: number | undefined;
}

export const replayFields: Options<ReplayTimes, "lease" | "keep"> = () => ({
  // A minute more than twice the default tolerance: two clocks differ.
  lease: withDefault(above(0, "milliseconds"), 660_000),
  keep: withDefault(above(0, "milliseconds"), 3 * 86_400_000),
});

/** One value per id: a claim or `done`. Each method is one atomic step. */
interface ClaimTable {
  /** Stores the claim if there is none, or an expired one. Returns what is stored then. */
  claim(id: string, claim: string, milliseconds: number): Promise<unknown>;
  complete(id: string, done: string, milliseconds: number): Promise<void>;
  /** Removes this claim only. */
  release(id: string, claim: string): Promise<void>;
}

/** Values begin with the version of their form. */
const version = "1:";
const done = `${version}done`;

export function toReplayStore(
  subject: string,
  { lease, keep }: { readonly lease: number; readonly keep: number },
  table: ClaimTable,
): ReplayStore {
  const store: ReplayStore = {
    async claim(id) {
      const own = version + crypto.randomUUID();
      const stored = await table.claim(id, own, toMilliseconds(lease));
      if (stored === own)
        return {
          complete: () => table.complete(id, done, toMilliseconds(keep)),
          release: () => table.release(id, own),
        };
      // Nothing is stored any more: another claim was released or has expired in the meantime.
      if (stored === undefined || stored === null) return "busy";
      if (typeof stored === "string" && stored.startsWith(version))
        return stored === done ? "done" : "busy";
      throw new ConfigurationError(
        `${subject}: ${quoteValue(id)}: expected a value of version 1, got another one`,
        { hint: "Update all servers." },
      );
    },
  };
  storeTimes.set(store, { lease, keep });
  return store;
}
