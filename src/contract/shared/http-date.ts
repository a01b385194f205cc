const httpDate =
  /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? .*\d\d:\d\d:\d\d/;

/** Milliseconds of a date in a header. NaN if there is none, or if it is malformed. */
export function parseHttpDate(header: string | null | undefined): number {
  const text = header?.trim() ?? "";
  // Some engines parse almost any text that contains a number as a date.
  if (!httpDate.test(text)) return Number.NaN;
  // The oldest of the three HTTP date formats has no time zone. It means GMT.
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
