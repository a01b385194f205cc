/** Copies plain data. React Native has no `structuredClone`. */
export function copyPlain<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPlain) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, copyPlain(item)]),
  ) as T;
}
