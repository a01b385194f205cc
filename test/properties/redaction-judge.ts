/** As many characters of a secret are a leak, too. */
const partLength = 12;

const fromCode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** What a reader of a text can see: as it is, and with the escapes of JSON or a URL decoded. */
function readingsOf(text: string): string[] {
  const unescaped = (escaped: string) =>
    escaped.replace(/\\(?:u([\da-f]{4})|([^u]))/gi, (_, code: string | undefined, other: string) =>
      code === undefined ? other : fromCode(_, code),
    );
  // Text is escaped once more for each time that it was printed as JSON.
  const once = unescaped(text);
  const decoded = [text, once].map((each) => each.replace(/%([\da-f]{2})/gi, fromCode));
  return [text, once, unescaped(once), ...decoded];
}

/** The base64 of a secret, wherever it starts in a longer text, without the uncertain ends. */
const inBase64 = (secret: string) =>
  ["", "x", "xx"].map((before) => btoa(before + secret).slice(4, -4));

const partsOf = (text: string) =>
  Array.from({ length: Math.max(1, text.length - partLength + 1) }, (_, i) =>
    text.slice(i, i + partLength),
  );

/** The parts of a secret that a text shows, plain, JSON-escaped, percent-encoded or in base64. */
export function findSecret(text: string, secret: string): string[] {
  const readings = readingsOf(text);
  const parts = [secret, ...inBase64(secret)].flatMap(partsOf);
  return parts.filter((part) => readings.some((reading) => reading.includes(part)));
}

/** All texts of a request of at least this length, which no event contains. */
export function textsOf(value: unknown, least = 8): string[] {
  if (typeof value === "string") return value.length >= least ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => textsOf(inner, least));
}
