import { isObject } from "./guards.js";
import { isPlainObject } from "./is-plain.js";

const maxDepth = 99;
/** Is thrown to the caller, which says what is not data. */
const notData = "not data";

/**
 * Copies plain data: a getter or a proxy could return one value to a check and another to its user.
 * Reads every field once, own or inherited. Throws if the value is not data.
 */
export function copyData<T>(value: T): T {
  return copyValue(value, 0) as T;
}

function copyValue(value: unknown, depth: number): unknown {
  if (typeof value === "function" || typeof value === "symbol" || depth > maxDepth) throw notData;
  if (!isObject(value)) return value;
  const copy = (item: unknown) => copyValue(item, depth + 1);
  if (Array.isArray(value)) return Array.from(value, copy);
  // Not `instanceof`: the value can be from another realm, such as a test runner's.
  const kind = Object.prototype.toString.call(value);
  if (kind === "[object Uint8Array]") return Uint8Array.from(value as never);
  if (kind === "[object Date]") return new Date(Date.prototype.getTime.call(value));
  if (!isPlainObject(value)) throw notData;
  const entries: [string, unknown][] = [];
  for (const name in value) entries.push([name, copy(value[name])]);
  // Defines a field named __proto__ instead of setting the prototype.
  return Object.fromEntries(entries);
}
