import { readOptions } from "../errors/options.js";
import type { ReplayStore } from "../webhooks/replay-guard.js";
import { openRedis, type RedisClient } from "./open-redis.js";
import { type ReplayTimes, replayFields, toReplayStore } from "./replay-times.js";

const claim = `
redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])
return redis.call("GET", KEYS[1])`;
const complete = `redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])`;
const release = `if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end`;

/**
 * Creates a store for the option `replays` of `createWebhookHandler` in Redis. Use one database per
 * endpoint: ids are shared. Times are those of Redis.
 *
 * @throws ConfigurationError if the client has no `eval`, or for an invalid option. `claim`
 * throws it for a value of another version. The handler responds with 500 then.
 * @example
 * ```ts
 * import { type RedisClient, redisReplayStore } from "bursar/stores";
 * import { createWebhookHandler } from "bursar/webhooks";
 *
 * // redis: new Redis(url) of ioredis, or a connected client of node-redis
 * const createHandler = (redis: RedisClient) =>
 *   createWebhookHandler({
 *     secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *     replays: redisReplayStore(redis),
 *     onEvent: (event) => console.log(event.event_type),
 *     onError: (error) => console.error(error),
 *   });
 * console.log(createHandler);
 * ```
 */
export function redisReplayStore(redis: RedisClient, options: ReplayTimes = {}): ReplayStore {
  const subject = "redisReplayStore";
  const run = openRedis(subject, redis);
  const times = readOptions(subject, options, replayFields);
  const toKey = (id: string) => `bursar:webhook:${id}`;
  return toReplayStore(subject, times, {
    claim: (id, own, milliseconds) => run(claim, toKey(id), own, String(milliseconds)),
    async complete(id, done, milliseconds) {
      await run(complete, toKey(id), done, String(milliseconds));
    },
    async release(id, own) {
      await run(release, toKey(id), own);
    },
  });
}
