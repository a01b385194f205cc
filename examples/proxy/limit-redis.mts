// Shows a rate limit that several servers share through Redis, and the fallback while Redis is
// down. In proxy.mts, pass a client of `ioredis`:
//   limit: redisLimit(new Redis(url, { enableOfflineQueue: false }))

import type { ProxyCall } from "bursar/proxy";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { sessionOf } from "./sessions.mjs";

/** The points that a request costs. A quote costs you more than a read. */
const costOf = ({ operation }: ProxyCall) => (operation === "swap.quote" ? 3 : 1);

export function redisLimit(redis: object, { points = 60, duration = 60, servers = 4 } = {}) {
  // While Redis is down, each server counts alone and allows its share.
  const insuranceLimiter = new RateLimiterMemory({ points: Math.ceil(points / servers), duration });
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: "bursar",
    points,
    duration,
    insuranceLimiter,
  });
  return async (request: Request, call: ProxyCall) => {
    try {
      await limiter.consume(sessionOf(request)?.user ?? "anonymous", costOf(call));
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return { retryAfter: reason.msBeforeNext };
    }
  };
}
