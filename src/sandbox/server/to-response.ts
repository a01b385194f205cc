import type { Random } from "../world/random.js";
import type { ServiceResponse } from "./serve-request.js";

export function toResponse(
  { status, body, traced }: ServiceResponse,
  random: Random,
  retryAfter: number | undefined,
): Response {
  const headers = new Headers();
  if (traced) headers.set("trace-id", random.hex(16));
  if (retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(retryAfter / 1_000)));
  if (body === undefined) return new Response(null, { status, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}
