const httpDate =
  /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? .*\d\d:\d\d:\d\d/;

/** Milliseconds from a `Retry-After` header (seconds or a date). Undefined if it is malformed. */
export function parseRetryAfter(header: string | null): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // Some engines parse almost any text that contains a number as a date.
  if (!httpDate.test(text)) return undefined;
  // The oldest of the three HTTP date formats has no time zone. It means GMT.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
