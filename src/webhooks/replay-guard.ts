import { ConfigurationError } from "../errors/index.js";

/** One delivery, held by whoever processes it. */
export interface ReplayClaim {
  /** It was processed: the id counts as `done` from now on. */
  complete(): void | Promise<void>;
  /** It was not processed: the next delivery with this id is to be accepted. */
  release(): void | Promise<void>;
}

/** The outcome of a claim: it is yours, it was processed before, or somebody is at it. */
export type ReplayAnswer = ReplayClaim | "done" | "busy";

/**
 * Remembers the ids of deliveries. Write one over your database or cache where several processes take deliveries; `claim` must be atomic (a
 * unique key, `SET … NX`). An unfinished claim must lapse by itself, longer after than any processing takes, or a crash loses the delivery. Keep
 * what is done for some days: the service delivers again for long. One store per endpoint: an event has the same id at each of them.
 */
export interface ReplayStore {
  claim(id: string): ReplayAnswer | Promise<ReplayAnswer>;
}

/** How `createReplayGuard` remembers. */
export interface ReplayGuardOptions {
  /** How many ids are held at most. @defaultValue 10000 */
  max?: number | undefined;
  /** How long a processed id is remembered, in milliseconds. @defaultValue three days */
  keep?: number | undefined;
  /** After how long an unfinished claim lapses, in milliseconds. @defaultValue five minutes */
  lease?: number | undefined;
  /** Milliseconds since 1970. @defaultValue `Date.now` */
  now?: (() => number) | undefined;
}

/**
 * Remembers deliveries in this process's memory, never more than `max`: when full, the oldest processed id is forgotten; when all are still being
 * processed, a new one is `busy`, and comes again later. It knows nothing of other processes and forgets with its own: where money moves, also make
 * your own booking unique by order.
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
 * await delivery.complete(); // after your own work; delivery.release() where that failed
 * try {
 *   await verifyWebhook(headers, body, secret, { replays });
 * } catch (error) {
 *   if (error instanceof WebhookReplayError) console.log(error.state); // done
 * }
 * ```
 */
export function createReplayGuard(options: ReplayGuardOptions = {}): ReplayStore {
  const { max = 10_000, keep = 3 * 86_400_000, lease = 300_000, now = Date.now } = options;
  if (!Number.isSafeInteger(max) || max < 1)
    throw new ConfigurationError("createReplayGuard: max must be a whole number of at least 1");
  if (!(keep > 0) || !(lease > 0))
    throw new ConfigurationError("createReplayGuard: keep and lease must be above 0 milliseconds");
  // Until when each holds. In both the oldest comes first, and so does what lapses first.
  const done = new Map<string, { until: number }>();
  const busy = new Map<string, { until: number }>();

  const forgetLapsed = (at: number) => {
    for (const held of [done, busy]) {
      for (const [id, { until }] of held) {
        if (until > at) break;
        held.delete(id);
      }
    }
  };
  const makeRoom = (): boolean => {
    if (done.size + busy.size < max) return true;
    const [oldest] = done.keys();
    return oldest !== undefined && done.delete(oldest);
  };

  return {
    claim(id) {
      const at = now();
      forgetLapsed(at);
      if (done.has(id)) return "done";
      if (busy.has(id) || !makeRoom()) return "busy";
      const claim = { until: at + lease };
      busy.set(id, claim);
      // After its lease the id may be somebody else's.
      const give = () => busy.get(id) === claim && busy.delete(id);
      return {
        complete() {
          give();
          // Processed is processed, however long it took; unless somebody else is at it by now, who will say so.
          if (busy.has(id) || done.has(id) || !makeRoom()) return;
          done.set(id, { until: now() + keep });
        },
        release: () => void give(),
      };
    },
  };
}
