import { formatNumber } from "../../shared/decimal.js";
import { isCopyable, isDate } from "../../shared/guards.js";

/** A parsed path template. Text and parameter names alternate. */
export interface PathTemplate {
  readonly text: readonly string[];
  readonly names: readonly string[];
}

export function parsePath(path: string): PathTemplate {
  const parts = path.split(/\{(\w+)\}/);
  return {
    text: parts.filter((_, i) => i % 2 === 0),
    names: parts.filter((_, i) => i % 2 === 1),
  };
}

export function fillPath(
  template: PathTemplate,
  params: Readonly<Record<string, unknown>>,
): string {
  let path = template.text[0] as string;
  template.names.forEach((name, i) => {
    path += encodeURIComponent(String(params[name])) + template.text[i + 1];
  });
  return path;
}

/** What is expected if a path parameter is invalid. Decoding it must never change the path. */
export function expectedPathParam(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "a non-empty string";
  // Most ids and addresses.
  if (/^[\w-]+$/.test(value)) return undefined;
  if (!canEncode(value)) return "well-formed Unicode";
  return describeDotSegment(value);
}

const maxDecodings = 16;

/** Servers and intermediaries decode a path more than once, some also if a part is malformed. */
function describeDotSegment(value: string): string | undefined {
  let decoded = value;
  for (let i = 0; i <= maxDecodings; i++) {
    if (decoded.split(/[\\/]/).some((part) => part === "." || part === "..")) {
      return "an id without the path segments . or ..";
    }
    // Bytes above ASCII become other characters, but no dot or slash.
    const next = decoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return undefined;
    decoded = next;
  }
  return `an id that is percent-encoded at most ${maxDecodings} times`;
}

/** `encodeURIComponent` throws for a lone surrogate. */
export function canEncode(value: string): boolean {
  if (!/[\ud800-\udfff]/.test(value)) return true;
  try {
    encodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Encodes arrays as the endpoint requires, and dates as ISO 8601. Omits empty values. */
export function encodeQuery(
  query: Readonly<Record<string, unknown>> | undefined,
  arrays: "repeat" | "comma" | undefined,
): string {
  if (!query) return "";
  const pairs: string[] = [];
  const toText = (value: unknown) => {
    if (isDate(value)) return value.toISOString();
    return typeof value === "number" ? formatNumber(value) : String(value);
  };
  const encode = (value: unknown) => encodeURIComponent(toText(value));
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (isEmpty(value)) continue;
    if (typeof value === "string") {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      continue;
    }
    const items = Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : [value];
    if (items.length === 0) continue;
    const texts = items.map(encode);
    // The documented format does not escape the comma.
    for (const text of arrays === "comma" ? [texts.join(",")] : texts) {
      pairs.push(`${encodeURIComponent(name)}=${text}`);
    }
  }
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** Returns the names of query values that cannot be converted to text. */
export function findUnencodableNames(
  query: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  const canEncodeValue = (value: unknown): boolean =>
    isDate(value)
      ? !Number.isNaN(value.getTime())
      : isEmpty(value) || ["string", "number", "boolean", "bigint"].includes(typeof value);
  return Object.entries(query ?? {})
    .filter(([, value]) =>
      Array.isArray(value) ? !value.every(canEncodeValue) : !canEncodeValue(value),
    )
    .map(([name]) => name);
}

/** The service rejects empty values (`projectId=`), so they are omitted. */
function isEmpty(value: unknown): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
}

export function omitEmpty(query: unknown): unknown {
  if (!isCopyable(query)) return query ?? {};
  return Object.fromEntries(Object.entries(query).filter(([, value]) => !isEmpty(value)));
}
