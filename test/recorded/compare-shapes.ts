/** An object or a list, as JSON. */
type Json = unknown;

/**
 * The differences of two responses: fields that only one of them has. Null and an empty list say
 * nothing about the fields inside, so what is below them is not compared.
 */
export function compareShapes(recorded: Json, received: Json): string[] {
  const differences = new Set<string>();
  compare(recorded, received, "", differences);
  return [...differences].sort();
}

function compare(recorded: Json, received: Json, path: string, differences: Set<string>): void {
  if (Array.isArray(recorded) && Array.isArray(received)) {
    if (recorded.length === 0 || received.length === 0) return;
    compare(merge(recorded), merge(received), `${path}[]`, differences);
    return;
  }
  if (!isObject(recorded) || !isObject(received)) {
    const types = [typeOf(recorded), typeOf(received)];
    if (!types.includes("null") && types[0] !== types[1])
      differences.add(`\`${path}\` is ${types[1]} instead of ${types[0]}`);
    return;
  }
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of Object.keys(recorded)) {
    if (!(name in received)) differences.add(`no \`${at(name)}\``);
    else compare(recorded[name], received[name], at(name), differences);
  }
  for (const name of Object.keys(received)) {
    if (!(name in recorded)) differences.add(`also \`${at(name)}\``);
  }
}

/** The fields of all items of a list. */
function merge(items: readonly Json[]): Json {
  return items.every(isObject) ? Object.assign({}, ...items) : items[0];
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeOf(value: Json): string {
  if (value === null || value === undefined) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
