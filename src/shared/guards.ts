/** In place of an object, null, absent, `{}` and an object with only nulls mean "none". */
export function isNone(value: unknown): value is null | undefined {
  if (Array.isArray(value)) return value.length === 0;
  return isMissing(value) || (isObject(value) && Object.values(value).every(isMissing));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
