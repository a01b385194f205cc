// Shows a webhook endpoint that accepts only genuine deliveries and processes each one once.

import { createWebhookHandler, signWebhook, verifyWebhook } from "bursar/webhooks";

// An example secret. Copy yours from the dashboard.
const secret = process.env["WEBHOOK_SECRET"] ?? "whsec_plJ3nmyCDGBKInavdOK15jsl";

/** For Next.js, Hono, Workers, Deno and Bun. */
const POST = createWebhookHandler({
  secret,
  onEvent(event, { id }) {
    switch (event.event_type) {
      case "ramp.deposit":
        // The amount is optional: do not treat a missing one as zero.
        console.log(`${event.orderId} is ${event.status}: ${event.receivedCryptoAmount ?? "?"}`);
        break;
      case "ramp.withdraw":
        console.log(`${event.orderId} is ${event.status}: ${event.receivedFiatAmount ?? "?"}`);
        break;
      default: // The service may add event types.
        console.log(`${id}: ignored ${event.event_type}`);
    }
  },
  onError: (error) => console.log(error instanceof Error ? error.message : error),
});

async function main() {
  // Test deliveries, signed as the service does.
  const deposit = {
    event_type: "ramp.deposit",
    orderId: "order_1",
    status: "COMPLETED",
    receivedCryptoAmount: "247.5",
  };
  const { headers, body } = await signWebhook(deposit, secret);
  const deliveries = [body, body, body.replace("247.5", "247500")];
  for (const each of deliveries) {
    const init = { method: "POST", headers, body: each };
    const response = await POST(new Request("https://app.example.com/webhooks", init));
    console.log(response.status);
  }

  // With another framework: pass its headers and the raw body.
  const { event, id } = await verifyWebhook(headers, body, secret);
  console.log(event.event_type, id.startsWith("msg_"));
}

main();
