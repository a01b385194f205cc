import type { Random } from "../world/random.js";
import type { ServiceResponse } from "./serve-request.js";

/** Like the service, every response allows all browser origins. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, PATCH, OPTIONS",
  "access-control-expose-headers": "trace-id, retry-after",
};

export function toResponse(
  { status, body, traced }: ServiceResponse,
  random: Random,
  retryAfter: number | undefined,
): Response {
  const headers = new Headers(corsHeaders);
  if (traced) headers.set("trace-id", random.hex(16));
  if (retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(retryAfter / 1_000)));
  if (body === undefined) return new Response(null, { status, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}
