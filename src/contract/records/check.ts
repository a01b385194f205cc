import { isJsonObject, isMissing, isNone, isObject } from "../../shared/guards.js";
import { listFields } from "./fields.js";
import type { NumberNode, ObjectNode, Schema, TextNode } from "./schema.js";

/** Whether a value is valid. */
export type Check = (value: unknown) => boolean;

const checks = new WeakMap<Schema, Check>();

/**
 * Whether a value matches a schema. Each schema is translated once into closures, one per node,
 * which allocate nothing. No code is generated, so a Content-Security-Policy does not block it.
 */
export function isValid(schema: Schema, value: unknown): boolean {
  return checkOf(schema)(value);
}

export function checkOf(schema: Schema): Check {
  let check = checks.get(schema);
  if (!check) {
    check = createCheck(schema);
    checks.set(schema, check);
  }
  return check;
}

function createCheck(schema: Schema): Check {
  switch (schema.kind) {
    case "anything":
      return acceptAll;
    case "custom":
      return schema.passes;
    case "boolean":
      return (value) => typeof value === "boolean";
    case "text":
      return createTextCheck(schema);
    case "number":
      return createNumberCheck(schema);
    case "word": {
      const words = new Set<unknown>(schema.words);
      return (value) => words.has(value);
    }
    case "list":
      return createListCheck(checkOf(schema.item), schema.expected === undefined ? 0 : 1);
    case "map": {
      const item = checkOf(schema.item);
      const { rule } = schema;
      return (value) =>
        isJsonObject(value) && hasValid(value, item) && (!rule || rule.passes(value));
    }
    case "union": {
      const forms = schema.forms.map(checkOf);
      return (value) => forms.some((check) => check(value));
    }
    case "maybe": {
      const { isNullable, isOptional } = schema;
      const inner = checkOf(schema.inner);
      return (value) =>
        (value === undefined && isOptional) || (value === null && isNullable) || inner(value);
    }
    case "essential":
      return checkOf(schema.inner);
    case "convert": {
      const to = checkOf(schema.to);
      return (value) => to(schema.convert(value));
    }
    default:
      return createObjectCheck(schema);
  }
}

const acceptAll: Check = () => true;
const isText: Check = (value) => typeof value === "string";
const isFilledText: Check = (value) => typeof value === "string" && value !== "";

function createTextCheck({ pattern, isFilled, maxLength, rules }: TextNode): Check {
  const isShort = maxLength === undefined && !rules;
  if (isShort && !pattern) return isFilled ? isFilledText : isText;
  if (isShort && pattern && !isFilled)
    return (value) => typeof value === "string" && pattern.test(value);
  return (value) =>
    typeof value === "string" &&
    (!isFilled || value !== "") &&
    (maxLength === undefined || value.length <= maxLength) &&
    (!pattern || pattern.test(value)) &&
    (!rules || rules.every((rule) => rule.passes(value)));
}

function createNumberCheck({ min, max, isInteger, known }: NumberNode): Check {
  if (min === undefined && max === undefined && !isInteger && !known) return Number.isFinite;
  const [least, most] = [min ?? -Infinity, max ?? Infinity];
  return (value) =>
    Number.isFinite(value) &&
    (value as number) >= least &&
    (value as number) <= most &&
    (!isInteger || Number.isInteger(value)) &&
    (!known || known.passes(value as number));
}

function createListCheck(item: Check, min: number): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length < min) return false;
    for (let i = 0; i < value.length; i++) if (!item(value[i])) return false;
    return true;
  };
}

function hasValid(map: Readonly<Record<string, unknown>>, item: Check): boolean {
  for (const name of Object.keys(map)) if (!item(map[name])) return false;
  return true;
}

interface FieldCheck {
  readonly check: Check;
  /** Any string is valid. This is the most common case, and needs no call. */
  readonly acceptsAnyText: boolean;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
}

/** The fields of the positions behind are looked up by name each time. */
const maxPositions = 200;

function createObjectCheck(object: ObjectNode): Check {
  if (object.kind !== "record") return createRequestCheck(object);
  if (object.orNone) return createOrNoneCheck(object);
  const { rule } = object;
  const fields = new Map<string, FieldCheck>();
  let required = 0;
  for (const { name, inner, isNullable, isOptional } of listFields(object)) {
    const check = checkOf(inner);
    if (!isOptional) required++;
    fields.set(name, {
      check,
      acceptsAnyText: check === isText,
      isNullable,
      isRequired: !isOptional,
    });
  }
  // The records of a list have the same names in the same order, so each position keeps its field.
  // A lookup by name takes twice as long.
  const names: string[] = [];
  const expected: (FieldCheck | undefined)[] = [];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let missing = required;
    let position = 0;
    for (const name in value) {
      let field = expected[position];
      if (names[position] !== name) {
        field = fields.get(name);
        // Only documented names are kept: others can be data.
        if (field && position < maxPositions) {
          names[position] = name;
          expected[position] = field;
        }
      }
      position++;
      if (field === undefined) continue;
      const item = (value as Record<string, unknown>)[name];
      if (typeof item === "string" && field.acceptsAnyText) {
        if (field.isRequired) missing--;
      } else if (item === undefined) {
        if (field.isRequired) return false;
      } else if (item === null && field.isNullable) {
        if (field.isRequired) missing--;
      } else {
        if (!field.check(item)) return false;
        if (field.isRequired) missing--;
      }
    }
    return missing === 0 && (!rule || passesRule(rule, value));
  };
}

let isRulePassed = true;
const failRule = () => {
  isRulePassed = false;
};

function passesRule(rule: NonNullable<ObjectNode["rule"]>, value: object): boolean {
  const outer = isRulePassed;
  isRulePassed = true;
  rule(value as never, failRule);
  const result = isRulePassed;
  isRulePassed = outer;
  return result;
}

/** All fields may be missing, or the required ones are present. */
function createOrNoneCheck(object: ObjectNode): Check {
  const fields = listFields(object).map(({ name, inner, isOptional }) => ({
    name,
    isOptional,
    check: checkOf(inner),
  }));
  const { rule } = object;
  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return false;
    const isNothing = isNone(value);
    return (
      fields.every(({ name, isOptional, check }) =>
        isMissing(value[name]) ? isNothing || isOptional : check(value[name]),
      ) &&
      (!rule || passesRule(rule, value))
    );
  };
}

function createRequestCheck(object: ObjectNode): Check {
  const fields = listFields(object);
  const names = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return false;
    const given: Record<string, unknown> = {};
    for (const name in value) {
      if (!names.has(name) && object.kind === "request") return false;
      given[name] = value[name];
    }
    for (const { name, inner, isOptional, isNullable } of fields) {
      const item = given[name];
      if (isMissing(item) && isOptional) delete given[name];
      else if (!(item === null && isNullable) && !checkOf(inner)(item)) return false;
    }
    return !object.rule || passesRule(object.rule, given);
  };
}
