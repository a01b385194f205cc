import { parseHttpDate } from "../../contract/shared/http-date.js";

/** Milliseconds from a `Retry-After` header (seconds or a date). Undefined if it is malformed. */
export function parseRetryAfter(header: string | null): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = parseHttpDate(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
