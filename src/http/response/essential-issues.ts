import type { core } from "zod/mini";
import { isMissing, isObject } from "../../contract/shared/guards.js";
import { essentialFields } from "../../contract/shared/schema.js";

type Issue = core.$ZodIssue & { readonly input?: unknown };
type Path = readonly PropertyKey[];

const none: readonly string[] = [];

/**
 * The issues in essential fields. The others are drift: the service has changed a field that the
 * call can do without.
 */
export function findEssentialIssues(
  schema: core.$ZodType,
  response: unknown,
  issues: readonly Issue[],
): Issue[] {
  const essential = issues.filter((issue) => isEssential(schema, issue));
  const list = essentialFields.get(unwrap(schema))?.oneReadable;
  return list === undefined ? essential : withoutReadableList(response, list, essential);
}

/** Whether every field on the path of an issue is essential. */
function isEssential(schema: core.$ZodType, issue: Issue): boolean {
  if (issue.code === "custom" && issue.params?.drift) return false;
  let current = unwrap(schema);
  for (const [i, key] of issue.path.entries()) {
    const { def } = (current as core.$ZodTypes)._zod;
    if (def.type === "array") {
      current = unwrap(def.element);
      continue;
    }
    if (def.type !== "object") return true;
    const { fields = none, ifPresent = none } = essentialFields.get(current) ?? {};
    const name = String(key);
    const isMissingHere = i === issue.path.length - 1 && isMissing(issue.input);
    if (!fields.includes(name) && (!ifPresent.includes(name) || isMissingHere)) return false;
    const field = def.shape[name];
    if (!field) return true;
    current = unwrap(field);
  }
  return true;
}

/**
 * The path of a field, the same for all items of a list: `quotes.[].amountIn`. The names in open
 * objects are data, not fields: `transactions.[].metadata.*`.
 */
export function describeField(schema: core.$ZodType, path: Path): string {
  const names: string[] = [];
  let current: core.$ZodType | undefined = unwrap(schema);
  for (const key of path) {
    const def: core.$ZodTypes["_zod"]["def"] | undefined = (current as core.$ZodTypes | undefined)
      ?._zod.def;
    const field: core.$ZodType | undefined =
      def?.type === "object"
        ? def.shape[String(key)]
        : def?.type === "array"
          ? def.element
          : undefined;
    names.push(typeof key === "number" ? "[]" : def?.type === "record" ? "*" : String(key));
    current = field && unwrap(field);
  }
  return names.join(".");
}

/** One unreadable item must not hide the others. If none is readable, the response is not. */
function withoutReadableList(response: unknown, list: string, essential: Issue[]): Issue[] {
  const items = isObject(response) ? response[list] : undefined;
  if (!Array.isArray(items)) return essential;
  const isInItem = ({ path }: { path: Path }) => path[0] === list && path.length > 1;
  const unreadable = new Set(essential.filter(isInItem).map(({ path }) => path[1]));
  return unreadable.size < items.length ? essential.filter((issue) => !isInItem(issue)) : essential;
}

/** The schema inside wrappers for null, absence and lazy construction. */
export function unwrap(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "lazy":
      return unwrap((schema as core.$ZodLazy)._zod.innerType);
    case "nullable":
    case "optional":
      return unwrap(def.innerType);
    default:
      return schema;
  }
}
