// Shows a limit for one server: ten requests a user in ten seconds. For many servers see limit-redis.mjs.

import { RateLimiterMemory } from "rate-limiter-flexible";
import { sessionOf } from "./sessions.mjs";

const limiter = new RateLimiterMemory({ points: 10, duration: 10 });

export async function limit(request) {
  try {
    await limiter.consume(sessionOf(request).user);
  } catch (refused) {
    // A limiter that is broken lets nothing pass: the proxy answers 503.
    if (refused instanceof Error) throw refused;
    return { retryAfter: refused.msBeforeNext };
  }
}
