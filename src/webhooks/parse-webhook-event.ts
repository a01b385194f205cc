import { WebhookVerificationError } from "../errors/index.js";
import { isPlainObject } from "../shared/is-plain.js";
import type { WebhookEvent } from "./events.js";
import { validateEvent } from "./validate-event.js";

/**
 * Reads an event that was verified before it was stored or queued, from its JSON or from the parsed
 * value. **It checks no signature**: pass only what `verifyWebhook` or a handler has accepted.
 *
 * @throws WebhookVerificationError `bad_body` if it is no JSON object, `unexpected_body` if a
 * ramp event lacks a field that money depends on.
 * @example
 * ```ts
 * import { parseWebhookEvent } from "bursar/webhooks";
 *
 * const queued = JSON.stringify({ event_type: "ramp.deposit", orderId: "1", status: "COMPLETED" });
 * const event = parseWebhookEvent(queued);
 * if (event.event_type === "ramp.deposit") console.log(event.orderId, event.status);
 * ```
 */
export function parseWebhookEvent(json: unknown): WebhookEvent {
  const event = typeof json === "string" ? parseJson(json) : json;
  // Bytes are an object, too: they would become an event of an unknown type.
  if (!isPlainObject(event)) {
    const message = "expected the JSON text of an event, or a plain object";
    throw new WebhookVerificationError("bad_body", message);
  }
  const { errors } = validateEvent(event);
  if (errors.length === 0) return event as WebhookEvent;
  throw new WebhookVerificationError("unexpected_body", "the event is incomplete or malformed:", {
    hint: "`event` contains the event.",
    issues: errors,
    event,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
