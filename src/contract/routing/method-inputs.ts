import { fieldsOf } from "../records/fields.js";
import type { Endpoint } from "../shared/endpoint.js";

type Method = (...args: unknown[]) => unknown;

/** The client's method with this name. The property is read again for each call. */
export function findMethod(client: object, name: string): Method {
  const path = name.split(".");
  const last = path.pop() as string;
  const resource = path.reduce<unknown>((node, part) => Object(node)[part], client);
  return (...args) => ((resource as Record<string, unknown>)[last] as Method)(...args);
}

/** The method's input, in order: names of path parameters, `query` or `body`, `headers`. */
export function listInputs({ params, query, body, headers }: Endpoint): readonly string[] {
  const hasBody = body && (body.kind !== "request" || fieldsOf(body).length > 0);
  return [
    ...fieldsOf(params).map(({ name }) => name),
    ...(query ? ["query"] : []),
    ...(hasBody ? ["body"] : []),
    ...(headers ? ["headers"] : []),
  ];
}
