// Replaces `node:util` in a browser. `inspect` prints everything in a value, with hidden fields and
// getters.

function collect(value: unknown, depth: number, seen: Set<unknown>, shown: string[]): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    shown.push(String(value));
    return;
  }
  if (depth < 0 || seen.has(value)) return;
  seen.add(value);
  const within = (inner: unknown) => collect(inner, depth - 1, seen, shown);
  if (value instanceof Headers || value instanceof Map || value instanceof Set)
    for (const entry of value) within(entry);
  // Browser objects such as `Request` have getters on their prototype.
  for (
    let holder = value;
    holder && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder)
  ) {
    for (const name of Reflect.ownKeys(holder)) {
      shown.push(String(name));
      let property: unknown;
      try {
        property = Reflect.get(holder, name, value);
      } catch {
        continue;
      }
      if (typeof property !== "function" || holder === value) within(property);
    }
  }
}

export function inspect(value: unknown, { depth = 10 }: { depth?: number } = {}): string {
  const shown: string[] = [];
  collect(value, depth, new Set(), shown);
  return shown.join("\n");
}
