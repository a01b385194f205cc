// Shows a server with a proxy and a webhook endpoint. Start as many as you like: through Redis they
// share the write ids, the rate limit and the processed deliveries. Each can crash at any time.
// Run it: WEBHOOK_SECRET=whsec_… npx -y tsx several-servers/server.mts

import { once } from "node:events";
import { createServer } from "node:http";
import { createProxy, toNodeHandler } from "bursar/proxy";
import { redisReplayStore } from "bursar/stores";
import { createWebhookHandler } from "bursar/webhooks";
import { Redis } from "ioredis";
import { redisLimit } from "../proxy/limit-redis.mjs";
import { createRedisOnce } from "./once.mjs";

const env = process.env;
// Without the queue, commands fail at once while Redis is down. The callers repeat their requests.
const redis = new Redis(env["REDIS_URL"] ?? "redis://127.0.0.1:6379", {
  enableOfflineQueue: false,
});
await once(redis, "ready");

const proxy = createProxy({
  baseUrl: env["BURSAR_BASE_URL"] ?? "http://127.0.0.1:4010",
  apiKey: env["BURSAR_API_KEY"] ?? "sandbox-key",
  prefix: "/api/bursar",
  // These name no wallet. For the others, check the user: see ../proxy/proxy.mts.
  allow: ["tokens.list", "operations.execute"],
  authorize: () => true,
  limit: redisLimit(redis, { points: Number(env["POINTS"] ?? 60) }),
  once: createRedisOnce(redis),
});

const webhooks = createWebhookHandler({
  secret: env["WEBHOOK_SECRET"],
  replays: redisReplayStore(redis),
  async onEvent(event) {
    if (event.event_type !== "ramp.deposit" || event.status !== "COMPLETED") return;
    // If this server crashes now, another one repeats this call after the lease. The order as the
    // idempotency key makes the credit unique.
    const response = await fetch(env["LEDGER_URL"] ?? "http://127.0.0.1:4030/", {
      method: "POST",
      headers: { "idempotency-key": event.orderId },
      body: event.receivedCryptoAmount ?? null,
    });
    if (!response.ok) throw new Error(`the ledger responded with ${response.status}`);
  },
  onError: (error) => console.error(String(error)),
});

const [handleProxy, handleWebhooks] = [toNodeHandler(proxy), toNodeHandler(webhooks)];
const server = createServer((request, response) =>
  request.url === "/webhooks" ? handleWebhooks(request, response) : handleProxy(request, response),
);
server.listen(Number(env["PORT"] ?? 4020), "127.0.0.1", () => {
  const bound = server.address();
  console.log(`listening on port ${typeof bound === "object" ? bound?.port : undefined}`);
});
