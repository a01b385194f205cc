import type { core } from "zod/mini";

type Check = (value: unknown) => boolean;
type Def = core.$ZodTypes["_zod"]["def"];

/**
 * Derives from a Zod schema a function that answers one question, is this value valid as it stands, and copies nothing.
 * Undefined where the schema changes what it reads, or uses what is not known here: then Zod itself reads.
 * It may refuse what Zod takes (Zod is asked next), and must never take what Zod refuses.
 */
export function deriveCheck(schema: core.$ZodType): Check | undefined {
  const def = (schema as core.$ZodTypes)._zod.def;
  const base = def.type === "lazy" ? deriveLazy(schema as core.$ZodLazy) : deriveBase(def);
  if (!base || !def.checks?.length) return base;
  const rules: ((payload: core.ParsePayload) => void)[] = [];
  for (const check of def.checks) {
    if (check._zod.def.check !== "custom") return undefined;
    rules.push(check._zod.check as (payload: core.ParsePayload) => void);
  }
  return (value) => base(value) && rules.every((rule) => obeys(rule, value));
}

function obeys(rule: (payload: core.ParsePayload) => void, value: unknown): boolean {
  const payload = { value, issues: [] } as unknown as core.ParsePayload;
  rule(payload);
  return payload.issues.length === 0;
}

function deriveBase(def: Def): Check | undefined {
  switch (def.type) {
    case "string":
      return (value) => typeof value === "string";
    case "number":
      return (value) => Number.isFinite(value);
    case "boolean":
      return (value) => typeof value === "boolean";
    case "unknown":
    case "any":
      return () => true;
    case "nullable":
      return orElse((value) => value === null, def.innerType);
    case "optional":
      return orElse((value) => value === undefined, def.innerType);
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

function orElse(excused: Check, inner: core.$ZodType): Check | undefined {
  const check = deriveCheck(inner);
  return check && ((value) => excused(value) || check(value));
}

function deriveArray(def: core.$ZodArrayDef): Check | undefined {
  const item = deriveCheck(def.element);
  return item && ((value) => Array.isArray(value) && value.every(item));
}

function deriveObject(def: core.$ZodObjectDef): Check | undefined {
  const names = Object.keys(def.shape);
  const closed = def.catchall !== undefined && def.catchall._zod.def.type === "never";
  if (def.catchall && !closed && def.catchall._zod.def.type !== "unknown") return undefined;
  const fields: Check[] = [];
  for (const name of names) {
    const field = deriveCheck(def.shape[name] as core.$ZodType);
    if (!field) return undefined;
    fields.push(field);
  }
  const count = names.length;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (let i = 0; i < count; i++) {
      if (!(fields[i] as Check)((value as Record<string, unknown>)[names[i] as string])) return false;
    }
    return !closed || Object.keys(value).every((name) => Object.hasOwn(def.shape, name));
  };
}

function deriveRecord(def: core.$ZodRecordDef): Check | undefined {
  const key = def.keyType._zod.def;
  const item = deriveCheck(def.valueType);
  if (!item || key.type !== "string" || key.checks?.length) return undefined;
  return (value) => typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(item);
}

function deriveUnion(def: core.$ZodUnionDef): Check | undefined {
  const options = def.options.map(deriveCheck);
  return options.includes(undefined) ? undefined : (value) => options.some((option) => (option as Check)(value));
}

const resolving = new Set<core.$ZodLazy>();

function deriveLazy(schema: core.$ZodLazy): Check | undefined {
  // A schema that holds itself is left to Zod.
  if (resolving.has(schema)) return undefined;
  resolving.add(schema);
  try {
    return deriveCheck(schema._zod.innerType);
  } finally {
    resolving.delete(schema);
  }
}
