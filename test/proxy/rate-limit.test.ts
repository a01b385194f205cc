import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { RateLimitError } from "../../src/index.js";
import { failure } from "../http/test-client.js";
import { openProxy, pageClient, told } from "./proxy-kit.js";

const tokens = "/api/v1/crypto/tokens";

/** Three requests a user in ten seconds. */
function limited() {
  const limiter = new RateLimiterMemory({ points: 3, duration: 10 });
  return openProxy(
    {
      limit: async (request) => {
        try {
          await limiter.consume(request.headers.get("cookie") ?? "nobody");
          return undefined;
        } catch (refused) {
          if (refused instanceof Error) throw refused;
          return { retryAfter: (refused as RateLimiterRes).msBeforeNext };
        }
      },
    },
    () => Response.json({ tokens: [] }),
  );
}

test("rate-limiter-flexible holds each user to an allowance, and nothing more is sent", async () => {
  const { ask, arrived } = limited();
  const as = (cookie: string) => ask(tokens, { headers: { cookie } });
  const statuses = await Promise.all(
    ["ana", "ana", "ana", "ana", "ben", "ana"].map(async (user) => (await as(user)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
  expect(arrived).toHaveLength(4);
  const refused = await told(as("ana"));
  expect(refused).toMatchObject({ id: "PROXY_RATE_LIMITED" });
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(10);
});

test("the page's client raises a typed error that knows how long to wait", async () => {
  const { proxy } = limited();
  const page = pageClient(proxy);
  for (let i = 0; i < 3; i++) await page.tokens.list().firstPage();
  const error = await failure(page.tokens.list().firstPage());
  expect(error).toBeInstanceOf(RateLimitError);
  expect((error as RateLimitError).retryAfter).toBeGreaterThanOrEqual(1_000);
});
