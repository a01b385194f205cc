/** Formats a path as `fees[0].amount`. Empty for the whole value. */
export function formatPath(path: readonly PropertyKey[]): string {
  const names = path.map((key) => (typeof key === "number" ? `[${key}]` : String(key)));
  return names.join(".").replaceAll(".[", "[");
}
