import { fieldsOf } from "../records/fields.js";
import type { Schema } from "../records/schema.js";
import { describeSchema, type JsonSchema } from "../records/to-json-schema.js";
import type { Endpoint } from "../shared/endpoint.js";
import { findMethod, listInputs } from "./method-inputs.js";

/** The parts of a request. Their fields have different names in every operation. */
const parts = ["params", "query", "body", "headers"] as const;
type Part = (typeof parts)[number];

/** One input of an operation, and the part of the request that has it. */
export interface FlatField {
  readonly name: string;
  readonly part: Part;
  /** Without its wrappers. */
  readonly schema: Schema;
}

/** A flat input by the parts of the request. */
export interface SplitInput extends Readonly<Record<Part, Readonly<Record<string, unknown>>>> {
  /** Names that the operation does not have, and that its method cannot take. */
  readonly unknown: readonly string[];
}

/** Every input of an operation: path parameters, then the query or the body, then headers. */
export function listFlatFields({ headers = {}, ...endpoint }: Endpoint): readonly FlatField[] {
  return parts.flatMap((part): FlatField[] => {
    if (part === "headers")
      return Object.keys(headers).map((name) => ({ name, part, schema: { kind: "text" } }));
    return fieldsOf(endpoint[part]).map(({ name, inner }) => ({ name, part, schema: inner }));
  });
}

/** Describes the input of an operation as one flat object. */
export function describeFlatInput(endpoint: Endpoint): JsonSchema {
  const { params, query, body, headers = {} } = endpoint;
  const described = [params, query, body].map((schema) =>
    schema ? describeSchema(schema, () => undefined) : {},
  );
  const required = described.flatMap((schema) => schema.required ?? []);
  const inHeaders = Object.keys(headers).map((name) => [name, { type: "string" }]);
  return {
    type: "object",
    properties: Object.assign(
      {},
      ...described.map(({ properties }) => properties),
      Object.fromEntries(inHeaders),
    ),
    ...(required.length > 0 && { required }),
    ...(!isOpen(endpoint) && { additionalProperties: false }),
  };
}

/** Whether undocumented fields are sent. */
const isOpen = ({ body }: Endpoint) => body !== undefined && body.kind !== "request";

/** Sorts the fields of a flat input. An unknown field goes where the client rejects it. */
export function splitFlatInput(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
): SplitInput {
  const partOf = new Map(listFlatFields(endpoint).map(({ name, part }) => [name, part]));
  const inputs = listInputs(endpoint);
  const takesRest = (["query", "body"] as const).find((part) => inputs.includes(part));
  const rest = takesMetadata(endpoint) ? undefined : takesRest;
  const entries = Object.entries(input);
  // Not by assignment, which would change the prototype for the name `__proto__`.
  const pick = (wanted: Part | undefined) =>
    Object.fromEntries(entries.filter(([name]) => (partOf.get(name) ?? rest) === wanted));
  return {
    params: pick("params"),
    query: pick("query"),
    body: pick("body"),
    headers: pick("headers"),
    unknown: Object.keys(pick(undefined)),
  };
}

/** Two methods take the metadata in place of a body with this one field. */
const takesMetadata = ({ body }: Endpoint) =>
  fieldsOf(body)
    .map(({ name }) => name)
    .join() === "metadata";

/** Calls the client's method of an operation. The client validates the input. */
export function callMethod(
  client: object,
  endpoint: Endpoint,
  { params, query, body, headers }: SplitInput,
  options?: object,
): unknown {
  const values: Readonly<Record<string, unknown>> = {
    ...params,
    query,
    body: takesMetadata(endpoint) ? body.metadata : body,
  };
  const args = listInputs(endpoint)
    .filter((name) => name !== "headers")
    .map((name) => values[name]);
  return findMethod(client, endpoint.name)(...args, { ...headers, ...options });
}
