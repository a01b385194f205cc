import type { Schema } from "../../contract/shared/schema.js";
import type { ExplainOptions, Explanation } from "./explanation.js";
import { root, Search } from "./search.js";

/**
 * Finds the issues of a value in linear time. The fast checks find the invalid parts, and Zod
 * validates only these, as long as issues are missing. All items of a list are searched for an
 * essential issue until one is found, because it rejects the call.
 */
export function explain(
  schema: Schema<unknown>,
  value: unknown,
  options: ExplainOptions,
): Explanation | { readonly data: unknown } {
  const search = new Search(options);
  search.visit(schema, value, {
    ...root,
    isStrict: options.isStrict ?? false,
    isRoot: true,
  });
  const explanation = search.finish(schema);
  if (explanation.issues.length > 0) return explanation;
  // The fast checks reject some values that Zod accepts or changes.
  const { error, data } = schema.safeParse(value, { reportInput: true });
  return error ? { issues: error.issues, fields: [], rejects: true } : { data };
}
