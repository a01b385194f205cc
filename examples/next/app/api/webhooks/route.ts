// Shows an endpoint that takes each delivery of the service once. Several instances of the server
// need a common store for that: see the option `replays`.

import { createWebhookHandler } from "bursar/webhooks";

let handle: ReturnType<typeof createWebhookHandler> | undefined;

/** Created with the first delivery, because `next build` loads this file without the secret. */
export function POST(request: Request): Promise<Response> {
  handle ??= createWebhookHandler({
    secret: process.env["WEBHOOK_SECRET"] ?? "",
    onEvent: (event, { id }) => console.log(`${id}: ${event.event_type}`),
  });
  return handle(request);
}
