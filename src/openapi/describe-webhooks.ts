import { orNull } from "../contract/records/to-json-schema.js";
import { eventFields, type FieldCheck } from "../webhooks/events.js";
import { eventNames } from "./event-names.js";
import { examples } from "./examples.js";
import { describeWhole, type JsonSchema, toContent, withTexts } from "./json-schemas.js";
import type { OpenApiOperation, OpenApiParameter } from "./types.js";

/** The signature of a delivery. */
const headers = {
  "svix-id": "The id of the delivery. A repeated delivery has the same id.",
  "svix-timestamp":
    "When the delivery was signed: seconds since 1970. Reject a difference of more than 5 minutes.",
  "svix-signature":
    "Signatures `v1,<base64>`, separated by spaces. One that matches is enough. Each is the " +
    "HMAC-SHA256 of `{svix-id}.{svix-timestamp}.{body}`, with the raw body and the " +
    "base64-decoded part of the secret after `whsec_`. Compare in constant time.",
};

/** Describes the payload of each event. */
export function createEventComponents(): Record<string, JsonSchema> {
  const events = Object.entries(eventFields).map(([type, checks]) => {
    const fields = Object.entries<FieldCheck>(checks);
    const required = fields.filter(([, [, check]]) => check === "required").map(([name]) => name);
    const properties = fields.map(([name, [expected]]) => [
      name,
      required.includes(name) ? { type: expected, minLength: 1 } : orNull({ type: expected }),
    ]);
    const name = eventNames[type as keyof typeof eventNames];
    const schema = {
      type: "object",
      properties: {
        event_type: { type: "string", enum: [type] },
        ...Object.fromEntries(properties),
      },
      required: ["event_type", ...required],
      additionalProperties: {},
    };
    return [name, withTexts(schema, name)];
  });
  return Object.fromEntries(events);
}

/** Describes the deliveries of the service. It sends them without an API key. */
export function createWebhooks(): Record<string, { post: OpenApiOperation }> {
  const parameters = Object.entries(headers).map(
    ([name, description]): OpenApiParameter => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    }),
  );
  const webhooks = Object.entries(eventNames).map(([type, name]) => {
    const description = describeWhole(name) as string;
    const schema = { $ref: `#/components/schemas/${name}` };
    const post: OpenApiOperation = {
      operationId: `webhook_${type.replace(".", "_")}`,
      summary: `A delivery of ${type}`,
      description: `${description} Verify the signature before you read the body.`,
      tags: ["webhooks"],
      security: [],
      parameters,
      requestBody: { required: true, content: toContent(schema, examples[type]?.[0]) },
      responses: { "2XX": { description: "The delivery was received" } },
    };
    return [type, { post }];
  });
  return Object.fromEntries(webhooks);
}
