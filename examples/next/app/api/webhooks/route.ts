// Shows an endpoint that takes each delivery of the service once.

import { createWebhookHandler } from "bursar/webhooks";

export const POST = async (request: Request): Promise<Response> => {
  const handle = createWebhookHandler({
    secret: process.env["WEBHOOK_SECRET"] ?? "",
    onEvent: (event, { id }) => console.log(id, event.event_type),
  });
  return handle(request);
};
