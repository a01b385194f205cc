import { ConfigurationError } from "../errors/index.js";
import {
  above,
  aFunction,
  type Options,
  readOptions,
  wholeFrom,
  withDefault,
} from "../errors/options.js";
import { getSteadyTime } from "../shared/steady-time.js";
import { storeTimes } from "../shared/time/store-times.js";

/** A claim on a delivery, held by the process that handles it. */
export interface ReplayClaim {
  /**
   * Marks the delivery as processed: its id is `done` from now on. Always applies, also after the
   * claim has expired, after `release`, and while another claim on the id exists. Called again if
   * it fails.
   */
  complete(): void | Promise<void>;
  /**
   * Drops the claim: the next delivery with this id is accepted. Has no effect on an id that is
   * `done`, or on another claim on the id.
   */
  release(): void | Promise<void>;
}

/** The result of `claim`: a claim, `done` if already processed, `busy` if already claimed. */
export type ReplayResponse = ReplayClaim | "done" | "busy";

/**
 * Remembers the ids of deliveries. If several processes receive deliveries, use a store of
 * `bursar/stores`, or implement it on your database or cache. `claim` must be atomic (a unique key,
 * or `SET … NX`). Unfinished claims must expire after the longest processing time, so that a crash
 * loses no delivery, but not before twice the `tolerance`: until then, a copy of the delivery may
 * be accepted. Keep processed ids for some days: the service retries for long. Use one store per
 * endpoint: ids are shared. Store a version with each id, and reject another one: the handler
 * responds with 500, and the service tries again.
 */
export interface ReplayStore {
  claim(id: string): ReplayResponse | Promise<ReplayResponse>;
}

/** Options of `createReplayGuard`. */
export interface ReplayGuardOptions {
  /**
   * The maximum number of ids. Ids that were processed within the last `lease` exceed it, because
   * copies of their deliveries may be accepted. With an infinite `lease`, `max` always applies, and
   * a copy of a forgotten delivery is processed again.
   *
   * @defaultValue 10000
   */
  max?: number | undefined;
  /**
   * How long to remember a processed id, in milliseconds. `createWebhookHandler` rejects a guard
   * with less than twice its tolerance. @defaultValue three days
   */
  keep?: number | undefined;
  /**
   * When an unfinished claim expires, in milliseconds. Use more than twice the `tolerance`, and
   * more than your longest processing time: after it, a redelivery is processed concurrently.
   * `createWebhookHandler` rejects a guard with less than twice its tolerance.
   *
   * @defaultValue ten minutes
   */
  lease?: number | undefined;
  /**
   * The clock, in milliseconds. It should only run forward: while it is behind an earlier time,
   * nothing expires. @defaultValue a clock that corrections of the machine's clock do not change
   */
  now?: (() => number) | undefined;
}

const defaultKeep = 3 * 86_400_000;
const defaultLease = 600_000;
const guardOptions: Options<ReplayGuardOptions, "max" | "keep" | "lease"> = () => ({
  max: withDefault(wholeFrom(1), 10_000),
  keep: withDefault(above(0, "milliseconds"), defaultKeep),
  lease: withDefault(above(0, "milliseconds"), defaultLease),
  now: aFunction,
});

/**
 * Creates a replay store in memory, which is not shared between processes and is lost on restart.
 * If events move money, also make your own booking unique per order. A full store forgets the
 * oldest processed id, but none whose copies a finite `tolerance` still accepts. If `max` ids are
 * being processed, new ids are `busy` and retried later.
 *
 * @example
 * ```ts
 * import { createReplayGuard, signWebhook, verifyWebhook } from "bursar/webhooks";
 * import { WebhookReplayError } from "bursar";
 *
 * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
 * const replays = createReplayGuard();
 * const { headers, body } = await signWebhook({ event_type: "ping" }, secret);
 *
 * const delivery = await verifyWebhook(headers, body, secret, { replays });
 * await delivery.complete(); // after your own work, or delivery.release() if it failed
 * try {
 *   await verifyWebhook(headers, body, secret, { replays });
 * } catch (error) {
 *   if (error instanceof WebhookReplayError) console.log(error.state); // done
 * }
 * ```
 */
export function createReplayGuard(options: ReplayGuardOptions = {}): ReplayStore {
  const read = readOptions("createReplayGuard", options, guardOptions);
  const { max, keep, lease, now = getSteadyTime } = read;
  // Insertion order is expiry order in both maps.
  const done = new Map<string, { expiresAt: number; keptUntil: number }>();
  const busy = new Map<string, { expiresAt: number }>();

  const removeExpired = (time: number) => {
    for (const entries of [done, busy]) {
      for (const [id, { expiresAt }] of entries) {
        if (expiresAt > time) break;
        entries.delete(id);
      }
    }
  };
  /** Makes room for one id. */
  const forgetOldest = (time: number) => {
    for (const [id, { keptUntil }] of done) {
      if (done.size + busy.size < max || keptUntil > time) break;
      done.delete(id);
    }
  };

  const guard: ReplayStore = {
    claim(id) {
      const time = now();
      removeExpired(time);
      if (done.has(id)) return "done";
      if (busy.has(id) || busy.size >= max) return "busy";
      forgetOldest(time);
      const own = { expiresAt: time + lease };
      busy.set(id, own);
      return {
        complete() {
          // After the lease, this may be another claim. It must not process the delivery again.
          busy.delete(id);
          done.delete(id);
          const doneAt = now();
          // No memory is large enough to keep ids forever.
          const keptUntil = doneAt + (Number.isFinite(lease) ? lease : 0);
          done.set(id, { expiresAt: doneAt + keep, keptUntil });
        },
        release() {
          if (busy.get(id) === own) busy.delete(id);
        },
      };
    },
  };
  storeTimes.set(guard, { lease, keep });
  return guard;
}

/** After the lease or `keep`, a copy of a delivery would be processed, too. */
export function assertReplayTimes(store: ReplayStore, tolerance: number): void {
  // With an infinite tolerance, a copy is accepted after every time.
  for (const [name, time] of Object.entries(storeTimes.get(store) ?? {}))
    if (time < 2 * tolerance && Number.isFinite(tolerance))
      throw new ConfigurationError(
        `createWebhookHandler: \`${name}\` of \`replays\` (${time} ms) is below twice the tolerance (${tolerance} ms)`,
        {
          hint: `Pass ${name}: ${toCopyTime(tolerance)} or more to the function that creates the store.`,
        },
      );
}

/** A copy is accepted from `tolerance` before its timestamp to `tolerance` after it. */
const toCopyTime = (tolerance: number) => 2 * tolerance + 1;

/** Creates the store of a handler. It remembers an id while a copy of the delivery is accepted. */
export function createReplayGuardFor(tolerance: number): ReplayStore {
  const copyTime = toCopyTime(tolerance);
  const [keep, lease] = [Math.max(defaultKeep, copyTime), Math.max(defaultLease, copyTime)];
  return createReplayGuard({ keep, lease });
}
