// The twin of `node:util` in a page, as far as the tests need it: a look at all that a value holds, hidden fields and getters too.

function look(value: unknown, depth: number, seen: Set<unknown>, shown: string[]): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    shown.push(String(value));
    return;
  }
  if (depth < 0 || seen.has(value)) return;
  seen.add(value);
  const within = (inner: unknown) => look(inner, depth - 1, seen, shown);
  if (value instanceof Headers || value instanceof Map || value instanceof Set)
    for (const entry of value) within(entry);
  // A page's own objects, such as a Request, hold everything in getters of their kind.
  for (
    let holder = value;
    holder && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder)
  ) {
    for (const name of Reflect.ownKeys(holder)) {
      shown.push(String(name));
      let held: unknown;
      try {
        held = Reflect.get(holder, name, value);
      } catch {
        continue;
      }
      if (typeof held !== "function" || holder === value) within(held);
    }
  }
}

export function inspect(value: unknown, { depth = 10 }: { depth?: number } = {}): string {
  const shown: string[] = [];
  look(value, depth, new Set(), shown);
  return shown.join("\n");
}
