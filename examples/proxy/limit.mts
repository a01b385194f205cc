// Shows a rate limit for one server: ten requests per user in ten seconds.
// For several servers see limit-redis.mts.

import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sessionOf } from "./sessions.mjs";

const limiter = new RateLimiterMemory({ points: 10, duration: 10 });

export async function limit(request: Request) {
  try {
    await limiter.consume(sessionOf(request)?.user ?? "anonymous");
  } catch (reason) {
    // The limiter failed. Rethrow, so that the proxy responds with 503.
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return { retryAfter: reason.msBeforeNext };
  }
}
