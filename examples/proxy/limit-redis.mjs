// Shows a rate limit that several servers share through Redis, and the fallback while Redis is
// down. In proxy.mjs, pass a client of `ioredis`:
//   limit: redisLimit(new Redis(process.env.REDIS_URL, { enableOfflineQueue: false }))

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { sessionOf } from "./sessions.mjs";

/** The points that a request costs. A quote costs you more than a read. */
const costs = { "swap.quote": 3 };

export function redisLimit(redis, { points = 60, duration = 60, servers = 4 } = {}) {
  // While Redis is down, each server counts alone and allows its share.
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
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return { retryAfter: reason.msBeforeNext };
    }
  };
}
