import { formatPath } from "../../shared/format-path.js";
import { isJsonObject, isMissing, isNone, isObject } from "../../shared/guards.js";
import { checkOf } from "./check.js";
import { type Field, listFields } from "./fields.js";
import type {
  ListNode,
  MapNode,
  NumberNode,
  ObjectNode,
  Schema,
  TextNode,
  UnionNode,
  WordNode,
} from "./schema.js";
import { describeKind, isOfKind, wordsOf } from "./union-forms.js";

/** Why a value is invalid. */
export interface FoundIssue {
  readonly path: readonly (string | number)[];
  readonly code: IssueCode;
  readonly expected: string;
  /** What the value is compared with. */
  readonly schema: Schema;
  /** The received value. */
  readonly value: unknown;
  /** A rule over several fields. `expected` says everything. */
  readonly isRule: boolean;
  /** Only the client has the rule, as far as the service's documentation says. */
  readonly isOwn: boolean;
  /** Rejects no response, although the field may be essential. */
  readonly isDrift: boolean;
}

type IssueCode =
  | "invalid_type"
  | "invalid_value"
  | "invalid_format"
  | "invalid_union"
  | "too_small"
  | "too_big"
  | "unrecognized_keys"
  | "custom";

export interface VisitOptions {
  /** Of the issues, and of the fields. */
  readonly limit: number;
  /** Copies the value as it is sent: converted, and without what was not validated. */
  readonly isRequest?: boolean;
  /** Every field is essential. */
  readonly isStrict?: boolean;
}

export interface VisitResult {
  /** In a response, the first issue of each field comes first, and of these the essential ones. */
  readonly issues: readonly FoundIssue[];
  /** Such as `quotes[].amountIn`, the essential ones first. */
  readonly fields: readonly string[];
  /** Whether an essential field has an issue. */
  readonly rejects: boolean;
  /** The value as it is sent, or as received. */
  readonly data: unknown;
}

/** Finds the issues of a value. */
export function visit(schema: Schema, value: unknown, options: VisitOptions): VisitResult {
  const visitor = new Visitor(options);
  const data = visitor.visit(
    schema,
    value,
    options.isStrict ? essentialPath | allEssential : essentialPath,
  );
  return { ...visitor.finish(), data };
}

/** What is known of a value from the objects around it: a sum of the following flags. */
type Position = number;
/** Every field on the path is essential. */
const essentialPath = 1;
/** Every field inside is essential. */
const allEssential = 2;
/** Only a missing value is an essential issue. */
const anyForm = 4;
/** A list whose items have fields of any form, or such an item. */
const itemsOfAnyForm = 8;
/** A list of which one readable item is enough. */
const oneReadable = 16;

/** A field, the same for all items of a list. */
class Place {
  readonly #inside = new Map<string, Place>();
  issue: FoundIssue | undefined;
  essentialIssue: FoundIssue | undefined;
  /** How many invalid items of this list or map were visited. */
  visited = 0;

  constructor(readonly names: readonly string[] = []) {}

  at(name: string): Place {
    let place = this.#inside.get(name);
    if (!place) {
      place = new Place([...this.names, name]);
      this.#inside.set(name, place);
    }
    return place;
  }
}

/** How many invalid items of a list or map are visited for drift alone. */
const maxItems = 200;

type Failure = Pick<FoundIssue, "schema" | "value" | "code" | "expected"> & {
  readonly [K in "isRule" | "isOwn" | "isDrift"]?: boolean | undefined;
};

class Visitor {
  readonly #options: VisitOptions;
  readonly #path: (string | number)[] = [];
  /** The path with `[]` for an index, and `*` for a name that is data. */
  readonly #names: string[] = [];
  readonly #root = new Place();
  readonly #first: FoundIssue[] = [];
  readonly #invalid: Place[] = [];
  readonly #essential: Place[] = [];
  #rejects = false;
  /** Only `#rejects` is wanted. */
  #isSilent = false;

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  finish(): Omit<VisitResult, "data"> {
    const { limit, isRequest } = this.#options;
    const places = [...new Set([...this.#essential, ...this.#invalid])].slice(0, limit);
    const ofFields = places.map((place) => place.essentialIssue ?? (place.issue as FoundIssue));
    const issues = isRequest ? this.#first : [...new Set([...ofFields, ...this.#first])];
    return {
      issues: issues.slice(0, limit),
      fields: places.map(({ names }) => formatPath(names)),
      rejects: this.#rejects,
    };
  }

  visit(schema: Schema, value: unknown, at: Position): unknown {
    switch (schema.kind) {
      case "anything":
        return value;
      case "boolean":
        return typeof value === "boolean" ? value : this.#failType(schema, value, at, "a boolean");
      case "custom":
        if (schema.passes(value)) return value;
        return this.#failType(schema, value, at, schema.expected);
      case "text":
        return this.#visitText(schema, value, at);
      case "number":
        return this.#visitNumber(schema, value, at);
      case "word":
        if (!schema.words.includes(value as string))
          this.#fail(at, { schema, value, code: "invalid_value", expected: listWords(schema) });
        return value;
      case "maybe":
        if (value === undefined && schema.isOptional) return schema.sends;
        return value === null && schema.isNullable ? value : this.visit(schema.inner, value, at);
      case "essential":
        return this.visit(schema.inner, value, at);
      case "convert":
        return this.visit(schema.to, schema.convert(value), at);
      case "list":
        return this.#visitList(schema, value, at);
      case "map":
        return this.#visitMap(schema, value, at);
      case "union":
        return this.#visitUnion(schema, value, at);
      default:
        return this.#visitObject(schema, value, at);
    }
  }

  #visitText(schema: TextNode, value: unknown, at: Position): unknown {
    const { pattern, isFilled, maxLength = Infinity, readable, rules = [], form } = schema;
    if (typeof value !== "string") return this.#failType(schema, value, at, form ?? "a string");
    const { expected = "a string that is not empty" } = schema;
    if (isFilled && value === "") this.#fail(at, { schema, value, code: "too_small", expected });
    if (value.length > maxLength) {
      const short = `${expected} of at most ${maxLength} characters`;
      this.#fail(at, { schema, value, code: "invalid_format", expected: short });
    } else if (pattern && !pattern.test(value)) {
      const isDrift = readable?.test(value);
      this.#fail(at, { schema, value, code: "invalid_format", expected, isDrift });
    }
    for (const { passes, expected, isOwn } of rules)
      if (!passes(value))
        this.#fail(at, { schema, value, code: "custom", expected, isOwn: !!isOwn });
    return value;
  }

  #visitNumber(schema: NumberNode, value: unknown, at: Position): unknown {
    const { min = -Infinity, max = Infinity, isInteger, known, expected = "a number" } = schema;
    if (!Number.isFinite(value)) return this.#failType(schema, value, at, expected);
    const number = value as number;
    if (isInteger && !Number.isInteger(number))
      this.#fail(at, { schema, value, code: "custom", expected });
    if (number < min) this.#fail(at, { schema, value, code: "too_small", expected });
    if (number > max) this.#fail(at, { schema, value, code: "too_big", expected });
    if (known && !known.passes(number))
      this.#fail(at, { schema, value, code: "custom", expected: known.expected, isDrift: true });
    return value;
  }

  #visitList(schema: ListNode, value: unknown, at: Position): unknown {
    if (!Array.isArray(value)) return this.#failType(schema, value, at, "an array");
    const { item, expected } = schema;
    if (value.length === 0 && expected !== undefined)
      this.#fail(at, { schema, value, code: "too_small", expected });
    const check = checkOf(item);
    const isAnyReadable =
      at & oneReadable && value.some((each) => check(each) || this.#isReadable(item, each));
    const inside = at & ~(isAnyReadable ? oneReadable | essentialPath : oneReadable);
    const { isRequest } = this.#options;
    const items: unknown[] = isRequest ? [] : value;
    let place: Place | undefined;
    for (let i = 0; i < value.length; i++) {
      if (!isRequest) {
        if (check(value[i])) continue;
        place ??= this.#placeOf("[]");
        if (this.#hasEnough(place, inside)) break;
        if (place.visited++ >= maxItems && this.#isReadable(item, value[i], inside)) continue;
      }
      const result = this.#visitAt(item, value[i], { key: i, name: "[]", at: inside });
      if (isRequest) items.push(result);
    }
    return items;
  }

  #visitMap(schema: MapNode, value: unknown, at: Position): unknown {
    if (!isJsonObject(value)) return this.#failType(schema, value, at, "a record");
    const inside = (at & essentialPath) | allEssential;
    const { isRequest } = this.#options;
    const check = checkOf(schema.item);
    const copy: Record<string, unknown> = {};
    let place: Place | undefined;
    for (const key of Object.keys(value)) {
      // In a copy, this name would set the prototype.
      if (isRequest && key === "__proto__") {
        this.#failUnknown(schema, value, at, key);
        continue;
      }
      if (!isRequest) {
        if (check(value[key])) continue;
        place ??= this.#placeOf("*");
        if (this.#hasEnough(place, inside)) break;
        if (place.visited++ >= maxItems && this.#isReadable(schema.item, value[key], inside))
          continue;
      }
      const item = this.#visitAt(schema.item, value[key], { key, name: "*", at: inside });
      if (isRequest) copy[key] = item;
    }
    if (schema.rule && !schema.rule.passes(isRequest ? copy : value)) {
      const { expected } = schema.rule;
      this.#fail(at, { schema, value, code: "custom", expected, isRule: true });
    }
    return isRequest ? copy : value;
  }

  #visitObject(object: ObjectNode, value: unknown, at: Position): unknown {
    if (!isObject(value) || Array.isArray(value))
      return this.#failType(object, value, at, "an object");
    const isRecord = object.kind === "record";
    const isNothing = isNone(value);
    const fields = listFields(object);
    const drift = at & allEssential ? undefined : object.drift?.(value);
    const data: Record<string, unknown> = {};
    for (const field of fields) {
      const { name, inner, isNullable, isOptional, sends, keepsNull, essential } = field;
      // Of a value that is only asked whether it is readable, the essential fields decide.
      if (this.#isSilent && (this.#rejects || !(essential || at & allEssential))) continue;
      const item = value[name];
      let result = item;
      if (isMissing(item) && isOptional && !isRecord) result = keepsNull ? item : sends;
      else if (isMissing(item) && object.orNone) {
        if (!isNothing && !isOptional)
          this.#report(object, value, positionOf(field, item, at, drift), [name], notNone);
      } else if (item === undefined ? !isOptional : item !== null || !isNullable) {
        const position = positionOf(field, item, at, drift);
        if (this.#isSilent && !(position & essentialPath)) continue;
        result = this.#visitAt(inner, item, { key: name, name, at: position });
      }
      if (!isRecord && result !== undefined) data[name] = result;
    }
    if (!isRecord) this.#readUnknown(object, value, { data, at });
    const given = isRecord ? value : data;
    object.rule?.(given as never, (path, expected, kind) => {
      const field = fields.find(({ name }) => name === path[0]);
      const position = field ? positionOf(field, value[field.name], at, drift) : at;
      this.#report(object, given, position, path, expected, kind);
    });
    return given;
  }

  /** Rejects the unknown fields of a request, or takes over those of an open request. */
  #readUnknown(
    object: ObjectNode,
    value: Readonly<Record<string, unknown>>,
    { data, at }: { readonly data: Record<string, unknown>; readonly at: Position },
  ): void {
    const known = new Set(listFields(object).map(({ name }) => name));
    let left = this.#options.limit;
    for (const name in value) {
      if (known.has(name)) continue;
      if (object.kind === "open request" && name !== "__proto__") data[name] = value[name];
      else if (left-- > 0) this.#failUnknown(object, value, at, name);
    }
  }

  #failUnknown(schema: Schema, value: unknown, at: Position, name: string): void {
    const failure = { schema, value, code: "unrecognized_keys", isRule: true } as const;
    this.#path.push(name);
    this.#names.push(name);
    this.#fail(at, { ...failure, expected: "no field with this name" });
    this.#path.pop();
    this.#names.pop();
  }

  #visitUnion(union: UnionNode, value: unknown, at: Position): unknown {
    const { forms, by, expected } = union;
    if (by !== undefined) return this.#visitNamed(union, by, value, at);
    const form =
      forms.find((each) => checkOf(each)(value)) ?? forms.find((each) => isOfKind(each, value));
    if (!form) {
      const kinds = [...new Set(forms.map(describeKind))].join(", or ");
      const failure = { schema: union, value, code: "invalid_union" } as const;
      return this.#fail(at, { ...failure, expected: expected ?? kinds });
    }
    return this.visit(form, value, isObject(value) ? at | allEssential : at);
  }

  /** A word of the value names its form. */
  #visitNamed(union: UnionNode, by: string, value: unknown, at: Position): unknown {
    if (!isObject(value) || Array.isArray(value))
      return this.#failType(union, value, at, "an object");
    const form = union.forms.find((each) => wordsOf(each, by).includes(value[by] as string));
    if (form) return this.visit(form, value, at);
    const { expected = "a known form" } = union;
    const failure = { schema: union, value: value[by], code: "invalid_union" } as const;
    this.#path.push(by);
    this.#names.push(by);
    this.#fail(at, { ...failure, expected });
    this.#path.pop();
    this.#names.pop();
    return value;
  }

  /** Whether a value has all that is essential at its position. */
  #isReadable(schema: Schema, value: unknown, at: Position = essentialPath): boolean {
    const [wasSilent, rejected] = [this.#isSilent, this.#rejects];
    this.#isSilent = true;
    this.#rejects = false;
    this.visit(schema, value, at);
    const isReadable = !this.#rejects;
    this.#isSilent = wasSilent;
    this.#rejects = rejected;
    return isReadable;
  }

  /** Whether more invalid items of a list or map would add no issue. */
  #hasEnough({ visited }: Place, inside: Position): boolean {
    const isDecided = this.#rejects || !(inside & essentialPath);
    return isDecided && this.#first.length >= this.#options.limit && visited >= maxItems;
  }

  #visitAt(
    schema: Schema,
    value: unknown,
    { key, name, at }: { readonly key: string | number; readonly name: string; at: Position },
  ): unknown {
    this.#path.push(key);
    this.#names.push(name);
    const result = this.visit(schema, value, at);
    this.#path.pop();
    this.#names.pop();
    return result;
  }

  #failType(schema: Schema, value: unknown, at: Position, expected: string): unknown {
    return this.#fail(at, { schema, value, code: "invalid_type", expected });
  }

  /** Reports an issue of a rule over several fields. */
  #report(
    schema: Schema,
    value: unknown,
    at: Position,
    path: readonly (string | number)[],
    expected: string,
    kind?: "own" | "drift",
  ): void {
    const [depth, names] = [this.#path.length, path.map((key) => (isIndex(key) ? "[]" : key))];
    this.#path.push(...path);
    this.#names.push(...(names as string[]));
    const failure = { schema, value, code: "custom", expected, isRule: true } as const;
    this.#fail(at, { ...failure, isDrift: kind === "drift", isOwn: kind === "own" });
    this.#path.length = depth;
    this.#names.length = depth;
  }

  /** Returns the value. */
  #fail(
    at: Position,
    { isDrift = false, isRule = false, isOwn = false, ...found }: Failure,
  ): unknown {
    const { limit, isStrict } = this.#options;
    const isAbsent = !isRule && found.value === undefined;
    const isReadable = isDrift || ((at & anyForm) > 0 && !isAbsent);
    const isFatal = (at & essentialPath) > 0 && (isStrict || !isReadable);
    if (isFatal) this.#rejects = true;
    if (this.#isSilent) return found.value;
    const place = this.#placeOf();
    const isNew = !place.issue && this.#invalid.length < limit;
    const isNewFatal = isFatal && !place.essentialIssue && this.#essential.length < limit;
    if (!isNew && !isNewFatal && this.#first.length >= limit) return found.value;
    const issue = { ...found, path: [...this.#path], isRule, isOwn, isDrift };
    if (this.#first.length < limit) this.#first.push(issue);
    if (isNew) {
      place.issue = issue;
      this.#invalid.push(place);
    }
    if (isNewFatal) {
      place.essentialIssue = issue;
      this.#essential.push(place);
    }
    return found.value;
  }

  /** The current field, or one inside of it. */
  #placeOf(name?: string): Place {
    let place = this.#root;
    for (const each of this.#names) place = place.at(each);
    return name === undefined ? place : place.at(name);
  }
}

const notNone = "a value, because the object is not empty";
const isIndex = (key: unknown) => typeof key === "number";

/** The position of a field. `drift` has the fields that are not essential in this form. */
function positionOf(
  { name, essential }: Field,
  item: unknown,
  at: Position,
  drift: readonly string[] | undefined,
): Position {
  if (at & allEssential) return at;
  const isNeeded = essential !== undefined && (essential !== "if present" || !isMissing(item));
  return (
    (isNeeded && !drift?.includes(name) ? at & essentialPath : 0) |
    (at & (anyForm | itemsOfAnyForm) ? anyForm : 0) |
    (essential === "items of any form" ? itemsOfAnyForm : 0) |
    (essential === "one readable" ? oneReadable : 0)
  );
}

function listWords({ words, expected }: WordNode): string {
  if (expected !== undefined) return `${expected}: ${words.join(", ")}`;
  return words.length > 12
    ? `one of ${words.length} values such as ${words.slice(0, 3).join(", ")}`
    : `one of ${words.join(", ")}`;
}
