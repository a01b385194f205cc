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

/** Also true for a call that was not awaited. */
export function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value.then === "function";
}

/** False for an array, a `Map` and other classes, whose contents JSON would lose. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of another realm is not `Object.prototype`, but has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** False for an array, a promise, a `Map` and `URLSearchParams`: a copy loses what they have. */
export function isCopyable(value: unknown): value is Record<string, unknown> {
  // Every call passes here, so it calls no other function where it can.
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if ("then" in value && isPromise(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain || Object.keys(value).length > 0;
}

/** Also a date of another realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === "[object Date]";
}
