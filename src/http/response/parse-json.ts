import { isObject } from "../../shared/guards.js";

/** Parses JSON without fields named `__proto__`. Copying such a field could set a prototype. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // The field name may be written with escapes. V8 finds short texts several times faster.
  if (text.includes("__p") || text.includes("\\u00")) dropProto(value);
  return value;
}

/** Undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Not recursive: a response may be nested thousands of levels deep. */
function dropProto(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!isObject(next)) continue;
    Reflect.deleteProperty(next, "__proto__");
    for (const item of Object.values(next)) waiting.push(item);
  }
}
