// Shows an endpoint that takes the service's deliveries: genuine ones only, each processed once, and again when processing failed.
// Run it (after `npm run build`): WEBHOOK_SECRET=whsec_… node examples/webhooks/server.mjs
// Then, in another terminal with the same secret: node examples/webhooks/send.mjs

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createWebhookHandler } from "bursar/webhooks";

// Stands for your database: what makes a credit unique is the order, whatever is delivered how often.
const credited = new Map();

const handle = createWebhookHandler({
  secret: process.env.WEBHOOK_SECRET,
  onEvent(event, { id, drift }) {
    for (const { message } of drift) console.log(`${id}: not as published: ${message}`);
    switch (event.event_type) {
      case "ramp.deposit": {
        if (event.status !== "COMPLETED")
          return console.log(`${id}: deposit ${event.orderId} is ${event.status}`);
        // The amount may be left out: then ask the service, and let the sender come again.
        if (!event.receivedCryptoAmount)
          throw new Error(`deposit ${event.orderId} names no amount`);
        if (credited.has(event.orderId))
          return console.log(`${id}: deposit ${event.orderId} was credited before`);
        credited.set(event.orderId, event.receivedCryptoAmount);
        return console.log(
          `${id}: credited ${event.receivedCryptoAmount} ${event.receivedCryptoCurrency} for ${event.orderId}`,
        );
      }
      case "ramp.withdraw":
        return console.log(`${id}: withdrawal ${event.orderId} is ${event.status}`);
      default:
        return console.log(`${id}: nothing to do for ${event.event_type}`);
    }
  },
  onError: (error) => console.log(error.message),
});

// Node's own server speaks another language than Request and Response. In Next.js, Hono, Workers, Deno and Bun `handle` is all that is needed.
const server = createServer(async (incoming, outgoing) => {
  const request = new Request(`http://localhost${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers,
    ...(incoming.method !== "GET" &&
      incoming.method !== "HEAD" && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
});

server.listen(Number(process.env.PORT ?? 4020), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
