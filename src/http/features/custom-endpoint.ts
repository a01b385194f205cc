import { type Effect, type Endpoint, effects } from "../../contract/shared/endpoint.js";
import { RequestValidationError } from "../../errors/data.js";
import { assertKnownOptions, createUnknownError } from "../../errors/unknown-option.js";
import { validatePath } from "../config/resolve-config.js";
import { createIssue } from "../validation/create-issue.js";
import type { StandardSchemaV1 } from "../validation/standard-schema.js";

/** A call that the contract does not contain. */
export interface CustomRequest<
  Response extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path after `baseUrl`, with `{names}` for `params`. */
  path: string;
  /** Path parameters, not encoded. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Encodes a query array by repeating the key, or by commas. @defaultValue `"repeat"` */
  arrays?: "repeat" | "comma" | undefined;
  /** The body. It is sent as JSON. */
  body?: unknown;
  /** A schema of any Standard Schema library, to validate the response. Default: no validation. */
  response?: Response | undefined;
  /**
   * The effect of the call. It decides about retries. Default: `read` for GET, `write` for other
   * methods. `fetch` of Node repeats a GET after status 421, even if you declare it a `write`.
   */
  effect?: Effect | undefined;
}

const requestNames: readonly (keyof CustomRequest)[] = [
  "method",
  "path",
  "params",
  "query",
  "arrays",
  "body",
  "response",
  "effect",
];

/** Throws if a call that the contract does not contain is not described completely. */
export function toEndpoint(request: CustomRequest): Endpoint {
  // JavaScript may call it without a request.
  const path = validatePath(request?.path);
  assertKnownOptions("request", request, requestNames);
  const name = `${request.method} ${path}`;
  const effect = request.effect ?? (request.method === "GET" ? "read" : "write");
  // Any other word would be retried like a read.
  if (!effects.includes(effect)) throw createUnknownError(name, "effect", effect, effects);
  if (request.method === "GET" && request.body !== undefined) {
    const issue = createIssue(["body"], "custom", "no body with GET", typeof request.body);
    throw new RequestValidationError(name, [issue]);
  }
  return {
    name,
    title: "A custom call",
    method: request.method as Endpoint["method"],
    path,
    arrays: request.arrays ?? "repeat",
    errors: [],
    effect,
    known: "inferred",
  };
}
