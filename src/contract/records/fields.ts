import type { EssentialKind, MaybeNode, Node, ObjectNode, Schema } from "./schema.js";

/** One field of an object, without the wrappers of its schema. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** What a value must be that is neither null nor absent. */
  readonly inner: Schema;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  readonly essential: EssentialKind | undefined;
  readonly default: MaybeNode["default"];
  readonly sends: MaybeNode["sends"];
  readonly keepsNull: boolean;
  readonly isDeprecated: boolean;
}

const fieldLists = new WeakMap<Node, readonly Field[]>();

/** The fields of an object, in the order of their declaration. */
export function listFields(object: ObjectNode): readonly Field[] {
  let fields = fieldLists.get(object);
  if (!fields) {
    fields = Object.entries(object.fields()).map(([name, schema]) => readField(name, schema));
    fieldLists.set(object, fields);
  }
  return fields;
}

function readField(name: string, schema: Schema): Field {
  const how = schema.kind === "essential" ? schema.how : undefined;
  const node = schema.kind === "essential" ? schema.inner : schema;
  const maybe = node.kind === "maybe" ? node : undefined;
  return {
    name,
    schema,
    inner: maybe ? maybe.inner : node,
    isNullable: maybe?.isNullable ?? node.kind === "anything",
    isOptional: maybe?.isOptional ?? node.kind === "anything",
    essential: how,
    default: maybe?.default,
    sends: maybe?.sends,
    keepsNull: maybe?.keepsNull ?? false,
    isDeprecated: maybe?.isDeprecated ?? false,
  };
}

/** The schema inside of the wrappers for null, absence and essential fields. */
export function unwrap(schema: Schema): Schema {
  return schema.kind === "maybe" || schema.kind === "essential" ? unwrap(schema.inner) : schema;
}

/** The schemas that a value may have, without wrappers: several of a union. */
export function listForms(schema: Schema): readonly Schema[] {
  const inner = unwrap(schema);
  if (inner.kind === "convert") return listForms(inner.to);
  return inner.kind === "union" ? inner.forms.flatMap(listForms) : [inner];
}

/** The fields of an object. Empty for other schemas. */
export function fieldsOf(schema: Schema | undefined): readonly Field[] {
  const inner = schema && unwrap(schema);
  return inner && "fields" in inner ? listFields(inner) : [];
}

/** One field of an object. */
export function fieldOf(schema: Schema, name: string): Field | undefined {
  return fieldsOf(schema).find((field) => field.name === name);
}

/** The schema of the items of a list. Undefined for other schemas. */
export function itemOf(schema: Schema): Schema | undefined {
  const inner = unwrap(schema);
  return inner.kind === "list" ? inner.item : undefined;
}
