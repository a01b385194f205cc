import { ConfigurationError } from "../../errors/data.js";
import { assertKnownOptions, createUnknownError } from "../../errors/unknown-option.js";
import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import { copyData as copyPlainData } from "../../shared/copy-data.js";
import { isDate, isMissing, isObject } from "../../shared/guards.js";
import { isPlainObject } from "../../shared/is-plain.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { listProblemCodes, problemSeverities } from "../../shared/problem-codes.js";
import { isDecimal } from "./decimal.js";
import { formatValue } from "./plain-text.js";
import { isHash, type ReportProblem } from "./problems.js";

/** How each kind of a field is read. Undefined if the value is of another kind. */
const kinds = {
  // An object could change after it was checked.
  value: ["plain data", (value) => (isPrimitive(value) ? value : undefined)],
  amount: ['a decimal string such as "0.5"', (value) => (isDecimal(value) ? value : undefined)],
  hash: ["a 32-byte hash", (value) => (isHash(value) ? value : undefined)],
  address: ["an EVM address", readAddress],
  addresses: ["a list of EVM addresses", (value) => readList(value, readAddress)],
  accounts: ["a list of EVM or Bitcoin addresses", (value) => readList(value, readAccount)],
  time: ["milliseconds since 1970", readTime],
  percent: ["a percentage of 0 or more", readPercent],
  function: ["a function", (value) => (typeof value === "function" ? value : undefined)],
  policy: ["a policy of createSigningPolicy", readPolicy],
  flag: ["true or false", (value) => (typeof value === "boolean" ? value : undefined)],
  signal: ["an AbortSignal", readSignal],
  codes: ["an array of codes", (value) => value],
  data: ["plain data", copyOptional],
  any: ["any value", (value) => value],
} as const satisfies Record<string, readonly [expected: string, read: (value: unknown) => unknown]>;

type Kind = keyof typeof kinds;
/** `!` marks a required field. An object has these fields, a list such objects. */
type FieldKind = Kind | `${Kind}!` | FieldKinds | readonly [FieldKinds];
interface FieldKinds {
  readonly [name: string]: FieldKind;
}
export type Fields<T> = Readonly<Record<keyof T & string, FieldKind>>;

// Every named option is read once, own or inherited, so that the checks and the signature use the
// same values.

/** Throws for an unknown option, also inside of an option, and for an unknown problem code. */
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
    return report("request", "options", "plain data", {});
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
  fields: FieldKinds,
  path: string,
  report: ReportProblem,
): Record<string, unknown> | undefined {
  assertKnownOptions(subject, source, fields);
  if (!isPlainObject(source)) {
    const expected = "a plain object (not a Map, and no class with getters)";
    return report("request", path.slice(0, -1) || "options", expected, source);
  }
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const value = source[name];
    read[name] = readField(`${subject}: ${name}`, value, kind, `${path}${name}`, report);
  }
  return read;
}

function readField(
  subject: string,
  value: unknown,
  kind: FieldKind,
  path: string,
  report: ReportProblem,
): unknown {
  const reject = (expected: string, at: string, received: unknown) =>
    report("request", at, expected, describeValue(received));
  if (typeof kind === "string") {
    if (isMissing(value) && !kind.endsWith("!")) return value;
    const name = kind.replace("!", "") as Kind;
    if (name === "codes") return readCodes(subject, value);
    const [expected, read] = kinds[name];
    return name === "any" ? value : (read(value) ?? reject(expected, path, value));
  }
  if (isMissing(value)) return value;
  const readObject = (item: unknown, at: string, fields: FieldKinds) =>
    isObject(item)
      ? readFields(subject, item, fields, `${at}.`, report)
      : reject("an object", at, item);
  if (!isListKind(kind)) return readObject(value, path, kind);
  if (!Array.isArray(value)) return reject("a list", path, value);
  return Array.from(value, (item, i) => readObject(item, `${path}[${i}]`, kind[0]) ?? {});
}

const isListKind = (kind: object): kind is readonly [FieldKinds] => Array.isArray(kind);

/** Amounts and times are shown. Any other value could be a secret. */
const describeValue = (value: unknown) =>
  typeof value === "number" ||
  isMissing(value) ||
  Array.isArray(value) ||
  (typeof value === "string" && /^[-+\d.,e]{0,40}$/.test(value))
    ? value
    : typeof value;

/** Below are seconds since 1970, with which nothing would have expired. */
const minTime = 100_000_000_000;

function readTime(value: unknown): number | undefined {
  const time = isDate(value) ? Date.prototype.getTime.call(value) : value;
  // An empty form field would be the year 1970, when nothing had expired.
  const isTime = typeof time === "number" || (typeof time === "string" && time.trim() !== "");
  return isTime && !(Number(time) < minTime) ? Number(time) : undefined;
}

function copyOptional(value: unknown): unknown {
  try {
    return copyPlainData(value);
  } catch {
    return undefined;
  }
}

/** Anything else would limit nothing. Not `instanceof`: the package may be loaded twice. */
function readPolicy(value: unknown): unknown {
  return typeof Object(value).reserve === "function" ? value : undefined;
}

/** Not `instanceof`: the signal can be a polyfill's, or from another realm. */
function readSignal(value: unknown): unknown {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  return typeof aborted === "boolean" && addEventListener ? value : undefined;
}

function readPercent(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value < Infinity ? value : undefined;
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== "symbol" && Object(value) !== value;
}

function readAddress(value: unknown): string | undefined {
  return typeof value === "string" && evmAddressPattern.test(value) ? value : undefined;
}

export function readAccount(value: unknown): string | undefined {
  return typeof value === "string" && bitcoinAddressPattern.test(value)
    ? value
    : readAddress(value);
}

function readList(value: unknown, read: (item: unknown) => unknown): unknown[] | undefined {
  const list = Array.isArray(value) ? Array.from(value, read) : [undefined];
  return list.includes(undefined) ? undefined : list;
}

/** A misspelt code would accept nothing. */
function readCodes(subject: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw createCodesError(subject, formatValue(value));
  const known: readonly string[] = listProblemCodes();
  const review = listProblemCodes().filter((code) => problemSeverities[code] === "review");
  return Array.from(value, (code: unknown) => {
    if (typeof code !== "string")
      throw createCodesError(subject, `a list with ${formatValue(code)}`);
    if (!known.includes(code)) throw createUnknownError(subject, "code", code, known, review);
    return code;
  });
}

function createCodesError(subject: string, received: string): ConfigurationError {
  const message = `${subject}: expected an array of codes, got ${received}.`;
  return new ConfigurationError(message, { hint: 'Pass an array, such as ["price_loss"].' });
}

/** Copies what is checked and signed. Reports a problem if it is not data. */
export function copyData<T>(path: string, value: T, report: ReportProblem): T | undefined {
  try {
    return copyPlainData(value);
  } catch {
    // The problem must not quote the value: reading it could throw again.
    return report("malformed", path, "plain data", {}, { detail: "wrong_type", isMistake: true });
  }
}
