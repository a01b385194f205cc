// Shows the ids of writes in Redis, so that several proxies forward each write once.
// Pass it to createProxy: once: createRedisOnce(redis)

import type { Redis } from "ioredis";

export const createRedisOnce = (redis: Redis) => async (id: string) =>
  (await redis.set(`bursar:once:${id}`, "1", "EX", 600, "NX")) === "OK";
