import { fieldOf, itemOf } from "../contract/records/fields.js";
import type { Schema } from "../contract/records/schema.js";
import { formatPath } from "../shared/format-path.js";

/**
 * A path such as `body.metadata.city` as `body.metadata.*`: the caller chose a name that no schema
 * has. `parts` has the schema of the first name.
 */
export function hideNames(parts: object, path: string): string {
  const [root = "", ...keys] = path.split(/\.|(?=\[)/);
  let schema = (parts as Record<string, Schema | undefined>)[root];
  const names = keys.map((key) => {
    schema &&= itemOf(schema) ?? fieldOf(schema, key)?.inner;
    return schema ? key : "*";
  });
  return formatPath([root, ...names]);
}
