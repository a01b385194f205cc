import type { Endpoint } from "../contract/endpoint.js";
import type { Schema } from "../contract/schema.js";
import { type Issue, RequestValidationError } from "../errors/data.js";
import type { Check } from "./check.js";
import { canBeHeader } from "./config.js";
import { readableIssues } from "./issues.js";
import { prepare } from "./prepare.js";
import type { PathTemplate } from "./url.js";
import { encodeQuery, fillPath, pathParameterProblem, unwritable, withoutEmpty } from "./url.js";

/** What a caller hands to a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
}

/** A request that has passed every check. */
export interface CheckedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** What to look up when the answer to a write is lost. */
  readonly handles: Record<string, string>;
}

/** Checks a whole request and writes it down, or throws one error that names every problem. */
export function checkRequest(endpoint: Endpoint, template: PathTemplate, input: CallInput): CheckedRequest {
  const issues: Issue[] = [];
  const hide = endpoint.personal ?? false;
  const fast = prepare(endpoint);
  const params = check(endpoint.params, input.params ?? {}, "params", hide, issues, fast.params) as Record<string, unknown>;
  checkPathParams(template, input.params ?? {}, issues);
  const query = check(endpoint.query, withoutEmpty(input.query), "query", hide, issues, fast.query) as Record<string, unknown>;
  const body =
    endpoint.body === undefined ? input.body : check(endpoint.body, input.body === undefined ? {} : input.body, "body", hide, issues);
  const headers = headerParams(endpoint, input.headers, issues);
  for (const name of endpoint.query ? [] : unwritable(query)) {
    issues.push(
      problem(["query", name], "invalid_query", "text, a number, a boolean, a valid Date, or a list of them", typeof query[name]),
    );
  }
  if (issues.length) throw new RequestValidationError(endpoint.name, issues);
  return {
    path: fillPath(template, params) + encodeQuery(query, endpoint.arrays),
    headers,
    body: body === undefined ? undefined : toJson(endpoint.name, body),
    handles: endpoint.effect === "write" ? handlesOf(params, endpoint.personal ? undefined : body) : {},
  };
}

function check(
  schema: Schema<unknown> | undefined,
  value: unknown,
  root: string,
  hide: boolean,
  issues: Issue[],
  isValid?: Check | undefined,
): unknown {
  if (!schema || isValid?.(value)) return value;
  // Zod hands back the offending input only when it is asked to; its message needs it.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  issues.push(...readableIssues(result.error.issues, root, hide));
  return value;
}

function checkPathParams(template: PathTemplate, params: Readonly<Record<string, unknown>>, issues: Issue[]): void {
  for (const name of template.names) {
    if (issues.some((issue) => issue.path[0] === "params" && issue.path[1] === name)) continue;
    const expected = pathParameterProblem(params[name]);
    if (expected) {
      issues.push(problem(["params", name], "unsafe_path", expected, typeof params[name]));
    }
  }
}

function problem(path: string[], code: string, expected: string, received: string): Issue {
  return { path, code, expected, received, message: `${path.join(".")}: expected ${expected}` };
}

function toJson(operation: string, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    // A bigint, or a circle: only bodies of calls that the contract does not name get here unchecked.
    const expected = `a value that JSON can hold (${error instanceof Error ? error.message : error})`;
    throw new RequestValidationError(operation, [problem(["body"], "not_json", expected, typeof body)]);
  }
}

function headerParams(endpoint: Endpoint, given: CallInput["headers"], issues: Issue[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(endpoint.headers ?? {})) {
    const value = given?.[name];
    if (value === undefined || value === "") continue;
    if (typeof value === "string" && canBeHeader(value)) headers[header] = value;
    else issues.push(problem(["headers", name], "invalid_header", "text that can stand in a header", typeof value));
  }
  return headers;
}

/** Ids and hashes that tell one write apart, for the error that says its answer was lost. */
function handlesOf(params: Record<string, unknown>, body: unknown): Record<string, string> {
  const handles: Record<string, string> = {};
  for (const source of [params, typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {}]) {
    for (const [name, value] of Object.entries(source)) {
      if (typeof value === "string" && /(?:Id|Hash|walletAddress|externallyOwnedAccount)$/.test(name)) handles[name] = value;
    }
  }
  return handles;
}
