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
