import { messageOf, nameOf } from "./thrown.js";

/** Deeper values are left out: the code that prints the result may use recursion. */
const deepest = 32;

/** An object that is being copied, and the one that contains it. */
interface Pending {
  readonly from: object;
  readonly to: object;
  readonly depth: number;
  readonly parent: Pending | undefined;
}

/**
 * A copy that JSON can hold. A loop instead of recursion: a response may be nested deeper than the
 * call stack. Callers may also pass circular structures, bigints and objects that throw when read.
 */
export function toPlain(value: unknown): unknown {
  const root: { value?: unknown } = {};
  const pending: Pending[] = [{ from: { value }, to: root, depth: 0, parent: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, item] of Object.entries(next.from)) {
      const copy = copyOf(item, next, pending);
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

/** A value that holds nothing is returned; what an object or a list holds is copied later. */
function copyOf(given: unknown, parent: Pending, pending: Pending[]): unknown {
  const item = jsonFormOf(given);
  if (typeof item === "bigint") return String(item);
  if (typeof item !== "object" || item === null) return item;
  if (item instanceof Error) return { name: nameOf(item), message: messageOf(item) };
  if (parent.depth > deepest) return "[nested too deeply]";
  for (let up: Pending | undefined = parent; up; up = up.parent) {
    if (up.from === item) return "[circular]";
  }
  const to = Array.isArray(item) ? [] : {};
  pending.push({ from: item, to, depth: parent.depth + 1, parent });
  return to;
}

/** What `JSON.stringify` would take: dates, addresses and decimals say so themselves. */
function jsonFormOf(item: unknown): unknown {
  try {
    const { toJSON } = (item ?? {}) as { toJSON?: unknown };
    return typeof toJSON === "function" ? toJSON.call(item) : item;
  } catch {
    return "[not printable]";
  }
}

/** Any value as text for a message. */
export function printValue(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(toPlain(value)) ?? typeof value);
  } catch {
    return typeof value;
  }
}
