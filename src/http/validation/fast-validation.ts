import type { core } from "zod/mini";
import type { Schema } from "../../contract/shared/schema.js";
import { decimalPattern, readableAmountPattern } from "../../shared/patterns.js";

export type Check = (value: unknown) => boolean;
type Def = core.$ZodTypes["_zod"]["def"];

/** A list or an object that does not match a schema. */
export interface Mismatch {
  readonly def: Def;
  readonly value: unknown;
  /** The names of an open object. Listing very many takes as long as parsing them. */
  readonly names?: readonly string[] | undefined;
}

/** Around the value at which the current check has failed, the innermost first. */
let mismatches: Mismatch[] = [];

function fail(def: Def, value: unknown, names?: readonly string[]): false {
  mismatches.push({ def, value, names });
  return false;
}

/** What a check of a value found. Without a check, only Zod can validate the value. */
function runCheck(check: Check | undefined, value: unknown): readonly Mismatch[] | undefined {
  mismatches = [];
  const isValid = check?.(value);
  const found = mismatches;
  mismatches = [];
  return isValid ? undefined : found;
}

const checks = new WeakMap<core.$ZodType, { check: Check | undefined }>();
const lenientChecks: typeof checks = new WeakMap();

function getCheck(schema: core.$ZodType, isLenient: boolean): Check | undefined {
  const known = isLenient ? lenientChecks : checks;
  let entry = known.get(schema);
  if (!entry) {
    entry = { check: deriveCheck(schema, isLenient) };
    known.set(schema, entry);
  }
  return entry.check;
}

/**
 * Returns undefined if a value is valid unchanged. Otherwise returns the lists and objects around
 * the value at which the check has failed, so that a search need not check them again.
 *
 * Zod copies every object that it validates, which takes 1 ms for a page of 160 kB. Nearly all
 * responses are valid and need no copy. So each schema is translated once into closures, one per
 * node, that only check: 50 µs for the same page. If a closure rejects a value, Zod validates it
 * and reports the issues. A closure may reject a value that Zod accepts, but must never accept a
 * value that Zod rejects. It generates no code, so a Content-Security-Policy does not block it.
 */
export function findMismatches(
  schema: core.$ZodType,
  value: unknown,
): readonly Mismatch[] | undefined {
  return runCheck(getCheck(schema, false), value);
}

/** Whether the only issues of a single value are always drift. */
export function isReadable(schema: core.$ZodType, value: unknown): boolean {
  return runCheck(getCheck(schema, true), value) === undefined;
}

/**
 * Returns undefined if the schema changes values, or uses a feature that is not supported here.
 * `isLenient`: the check of a single value accepts what is always drift. An exponent is not
 * documented, but everything that reads amounts of responses accepts it.
 */
export function deriveCheck(schema: core.$ZodType, isLenient = false): Check | undefined {
  const def = (schema as core.$ZodTypes)._zod.def;
  const base = def.type === "lazy" ? deriveLazy(schema as core.$ZodLazy) : deriveBase(def);
  if (!base || !def.checks?.length) return base;
  const rules: Check[] = [];
  for (const check of def.checks as core.$ZodChecks[]) {
    const { params, pattern } = check._zod.def as {
      params?: { drift?: unknown };
      pattern?: RegExp;
    };
    if (isLenient && params?.drift) continue;
    const isAmount = isLenient && pattern === decimalPattern;
    const rule = isAmount
      ? (value: unknown) => readableAmountPattern.test(value as string)
      : deriveRule(check);
    if (!rule) return undefined;
    rules.push(rule);
  }
  return (value) => base(value) && (rules.every((rule) => rule(value)) || fail(def, value));
}

function deriveRule(check: core.$ZodChecks): Check | undefined {
  const def = check._zod.def;
  switch (def.check as string) {
    case "custom":
      return (value) => passesRule(check._zod.check as (payload: core.ParsePayload) => void, value);
    case "string_format": {
      const { pattern } = def as core.$ZodCheckStringFormatDef;
      return pattern && !pattern.global && !pattern.sticky
        ? (value) => pattern.test(value as string)
        : undefined;
    }
    case "greater_than":
    case "less_than": {
      const { check: side, value: limit, inclusive } = def as core.$ZodCheckGreaterThanDef;
      const sign = (side as string) === "greater_than" ? 1 : -1;
      return (value) =>
        sign * ((value as number) - (limit as number)) > 0 || (inclusive && value === limit);
    }
    case "min_length": {
      const { minimum } = def as core.$ZodCheckMinLengthDef;
      return (value) => (value as string | unknown[]).length >= minimum;
    }
    default:
      return undefined;
  }
}

/** False if the rule reports an issue, and if it changes the value. */
function passesRule(rule: (payload: core.ParsePayload) => void, value: unknown): boolean {
  const payload: core.ParsePayload = { value, issues: [] };
  rule(payload);
  return payload.issues.length === 0 && payload.value === value;
}

const isString: Check = (value) => typeof value === "string";
const isOptionalString: Check = (value) =>
  value === undefined || value === null || typeof value === "string";
const stringChecks = new Set([isString, isOptionalString]);

function deriveBase(def: Def): Check | undefined {
  switch (def.type) {
    case "string":
      return isString;
    case "number":
      return (value) => Number.isFinite(value);
    case "boolean":
      return (value) => typeof value === "boolean";
    case "unknown":
    case "any":
      return () => true;
    case "enum":
      return isOneOf(Object.values(def.entries));
    case "literal":
      return isOneOf(def.values);
    case "nullable":
    case "optional":
      return deriveMaybe(def);
    case "array":
      return deriveArray(def);
    case "object":
      return deriveObject(def);
    case "record":
      return deriveRecord(def);
    case "union":
      return deriveUnion(def);
    default:
      return undefined;
  }
}

function isOneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

function deriveMaybe(def: core.$ZodNullableDef | core.$ZodOptionalDef): Check | undefined {
  const inner = (def.innerType as core.$ZodTypes)._zod.def;
  const isNested = inner.type === "nullable" || inner.type === "optional";
  const check = deriveCheck(isNested && !inner.checks?.length ? inner.innerType : def.innerType);
  if (!check) return undefined;
  // Both wrappers together are by far the most common case. Check them in one step.
  if (isNested && inner.type !== def.type)
    return check === isString
      ? isOptionalString
      : (value) => value === undefined || value === null || check(value);
  return def.type === "nullable"
    ? (value) => value === null || check(value)
    : (value) => value === undefined || check(value);
}

function deriveArray(def: core.$ZodArrayDef): Check | undefined {
  const item = deriveCheck(def.element);
  if (!item) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const element of value) if (!item(element)) return fail(def, value);
    return true;
  };
}

interface Field {
  readonly check: Check;
  /** Any string is valid. This is the most common case, and needs no call. */
  readonly acceptsAnyString: boolean;
  readonly isRequired: boolean;
}

function deriveObject(def: core.$ZodObjectDef): Check | undefined {
  const isStrict = def.catchall?._zod.def.type === "never";
  if (def.catchall && !isStrict && def.catchall._zod.def.type !== "unknown") return undefined;
  const fields = new Map<string, Field>();
  let required = 0;
  for (const [name, schema] of Object.entries(def.shape)) {
    const check =
      deriveCheck(schema as core.$ZodType) ?? deriveUndefinedCheck(schema as Schema<unknown>);
    if (!check) return undefined;
    const isRequired = !check(undefined);
    if (isRequired) required++;
    fields.set(name, { check, acceptsAnyString: stringChecks.has(check), isRequired });
  }
  // The records of a list have the same names in the same order, so each position keeps its field.
  // A lookup by field takes twice as long.
  const names: string[] = [];
  const expected: (Field | undefined)[] = [];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let missing = required;
    let position = 0;
    for (const name in value) {
      if (position < maxPositions && names[position] !== name) {
        names[position] = name;
        expected[position] = fields.get(name);
      }
      const field = position < maxPositions ? expected[position] : fields.get(name);
      position++;
      if (field === undefined) {
        // Zod drops a field of this name, so Zod must validate the object.
        if (isStrict || name === "__proto__") return fail(def, value);
        continue;
      }
      const item = (value as Record<string, unknown>)[name];
      if (!(field.acceptsAnyString && typeof item === "string") && !field.check(item))
        return fail(def, value);
      if (field.isRequired) missing--;
    }
    return missing === 0 || fail(def, value);
  };
}

/** Keeps no names of objects with very many. */
const maxPositions = 200;

/** Accepts only a missing value, if the schema keeps it missing (it has no default). */
function deriveUndefinedCheck(schema: Schema<unknown>): Check | undefined {
  const result = schema.safeParse(undefined);
  return result.success && result.data === undefined ? (value) => value === undefined : undefined;
}

function deriveRecord(def: core.$ZodRecordDef): Check | undefined {
  const key = def.keyType._zod.def;
  const item = deriveCheck(def.valueType);
  if (!item || key.type !== "string" || key.checks?.length) return undefined;
  return (value) => {
    if (!isRecord(value)) return false;
    const names = Object.keys(value);
    for (const name of names)
      if (name === "__proto__" || !item(value[name])) return fail(def, value, names);
    return true;
  };
}

/** False for an array and a `Date`, which are no records. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function deriveUnion(def: core.$ZodUnionDef): Check | undefined {
  const options = def.options.map((option) => deriveCheck(option));
  if (options.includes(undefined)) return undefined;
  return (value) => {
    const before = mismatches.length;
    if (!options.some((option) => (option as Check)(value))) return fail(def, value);
    // What the other options rejected is no mismatch.
    mismatches.length = before;
    return true;
  };
}

const resolving = new Set<core.$ZodLazy>();

function deriveLazy(schema: core.$ZodLazy): Check | undefined {
  // Only Zod validates recursive schemas.
  if (resolving.has(schema)) return undefined;
  resolving.add(schema);
  try {
    return deriveCheck(schema._zod.innerType);
  } finally {
    resolving.delete(schema);
  }
}
