import type { core } from "zod/mini";
import { describeField, fieldsOf, formOf, unwrap } from "../../contract/shared/read-schema.js";
import { essentialFields, type Schema } from "../../contract/shared/schema.js";
import { isMissing, isObject } from "../../shared/guards.js";
import type { ExplainOptions, Explanation, ZodIssue } from "./explanation.js";
import { findMismatches, isReadable, isRecord, type Mismatch } from "./fast-validation.js";

/** How many invalid items of a list are searched for drift. */
const maxItems = 200;

/** `Essential` without the names of the fields. */
interface EssentialNames {
  readonly fields: readonly string[];
  readonly ifPresent?: readonly string[];
  driftIn?(record: Readonly<Record<string, unknown>>): readonly string[];
  readonly anyFormIn?: readonly string[];
  readonly oneReadable?: string;
}

/** Where a value is. */
interface Position {
  /** Of the field, the same for all items of a list. */
  readonly name: string;
  /** Whether every field on the path is essential. */
  readonly isEssential: boolean;
  /** Every field inside is essential, too. */
  readonly isStrict: boolean;
  /** A value of any form is readable here, only a missing one is not. */
  readonly isAnyForm?: boolean | undefined;
  /** The value is a list of which one readable item is enough. */
  readonly isOneReadable?: boolean | undefined;
  readonly isRoot?: boolean | undefined;
  /** The value is a list, or its item, with fields of any form. */
  readonly hasAnyForm?: boolean | undefined;
}

/** Where a search begins. */
export const root: Position = { name: "", isEssential: true, isStrict: false };

/** A search for the issues of a value. */
export class Search {
  readonly #options: ExplainOptions;
  readonly #path: (string | number)[] = [];
  readonly #first: ZodIssue[] = [];
  readonly #byField = new Map<string, ZodIssue>();
  readonly #essentialByField = new Map<string, ZodIssue>();
  /** How many items of each list may still be searched for drift. */
  readonly #itemsLeft = new Map<string, number>();
  /** The number of issues, with those that were not created. */
  #found = 0;
  #rejects = false;
  #onlyEssential = false;

  /** From the last check. The search visits them next, in the same order as the check. */
  #known: readonly Mismatch[];

  constructor(options: ExplainOptions) {
    this.#options = options;
    this.#known = options.known ?? [];
  }

  get #isStrict(): boolean {
    return this.#options.isStrict === true;
  }

  finish(schema: core.$ZodType): Explanation {
    const [essential, all] = [this.#essentialByField, this.#byField];
    // The essential fields come first, each with its essential issue.
    const byField = [...new Map([...essential, ...all, ...essential]).values()];
    const { limit } = this.#options;
    return {
      issues: [...new Set([...byField, ...this.#first])].slice(0, limit),
      fields: [...new Set(byField.map(({ path }) => describeField(schema, path)))].slice(0, limit),
      rejects: this.#rejects,
    };
  }

  /** Visits a value that is not known to be valid. Returns it as Zod would, if it is. */
  visit(schema: core.$ZodType, value: unknown, at: Position): unknown {
    if (isMissing(value)) return this.#explain(schema, value, at);
    const inner = unwrap(schema);
    const found = this.#found;
    const form = inner._zod.def.type === "union" ? formOf(inner as core.$ZodUnion, value) : inner;
    // What is wrong inside of a form is wrong for the union, too.
    const position = form === inner ? at : { ...at, isStrict: true };
    const { def } = form._zod;
    if (def.type === "object" && isObject(value) && !Array.isArray(value))
      return this.#visitObject(form as core.$ZodObject, value, position);
    if (def.type === "pipe") {
      const { success, data } = (def.in as Schema<unknown>).safeParse(value);
      if (success) return this.visit(def.out, data, position);
    }
    // Zod would name every item of the list, whose drift was found or is skipped.
    let hasInvalid = false;
    if (def.type === "array" && Array.isArray(value)) {
      const isReadable = at.isOneReadable && this.#hasReadable(def.element, value);
      hasInvalid = this.#visitItems(def.element, value, undefined, {
        ...position,
        name: `${at.name}[]`,
        isEssential: at.isEssential && !isReadable,
      });
    }
    if (def.type === "record" && isRecord(value)) {
      const names = this.#findKnown(form, value)?.names ?? Object.keys(value);
      const inside = { name: `${at.name}.*`, isEssential: at.isEssential, isStrict: true };
      hasInvalid = this.#visitItems(def.valueType, value, names, inside);
    }
    return hasInvalid || this.#found > found ? value : this.#explain(inner, value, at);
  }

  /**
   * Visits the invalid items of a list, or those of an open object with these names. Returns
   * whether there is one, also if it was skipped.
   */
  #visitItems(
    schema: core.$ZodType,
    items: object,
    names: readonly string[] | undefined,
    at: Position,
  ): boolean {
    const { name, isEssential } = at;
    const before = this.#onlyEssential;
    const inner = unwrap(schema);
    const { type, checks = [] } = inner._zod.def;
    // Without a required field or a rule, only a present essential field can be an issue.
    const essential: EssentialNames | undefined = essentialFields.get(inner);
    const { fields = [], ifPresent = [] } = essential ?? {};
    const isInessential =
      type === "object" && !at.isStrict && checks.length === 0 && fields.length === 0;
    const isSkipped = (item: unknown) =>
      isInessential && isObject(item) && !Array.isArray(item) && !hasAny(item, ifPresent);
    const count = names?.length ?? (items as unknown[]).length;
    let hasInvalid = false;
    for (let i = 0; i < count; i++) {
      const key = names?.[i] ?? i;
      const item = (items as Record<string | number, unknown>)[key];
      // Zod drops a field of this name.
      if (key === "__proto__") continue;
      const isPassed = this.#onlyEssential && isSkipped(item);
      if (!isPassed && this.#isValid(schema, item)) continue;
      hasInvalid = true;
      if (isPassed) continue;
      const left = this.#itemsLeft.get(name) ?? maxItems;
      this.#itemsLeft.set(name, left - 1);
      this.#onlyEssential = before || left <= 0;
      if (this.#onlyEssential && (this.#rejects || !isEssential)) break;
      this.#path.push(key);
      this.visit(schema, item, at);
      this.#path.pop();
    }
    this.#onlyEssential = before;
    return hasInvalid;
  }

  #visitObject(schema: core.$ZodObject, value: Record<string, unknown>, at: Position): unknown {
    const { shape, catchall, checks = [] } = schema._zod.def;
    const essential: EssentialNames | undefined = at.isStrict
      ? undefined
      : essentialFields.get(schema);
    const drift = essential?.driftIn?.(value);
    const positionOf = (name: string, isGiven: boolean): Position => {
      const isNamed =
        essential?.fields.includes(name) || (isGiven && essential?.ifPresent?.includes(name));
      return {
        name: `${at.name}.${name}`,
        isEssential:
          at.isEssential && (at.isStrict || (isNamed === true && !drift?.includes(name))),
        isStrict: at.isStrict,
        isAnyForm: at.isAnyForm || at.hasAnyForm,
        isOneReadable: at.isRoot && essential?.oneReadable === name,
        hasAnyForm: essential?.anyFormIn?.includes(name),
      };
    };
    let parsed = value;
    for (const { name, field } of listFields(schema)) {
      const item = value[name];
      const isGiven = !isMissing(item);
      if (this.#onlyEssential && !positionOf(name, isGiven).isEssential) continue;
      if (this.#isValid(field, item)) continue;
      const position = positionOf(name, isGiven);
      this.#path.push(name);
      const result = this.visit(field, item, position);
      this.#path.pop();
      if (result !== item) parsed = { ...parsed, [name]: result };
      if (this.#onlyEssential && this.#rejects) return value;
    }
    if (catchall?._zod.def.type === "never") {
      const keys: string[] = [];
      for (const name in value) {
        if (keys.length === this.#options.limit) break;
        if (!Object.hasOwn(shape, name)) keys.push(name);
      }
      if (keys.length > 0)
        this.#report(at, at.isEssential, () => [
          { code: "unrecognized_keys", keys, path: [], message: "", input: value },
        ]);
    }
    const payload: core.ParsePayload = { value: parsed, issues: [] };
    for (const check of checks) (check as core.$ZodCheck<object>)._zod.check(payload as never);
    for (const issue of payload.issues) {
      const [name] = issue.path ?? [];
      const position = name === undefined ? at : positionOf(String(name), true);
      const isDrift = issue.code === "custom" && issue.params?.drift === true && !this.#isStrict;
      const isEssential = position.isEssential && !position.isAnyForm && !isDrift;
      this.#report(position, isEssential, () => [{ path: [], ...issue } as ZodIssue]);
    }
    return payload.value;
  }

  /** Whether the fast check accepts a value. */
  #isValid(schema: core.$ZodType, value: unknown): boolean {
    if (this.#findKnown(unwrap(schema), value)) return false;
    const found = findMismatches(schema, value);
    if (found) this.#known = found;
    return !found;
  }

  #findKnown(schema: core.$ZodTypes, value: unknown): Mismatch | undefined {
    return this.#known.find((each) => each.value === value && each.def === schema._zod.def);
  }

  /** Whether one item is readable, at least in all essential fields. */
  #hasReadable(schema: core.$ZodType, items: unknown[]): boolean {
    const search = new Search({ limit: 0 });
    search.#onlyEssential = true;
    const essential: EssentialNames | undefined = essentialFields.get(unwrap(schema));
    const required = listFields(unwrap(schema)).filter(
      ({ name, field }) =>
        !essential?.driftIn && essential?.fields.includes(name) && findMismatches(field, undefined),
    );
    // The common cases, because there may be very many items.
    const lacksField = (item: unknown) =>
      !isObject(item) || required.some(({ name }) => item[name] === undefined);
    return items.some((item) => {
      if (lacksField(item)) return false;
      search.#rejects = false;
      search.visit(schema, item, root);
      return !search.#rejects;
    });
  }

  /** Lets Zod validate a value. Not if it would only find more of what is known. */
  #explain(schema: core.$ZodType, value: unknown, at: Position): unknown {
    const isDrift =
      !this.#isStrict && ((at.isAnyForm && value !== undefined) || isReadable(schema, value));
    let result = value;
    this.#report(at, at.isEssential && !isDrift, () => {
      const { error, data } = (schema as Schema<unknown>).safeParse(value, { reportInput: true });
      if (!error) result = data;
      return error?.issues ?? [];
    });
    return result;
  }

  #report(at: Position, isEssential: boolean, create: () => readonly ZodIssue[]): void {
    const { limit, byField } = this.#options;
    const isNew = (fields: ReadonlyMap<string, unknown>) =>
      byField && fields.size < limit && !fields.has(at.name);
    const isWanted =
      this.#first.length < limit ||
      isNew(this.#byField) ||
      (isEssential && isNew(this.#essentialByField));
    const created = isWanted ? create() : undefined;
    if (created?.length === 0) return;
    this.#found++;
    if (isEssential) this.#rejects = true;
    for (const { path, ...rest } of created ?? []) {
      const issue = { ...rest, path: [...this.#path, ...path] } as ZodIssue;
      if (this.#first.length < limit) this.#first.push(issue);
      if (isNew(this.#byField)) this.#byField.set(at.name, issue);
      if (isEssential && isNew(this.#essentialByField)) this.#essentialByField.set(at.name, issue);
    }
  }
}

function hasAny(record: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  for (const name of names) if (!isMissing(record[name])) return true;
  return false;
}

interface Field {
  readonly name: string;
  readonly field: core.$ZodType;
}

const fieldLists = new WeakMap<core.$ZodType, readonly Field[]>();

function listFields(schema: core.$ZodType): readonly Field[] {
  let fields = fieldLists.get(schema);
  if (!fields) {
    fields = Object.entries(fieldsOf(schema) ?? {}).map(([name, field]) => ({ name, field }));
    fieldLists.set(schema, fields);
  }
  return fields;
}
