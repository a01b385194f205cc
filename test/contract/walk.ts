export type Path = readonly (string | number)[];

/** The paths of all values inside a JSON value, outer values first. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value)
    ? value.map((_, i) => i)
    : Object.keys(value);
  return keys.flatMap((key) => {
    const path = [...at, key];
    return [path, ...pathsOf((value as Record<string | number, unknown>)[key], path)];
  });
}

/** The paths of all objects in a JSON value, including the top. Lists do not count. */
export function objectsOf(value: unknown): Path[] {
  const isObject = (path: Path) => {
    const item = valueAt(value, path);
    return typeof item === "object" && item !== null && !Array.isArray(item);
  };
  return [[], ...pathsOf(value)].filter(isObject);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** Copies through JSON, because structuredClone keeps shared objects shared. */
function copyOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** A copy with another value at one path. */
export function withValue(value: unknown, path: Path, item: unknown): unknown {
  if (path.length === 0) return item;
  const copy = copyOf(value);
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  // An assignment would fail for a field called __proto__.
  Object.defineProperty(parent, path.at(-1) as string | number, {
    value: item,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** A copy without one field or one item. */
export function without(value: unknown, path: Path): unknown {
  const copy = copyOf(value);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1) as string | number;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Record<string, unknown>)[key as string];
  return copy;
}

/** Prints a path: `quotes[].amountIn`. */
export function display(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? "[]" : `.${key}`))
    .join("")
    .replace(/^\./, "");
}
