// Shows an endpoint for the service's deliveries: it accepts only genuine ones, processes each
// once, and accepts the redelivery if processing failed.
// Run it: WEBHOOK_SECRET=whsec_… npx -y tsx webhooks/server.mts
// Then, in another terminal with the same secret: npx -y tsx webhooks/send.mts

import { createServer } from "node:http";
import { createWebhookHandler, toNodeHandler } from "bursar/webhooks";

// Replaces your database. The order makes a credit unique, however often it is delivered.
const credited = new Map<string, string>();

const handle = createWebhookHandler({
  secret: process.env["WEBHOOK_SECRET"] ?? "",
  onEvent(event, { id, drift }) {
    for (const { message } of drift) console.log(`${id}: does not match the schema: ${message}`);
    switch (event.event_type) {
      case "ramp.deposit": {
        if (event.status !== "COMPLETED")
          return console.log(`${id}: deposit ${event.orderId} is ${event.status}`);
        // The amount is optional. Without it, throw, so that the sender delivers the event again.
        if (!event.receivedCryptoAmount) throw new Error(`deposit ${event.orderId} has no amount`);
        if (credited.has(event.orderId))
          return console.log(`${id}: deposit ${event.orderId} is already credited`);
        credited.set(event.orderId, event.receivedCryptoAmount);
        return console.log(
          `${id}: credited ${event.receivedCryptoAmount} ${event.receivedCryptoCurrency} for ${event.orderId}`,
        );
      }
      case "ramp.withdraw":
        return console.log(`${id}: withdrawal ${event.orderId} is ${event.status}`);
      default:
        return console.log(`${id}: ignored ${event.event_type}`);
    }
  },
  onError: (error) => console.log(String(error)),
});

// In Express: app.post("/webhooks", toNodeHandler(handle)), before express.json(). Next.js, Hono,
// Workers, Deno and Bun only need `handle`.
const port = Number(process.env["PORT"] ?? 4020);
createServer(toNodeHandler(handle)).listen(port, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${port}/`);
});
