import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { RateLimitError } from "../../src/index.js";
import { failure } from "../http/test-client.js";
import { createPageClient, openProxy, readError } from "./proxy-kit.js";

const tokens = "/api/v1/crypto/tokens";

/** Three requests per user in ten seconds. */
function openLimitedProxy() {
  const limiter = new RateLimiterMemory({ points: 3, duration: 10 });
  return openProxy(
    {
      limit: async (request) => {
        try {
          await limiter.consume(request.headers.get("cookie") ?? "anonymous");
          return undefined;
        } catch (rejection) {
          if (rejection instanceof Error) throw rejection;
          return { retryAfter: (rejection as RateLimiterRes).msBeforeNext };
        }
      },
    },
    () => Response.json({ tokens: [] }),
  );
}

test("limits each user separately with rate-limiter-flexible", async () => {
  const { send, forwarded } = openLimitedProxy();
  const as = (cookie: string) => send(tokens, { headers: { cookie } });
  const statuses = await Promise.all(
    ["ana", "ana", "ana", "ana", "ben", "ana"].map(async (user) => (await as(user)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
  expect(forwarded).toHaveLength(4);
  const rejection = await readError(as("ana"));
  expect(rejection).toMatchObject({ id: "PROXY_RATE_LIMITED" });
  const wait = Number(rejection.headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(10);
});

test("the page's client throws a RateLimitError with retryAfter", async () => {
  const { proxy } = openLimitedProxy();
  const page = createPageClient(proxy);
  for (let i = 0; i < 3; i++) await page.tokens.list().firstPage();
  const error = await failure(page.tokens.list().firstPage());
  expect(error).toBeInstanceOf(RateLimitError);
  expect((error as RateLimitError).retryAfter).toBeGreaterThanOrEqual(1_000);
});
