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
  /** The record that has the field, empty for the response itself. */
  readonly owner: string;
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

export function parseSpecs(fields: string): Spec[] {
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
  return walk(fields, "", response, []);
}

function walk(fields: string, owner: string, object: unknown, at: Path): Field[] {
  return parseSpecs(fields).flatMap(({ name, isOptional, isExact, record }) => {
    if (!Object.hasOwn(Object(object), name)) return [];
    const path = [...at, name];
    const value = (object as Record<string, unknown>)[name];
    const isAny = record === "any";
    const isUnion = record?.includes("|") ?? false;
    const facts = { value, isOptional, isExact, isAny, isUnion };
    const field = { path, shown: show(path), owner, ...facts };
    const inner = record?.replace(/^\w+\|/, "").replace("[]", "") as keyof typeof records;
    if (isAny || typeof value !== "object" || value === null || !record) return [field];
    return Array.isArray(value)
      ? [field, ...value.flatMap((item, i) => walk(records[inner], inner, item, [...path, i]))]
      : [field, ...walk(records[inner], inner, value, path)];
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

/** An id of the fixtures. Another one than that of the call is rejected as such. */
const fixtureId = /^(?:[a-z]+-\d+|\d+-0x[\da-f]{40})$/i;

/** A text that has not the form of another. */
export const otherText = (text: unknown): string => (fixtureId.test(String(text)) ? "" : "0x?!");

/** Whether a damage can be done to a field. */
export function applies({ value, isAny, isExact }: Field, damage: Damage): boolean {
  if (damage === "missing") return true;
  if (isAny || damage !== "otherText") return !isAny;
  return typeof value === "string" && (isExact || !fixtureId.test(value));
}

/** What the contract says about a changed field of a form. */
export function judge(
  { path, shown, isOptional, isExact }: Field,
  damage: Damage,
  { essential, optional = "", present = "" }: FormFacts,
): Effect {
  const listed = essential.split(" ");
  const isEssential = listed.includes(shown);
  const isListed = (fields: string) =>
    fields.split(" ").some((each) => each === shown || each === path.join("."));
  const mayBeMissing = isListed(optional) || (isOptional && !isListed(present));
  if (damage === "missing")
    return isEssential || listed.includes(`${shown}!`) ? "reject" : mayBeMissing ? "none" : "drift";
  if (damage === "null") return isEssential ? "reject" : mayBeMissing ? "none" : "drift";
  if (damage === "otherText" && !isExact) return "none";
  return isEssential || listed.includes(`${shown}?`) ? "reject" : "drift";
}
