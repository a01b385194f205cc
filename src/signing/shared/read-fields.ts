import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { isDecimal } from "./is-decimal.js";
import { isPlainObject } from "./is-plain.js";
import { isMissing, isObject, type ReportProblem } from "./problems.js";
import { readCodes } from "./read-codes.js";
import { formatValue } from "./text/plain-text.js";

/**
 * A primitive, a decimal string, a time, a list of strings or a primitive, an array of problem
 * codes, a function, an object with these fields, or any value.
 */
type FieldKind =
  | ("value" | "amount" | "time" | "strings" | "codes" | "function" | "any")
  | { readonly [name: string]: FieldKind };
export type Fields<T> = Readonly<Record<keyof T & string, FieldKind>>;

/**
 * Reads every named option once, own or inherited, so that the checks and the signature use the
 * same values. Reports values that are not plain data: for example, a function is not a limit.
 *
 * @throws {ConfigurationError} for an unknown option, also inside of an option, and for an unknown
 * problem code.
 */
export function copyOptions<Options extends object>(
  subject: string,
  options: Options | null | undefined,
  fields: Fields<Options>,
  report: ReportProblem,
): Options | undefined {
  try {
    return readFields(subject, options ?? {}, fields, "", report) as Options;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return report("wrong_type", "options", "plain data", {}, true);
  }
}

/** The same for a function that has no problems to report: it throws a `ConfigurationError`. */
export function readOptions<Options extends object>(
  subject: string,
  options: Options | null | undefined,
  fields: Fields<Options>,
): Options {
  return copyOptions(subject, options, fields, (_, path, expected, actual) => {
    const message = `${subject}: ${path}: expected ${expected}, got ${formatValue(actual)}`;
    throw new ConfigurationError(message);
  }) as Options;
}

function readFields(
  subject: string,
  source: object,
  fields: Fields<object>,
  path: string,
  report: ReportProblem,
): Record<string, unknown> | undefined {
  assertKnownOptions(subject, source, Object.keys(fields));
  if (!isPlainObject(source)) {
    const expected = "a plain object (not a Map, and no class with getters)";
    return report("wrong_type", path.slice(0, -1) || "options", expected, source, true);
  }
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries<FieldKind>(fields)) {
    const value = (source as Record<string, unknown>)[name];
    if (isMissing(value) || kind === "any") read[name] = value;
    else if (kind === "codes") read[name] = readCodes(`${subject}: ${name}`, value);
    else if (kind === "amount") {
      read[name] = isDecimal(value) ? value : undefined;
      // Without the limit, more would be allowed.
      if (read[name] === undefined)
        report("request", `${path}${name}`, 'a decimal string such as "0.5"', value, true);
    } else if (typeof kind === "object")
      read[name] = isObject(value)
        ? readFields(`${subject}: ${name}`, value, kind, `${path}${name}.`, report)
        : value;
    else {
      read[name] = readValue(value, kind);
      if (read[name] === undefined)
        report(
          "wrong_type",
          `${path}${name}`,
          expectedKinds[kind] ?? "plain data",
          describeValue(value),
          true,
        );
    }
  }
  return read;
}

/** Numbers are shown because a time could be in seconds. Any other value could be a secret. */
const describeValue = (value: unknown) => (typeof value === "number" ? value : typeof value);
const expectedKinds: Readonly<Record<string, string>> = {
  time: "milliseconds since 1970",
  function: "a function",
};

/** Below are seconds since 1970, with which nothing would have expired. */
const minTime = 100_000_000_000;

/** Returns undefined for a value of another kind. */
function readValue(
  value: unknown,
  kind: Exclude<FieldKind, "any" | "amount" | "codes" | object>,
): unknown {
  if (kind === "function") return typeof value === "function" ? value : undefined;
  if (kind === "strings" && Array.isArray(value)) {
    const list = Array.from(value);
    return list.every((item) => typeof item === "string") ? list : undefined;
  }
  if (kind === "time") {
    const isDate = Object.prototype.toString.call(value) === "[object Date]";
    const time = isDate ? Date.prototype.getTime.call(value) : value;
    // An empty form field would be the year 1970, when nothing had expired.
    const isTime = typeof time === "number" || (typeof time === "string" && time.trim() !== "");
    return isTime && !(Number(time) < minTime) ? Number(time) : undefined;
  }
  return typeof value === "symbol" || Object(value) === value ? undefined : value;
}
