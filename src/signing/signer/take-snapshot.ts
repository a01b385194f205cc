import { isPlainObject } from "../shared/is-plain.js";
import { assertNoProblems, isObject, type ReportProblem } from "../shared/problems.js";

const maxDepth = 99;
/** Never leaves this file. */
const notData = "not data";

/**
 * Copies a value before it is checked: a getter or proxy could return one value to the checks and
 * another to the signer. Reads every field once, own or inherited. Rejects what is not data.
 */
export function takeSnapshot<T>(subject: string, path: string, value: T): T {
  return assertNoProblems(subject, (report) => copyData(path, value, report));
}

/** Reports one problem and returns undefined if the value is not data. */
export function copyData<T>(path: string, value: T, report: ReportProblem): T | undefined {
  try {
    return copyValue(value, 0) as T;
  } catch {
    // The problem must not quote the value: reading it could throw again.
    return report("wrong_type", path, "plain data", {}, true);
  }
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
  for (const name in value) entries.push([name, copy((value as Record<string, unknown>)[name])]);
  // Defines a field named __proto__ instead of setting the prototype.
  return Object.fromEntries(entries);
}
