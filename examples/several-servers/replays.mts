// Shows a replay store in Redis, so that several servers process each delivery once.
// Pass it to createWebhookHandler: replays: createRedisReplays(redis)

import type { ReplayStore } from "bursar/webhooks";
import type { Redis } from "ioredis";

/** Each value begins with it. A value of another form is rejected, and the service tries again. */
const version = "1:";
const done = `${version}done`;

/** Deletes a claim, unless it is another one or the delivery is done. */
const release = `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`;

/** The lease exceeds twice the default tolerance of five minutes. */
const [defaultLease, defaultKeep] = [11 * 60_000, 3 * 86_400_000];

export function createRedisReplays(
  redis: Redis,
  { lease = defaultLease, keep = defaultKeep } = {},
): ReplayStore {
  return {
    async claim(id) {
      const key = `bursar:webhook:${id}`;
      const claim = version + crypto.randomUUID();
      if ((await redis.set(key, claim, "PX", lease, "NX")) === "OK")
        return {
          complete: async () => void (await redis.set(key, done, "PX", keep)),
          release: async () => void (await redis.eval(release, 1, key, claim)),
        };
      const value = await redis.get(key);
      // Null: the claim has expired or was released in the meantime.
      if (value === null || value.startsWith(version)) return value === done ? "done" : "busy";
      throw new Error(`replays: ${key}: expected a value of version 1. Update all servers.`);
    },
  };
}
