/** In place of an object, null, absent, `{}` and an object with only nulls mean "none". */
export function isNone(value: unknown): value is null | undefined {
  if (Array.isArray(value)) return value.length === 0;
  if (!isObject(value)) return isMissing(value);
  // A list of the values of an object with very many would cost more than parsing it.
  for (const name in value) if (!isMissing(value[name])) return false;
  return true;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
