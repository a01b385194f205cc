import { isObject, isPromise } from "./guards.js";

/**
 * Whether a value is an object whose fields can be listed. A Map has none, and neither `in` nor a
 * copy finds the getters of a class.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  let prototype: unknown = Object.getPrototypeOf(value);
  // `isPrototypeOf` is a method of Object.prototype, also of that of another realm.
  while (prototype && !Object.hasOwn(prototype, "isPrototypeOf")) {
    const fields = Object.values(Object.getOwnPropertyDescriptors(prototype));
    if (fields.some(({ get, enumerable }) => get && !enumerable)) return false;
    prototype = Object.getPrototypeOf(prototype);
  }
  return true;
}

/** False for an array, a promise, a `Map` and `URLSearchParams`: a copy loses what they have. */
export function isCopyable(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value) || isPromise(value)) return false;
  return isPlainObject(value) || Object.keys(value).length > 0;
}
