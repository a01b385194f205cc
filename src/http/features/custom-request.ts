import type { Effect, Endpoint } from "../../contract/shared/endpoint.js";
import { RequestValidationError } from "../../errors/data.js";
import type { Call } from "../call.js";
import { validatePath } from "../config.js";
import type { CallOptions } from "../options.js";
import type { Transport } from "../transport.js";
import type { StandardSchemaV1 } from "./standard-schema.js";

/** A call that the contract does not name. */
export interface CustomRequest<
  Response extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root of `baseUrl`, with `{names}` for `params`. */
  path: string;
  /** Path parameters. They are encoded for you. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** How a query array is encoded: the key repeated, or one key with commas. @defaultValue `"repeat"` */
  arrays?: "repeat" | "comma" | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Validates the response: a schema of any Standard Schema library. Default: no validation. */
  response?: Response | undefined;
  /**
   * What the call does; it decides about retries. Default: `read` for GET, else `write`. Node itself
   * repeats a GET that is answered 421, also one that is declared a `write`.
   */
  effect?: Effect | undefined;
}

/** The result of a custom call. */
export type CustomResult<Response> =
  Response extends StandardSchemaV1<unknown, infer Output> ? Output : unknown;

export function requestCustom(
  transport: Transport,
  request: CustomRequest,
  options?: CallOptions,
): Call<unknown> {
  const { params, query, body, response } = request;
  const input = { params, query, body };
  return transport.callCustom(() => toEndpoint(request), input, options, response ?? anyResponse);
}

const anyResponse: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "bursar", validate: (value) => ({ value }) },
};

function toEndpoint(request: CustomRequest): Endpoint {
  const path = validatePath(request.path);
  const name = `${request.method} ${path}`;
  if (request.method === "GET" && request.body !== undefined) {
    const expected = "nothing: a GET has no body";
    const message = `body: expected ${expected}`;
    throw new RequestValidationError(name, [
      { path: ["body"], code: "custom", expected, received: typeof request.body, message },
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
