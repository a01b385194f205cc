import { messageOf, nameOf } from "./thrown.js";

/** Deeper values are omitted: the code that prints the result may use recursion. */
const maxDepth = 32;

interface Pending {
  readonly from: object;
  readonly to: object;
  readonly depth: number;
  readonly parent: Pending | undefined;
}

/**
 * Copies a value to plain JSON data. Uses a loop, because a response may be nested deeper than the
 * call stack. Supports circular structures, bigints and objects that throw when they are read.
 */
export function toPlain(value: unknown): unknown {
  const root: { value?: unknown } = {};
  const pending: Pending[] = [{ from: { value }, to: root, depth: 0, parent: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, item] of Object.entries(next.from)) {
      const copy = copyValue(item, next, pending);
      if (copy === undefined || typeof copy === "function" || typeof copy === "symbol") continue;
      // An assignment to a field called `__proto__` would change the prototype.
      Object.defineProperty(next.to, name, {
        value: copy,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return root.value;
}

/** Copies a primitive value. The members of an object or a list are copied later. */
function copyValue(given: unknown, parent: Pending, pending: Pending[]): unknown {
  const item = callToJson(given);
  if (typeof item === "bigint") return String(item);
  if (typeof item !== "object" || item === null) return item;
  if (item instanceof Error) return { name: nameOf(item), message: messageOf(item) };
  if (parent.depth > maxDepth) return "[nested too deeply]";
  for (let up: Pending | undefined = parent; up; up = up.parent) {
    if (up.from === item) return "[circular]";
  }
  const to = Array.isArray(item) ? [] : {};
  pending.push({ from: item, to, depth: parent.depth + 1, parent });
  return to;
}

/** Calls `toJSON`, like `JSON.stringify`. */
function callToJson(item: unknown): unknown {
  try {
    const { toJSON } = (item ?? {}) as { toJSON?: unknown };
    return typeof toJSON === "function" ? toJSON.call(item) : item;
  } catch {
    return "[not printable]";
  }
}

export function printValue(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(toPlain(value)) ?? typeof value);
  } catch {
    return typeof value;
  }
}
