import type { Effect, Endpoint } from "../contract/endpoint.js";
import { RequestValidationError } from "../errors/data.js";
import type { Call } from "./call.js";
import { readableStandardIssues } from "./issues.js";
import type { CallOptions } from "./options.js";
import { checkCustomPath } from "./paths.js";
import type { StandardResult, StandardSchemaV1 } from "./standard-schema.js";
import type { Reader, Transport } from "./transport.js";

/** A call that the contract does not name. */
export interface CustomRequest<Response extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root of `baseUrl`, with `{names}` for `params`. */
  path: string;
  /** Path parameters, encoded for you. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** How a query array is written: the key repeated, or one key with commas. @defaultValue `"repeat"` */
  arrays?: "repeat" | "comma" | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Checks the answer: a schema of any Standard Schema library. Without one the answer is handed over as it came. */
  response?: Response | undefined;
  /** What the call does to the world; it decides about retries. Default: `read` for GET, `write` for all else. */
  effect?: Effect | undefined;
}

/** What a custom call yields. */
export type CustomResult<Response> = Response extends StandardSchemaV1<unknown, infer Output> ? Output : unknown;

export function requestCustom(transport: Transport, request: CustomRequest, options?: CallOptions): Call<unknown> {
  const input = { params: request.params, query: request.query, body: request.body };
  return transport.callCustom(() => describe(request), input, options, readerFor(request.response));
}

function describe(request: CustomRequest): Endpoint {
  const path = checkCustomPath(request.path);
  const name = `${request.method} ${path}`;
  if (request.method === "GET" && request.body !== undefined) {
    const expected = "nothing: a GET carries no body";
    throw new RequestValidationError(name, [
      { path: ["body"], code: "custom", expected, received: typeof request.body, message: `body: expected ${expected}` },
    ]);
  }
  return {
    name,
    title: "A call that the contract does not name",
    method: request.method as Endpoint["method"],
    path,
    arrays: request.arrays ?? "repeat",
    errors: [],
    effect: request.effect ?? (request.method === "GET" ? "read" : "write"),
    known: "inferred",
  };
}

async function validate(schema: StandardSchemaV1, json: unknown): Promise<StandardResult<unknown>> {
  try {
    return await schema["~standard"].validate(json);
  } catch (error) {
    // The service has answered by now: a schema that throws must not make that answer disappear.
    return { issues: [{ message: `the given schema threw: ${error instanceof Error ? error.message : String(error)}` }] };
  }
}

function readerFor(schema: StandardSchemaV1 | undefined): Reader {
  return async (json, mode) => {
    if (!schema || (mode === "off" && json === undefined)) return { data: json };
    const result = await validate(schema, json);
    if (!result.issues) return { data: result.value };
    return mode === "off" ? { data: json } : { data: json, issues: readableStandardIssues(result.issues) };
  };
}
