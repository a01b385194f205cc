import type { Endpoint } from "../contract/shared/endpoint.js";
import { fieldsOf } from "../contract/shared/read-schema.js";

/** A method's input, in order: names of path parameters, `query` or `body`, `headers`. */
export function listInputs({ params, query, body, headers }: Endpoint): readonly string[] {
  return [
    ...Object.keys((params && fieldsOf(params)) ?? {}),
    ...(query ? ["query"] : []),
    ...(body && hasFields(body) ? ["body"] : []),
    ...(headers ? ["headers"] : []),
  ];
}

/** Whether a body has fields, or names that the caller chooses. */
function hasFields(body: NonNullable<Endpoint["body"]>): boolean {
  const fields = fieldsOf(body);
  return fields === undefined || Object.keys(fields).length > 0;
}
