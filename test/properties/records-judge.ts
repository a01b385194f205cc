import type { Path } from "../contract/walk.js";
import { type FormFacts, records } from "./records-cases.js";

/** What a changed field does to a call. */
export type Effect = "none" | "drift" | "reject";

/** How a field is changed. `otherText` is a text without the exact form of the field. */
export type Damage = "missing" | "null" | "wrongType" | "otherText";

/** One documented field at its place in a response. */
export interface Field {
  readonly path: Path;
  /** The path with `[]` for a position in a list. */
  readonly shown: string;
  readonly value: unknown;
  readonly isOptional: boolean;
  /** Whether a text must have the form of an address, a hash, an amount, a time or a URL. */
  readonly isExact: boolean;
  /** Whether the contract says nothing about its form. */
  readonly isAny: boolean;
  /** Whether it is a text, a number or a record. */
  readonly isUnion: boolean;
}

interface Spec {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isExact: boolean;
  readonly record: string | undefined;
}

function parseSpecs(fields: string): Spec[] {
  return fields.split(" ").map((text) => {
    const [, name = "", marks = "", record] = /^([\w-]+)([?=]*)(?::(.+))?$/.exec(text) ?? [];
    return { name, isOptional: marks.includes("?"), isExact: marks.includes("="), record };
  });
}

const show = (path: Path) =>
  path
    .map((key) => (typeof key === "number" ? "[]" : `.${key}`))
    .join("")
    .replace(/^\./, "");

/** The documented fields that a response has, outer ones first. */
export function fieldsOf({ fields }: Pick<FormFacts, "fields">, response: unknown): Field[] {
  return walk(parseSpecs(fields), response, []);
}

function walk(specs: readonly Spec[], object: unknown, at: Path): Field[] {
  return specs.flatMap(({ name, isOptional, isExact, record }) => {
    if (!Object.hasOwn(Object(object), name)) return [];
    const path = [...at, name];
    const value = (object as Record<string, unknown>)[name];
    const isAny = record === "any";
    const isUnion = record?.includes("|") ?? false;
    const field = { path, shown: show(path), value, isOptional, isExact, isAny, isUnion };
    const inner = record?.replace(/^\w+\|/, "").replace("[]", "") as keyof typeof records;
    if (isAny || typeof value !== "object" || value === null || !record) return [field];
    const inside = parseSpecs(records[inner]);
    return Array.isArray(value)
      ? [field, ...value.flatMap((item, i) => walk(inside, item, [...path, i]))]
      : [field, ...walk(inside, value, path)];
  });
}

/** Every field of a form by its shown path, also those that a response lacks. */
export function documentedFields(fields: string, at = ""): string[] {
  return parseSpecs(fields).flatMap(({ name, record }) => {
    const path = at === "" ? name : `${at}.${name}`;
    if (!record || record === "any") return [path];
    const place = record.endsWith("[]") ? `${path}[]` : path;
    const inner = record.replace(/^\w+\|/, "").replace("[]", "") as keyof typeof records;
    return [path, ...documentedFields(records[inner], place)];
  });
}

/** Whether a damage can be done to a field. */
export function applies({ value, isAny }: Field, damage: Damage): boolean {
  if (damage === "missing") return true;
  return !isAny && (damage !== "otherText" || typeof value === "string");
}

/** What the contract says about a changed field of a form. */
export function judge(
  { path, shown, isOptional, isExact }: Field,
  damage: Damage,
  { essential, optional = "" }: FormFacts,
): Effect {
  const listed = essential.split(" ");
  const isEssential = listed.includes(shown);
  const mayBeMissing =
    isOptional || optional.split(" ").some((each) => each === shown || each === path.join("."));
  if (damage === "missing")
    return isEssential || listed.includes(`${shown}!`) ? "reject" : mayBeMissing ? "none" : "drift";
  if (damage === "null") return isEssential ? "reject" : mayBeMissing ? "none" : "drift";
  if (damage === "otherText" && !isExact) return "none";
  return isEssential || listed.includes(`${shown}?`) ? "reject" : "drift";
}
