/** A path template in parts: text and parameter names in turn. */
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

/** What a path parameter should be, if it is wrong: decoding it must never lead to another path. */
export function findPathParamIssue(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "a string that is not empty";
  if (!canEncode(value)) return "text without broken characters";
  let decoded = value;
  for (let i = 0; i < 3; i++) {
    if (decoded.split(/[\\/]/).some((part) => part === "." || part === "..")) {
      return "an id without the path segments . and ..";
    }
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function canEncode(value: string): boolean {
  try {
    encodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Arrays as the endpoint wants them, dates as ISO 8601. Empty values are left out. */
export function encodeQuery(
  query: Readonly<Record<string, unknown>> | undefined,
  arrays: "repeat" | "comma" | undefined,
): string {
  if (!query) return "";
  const pairs: string[] = [];
  const write = (value: unknown) =>
    encodeURIComponent(value instanceof Date ? value.toISOString() : String(value));
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (isEmpty(value)) continue;
    const items = Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : [value];
    const texts = items.map(write);
    // The comma itself is not escaped: that is the documented form.
    for (const text of arrays === "comma" ? [texts.join(",")] : texts) {
      pairs.push(`${encodeURIComponent(name)}=${text}`);
    }
  }
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** The names of query values that have no text form. */
export function findUnencodableNames(
  query: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  const canEncodeValue = (value: unknown): boolean =>
    value instanceof Date
      ? !Number.isNaN(value.getTime())
      : isEmpty(value) || ["string", "number", "boolean", "bigint"].includes(typeof value);
  return Object.entries(query ?? {})
    .filter(([, value]) =>
      Array.isArray(value) ? !value.every(canEncodeValue) : !canEncodeValue(value),
    )
    .map(([name]) => name);
}

/** The service rejects an empty value (`projectId=`), so empty means "not given". */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function omitEmpty(query: unknown): unknown {
  if (typeof query !== "object" || query === null || Array.isArray(query)) return query ?? {};
  return Object.fromEntries(Object.entries(query).filter(([, value]) => !isEmpty(value)));
}
