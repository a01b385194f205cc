/** Takes the API key out of a text: a service or proxy may quote the key that it refuses. */
export function scrub(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, "[api key]") : text;
}

/** The same for every string in parsed JSON, in place. JSON can write one key in many ways, so its text is not enough to look at. */
export function scrubJson<T>(json: T, key: string | undefined): T {
  if (!key) return json;
  const root = { json };
  const todo: object[] = [root];
  for (let holder = todo.pop(); holder !== undefined; holder = todo.pop()) {
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === "object" && value !== null) todo.push(value);
      const clean: unknown = typeof value === "string" ? scrub(value, key) : value;
      const cleanName = scrub(name, key);
      if (clean === value && cleanName === name) continue;
      Reflect.deleteProperty(holder, name);
      // Not by assignment: a field may be called __proto__.
      Object.defineProperty(holder, cleanName, { value: clean, enumerable: true, writable: true, configurable: true });
    }
  }
  return root.json;
}

/** Whether a key stands anywhere in parsed JSON. */
export function holdsKey(json: unknown, key: string | undefined): boolean {
  return key !== undefined && (JSON.stringify(json) ?? "").includes(JSON.stringify(key).slice(1, -1));
}
