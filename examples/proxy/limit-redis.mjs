// Shows a limit that many servers share through Redis, and what holds while Redis is down.
// In proxy.mjs: limit: redisLimit(new Redis(process.env.REDIS_URL)), with the Redis of `ioredis`, made with { enableOfflineQueue: false }.

import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { sessionOf } from "./sessions.mjs";

/** What a request costs: a quote is dearer to you than a read. */
const costs = { "swap.quote": 3 };

export function redisLimit(redis, { points = 60, duration = 60, servers = 4 } = {}) {
  // While Redis is down each server counts for itself, and lets pass its share.
  const insuranceLimiter = new RateLimiterMemory({ points: Math.ceil(points / servers), duration });
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: "bursar",
    points,
    duration,
    insuranceLimiter,
  });
  return async (request, { operation }) => {
    try {
      await limiter.consume(sessionOf(request).user, costs[operation] ?? 1);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return { retryAfter: refused.msBeforeNext };
    }
  };
}
