/** Deeper values are left out: whoever prints the result may use recursion. */
const deepest = 32;

/**
 * A copy that JSON can hold. A loop instead of recursion: a response may be nested deeper than the
 * call stack. Callers may also pass circular structures, bigints and objects that throw when read.
 */
export function toPlain(value: unknown): unknown {
  const root: Record<string, unknown> = {};
  const seen = new WeakSet<object>();
  const pending: { from: object; to: object; depth: number }[] = [];

  const copyOf = (item: unknown, depth: number): unknown => {
    if (typeof item === "bigint") return String(item);
    if (typeof item !== "object" || item === null) return item;
    if (item instanceof Error) return { name: item.name, message: item.message };
    if (item instanceof Date) return Number.isNaN(item.getTime()) ? null : item.toISOString();
    if (depth > deepest) return "[nested too deeply]";
    if (seen.has(item)) return "[repeated]";
    seen.add(item);
    const to = Array.isArray(item) ? [] : {};
    pending.push({ from: item, to, depth });
    return to;
  };

  root.value = copyOf(value, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, item] of Object.entries(next.from)) {
      const copy = copyOf(item, next.depth + 1);
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

/** Any value as text for a message. */
export function printValue(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(toPlain(value)) ?? typeof value);
  } catch {
    return typeof value;
  }
}
