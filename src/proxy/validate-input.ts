import { decodeQuery, queryKey } from "../contract/routing/decode-query.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { type Issue, RequestValidationError } from "../errors/data.js";
import { type BuiltRequest, buildRequest } from "../http/request/build-request.js";
import type { PathTemplate } from "../http/request/url.js";
import { createIssue } from "../http/validation/create-issue.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyCall } from "./types.js";

export interface IncomingRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The input of a request. */
export interface Input {
  /** Validates the input, once. Returns the request to the service. */
  readonly validate: () => BuiltRequest;
  /** Returns a new copy each time. Validates the input when it is read. */
  readonly createCall: () => ProxyCall;
}

/** The contract needs far less. Deeper values could overflow the stack of a recursive reader. */
const maxDepth = 32;
/**
 * The fields of the contract take more bytes, each with its name. A list of many short values costs
 * many times its length.
 */
const bytesPerValue = 16;
const freeValues = 100;
/** Keeps the error response for a small request with thousands of wrong fields small. */
const maxIssues = 50;

/** The validation waits until a hook reads the input: who may not call must not cause its cost. */
export function createInput(
  endpoint: Endpoint,
  template: PathTemplate,
  received: IncomingRequest,
): Input {
  let result: { request: BuiltRequest } | { error: unknown } | undefined;
  const validate = () => {
    try {
      result ??= { request: validateInput(endpoint, template, received) };
    } catch (error) {
      result = { error };
    }
    if ("error" in result) throw result.error;
    return result.request;
  };
  const createCall = () => {
    let input: ProxyCall["input"] | undefined;
    const call = {
      operation: endpoint.name,
      get input() {
        input ??= parseInput(endpoint, received.params, validate());
        return input;
      },
    };
    return call as ProxyCall;
  };
  return { validate, createCall };
}

/** Validates a request against the contract, and reports every issue at once. */
function validateInput(
  endpoint: Endpoint,
  template: PathTemplate,
  received: IncomingRequest,
): BuiltRequest {
  const issues: Issue[] = [];
  validateQueryKeys(endpoint, received.search, issues);
  const body = parseBody(endpoint, received.body, issues);
  const headers: Record<string, string | undefined> = {};
  for (const [name, header] of Object.entries(endpoint.headers ?? {}))
    headers[name] = received.headers.get(header) ?? undefined;
  const knownSearch = selectKnownKeys(endpoint, received.search);
  const query = decodeQuery(endpoint.query, knownSearch, endpoint.arrays);
  const { params } = received;
  let request: BuiltRequest | undefined;
  try {
    request = buildRequest(endpoint, template, { params, query, headers, body });
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    // A query parameter, or a body that could not be parsed, gets one issue only.
    const partOf = ({ path }: Issue) => /^body\b|^[^[]*/.exec(path)?.[0];
    const reported = new Set(issues.map(partOf));
    for (const found of error.issues) if (!reported.has(partOf(found))) issues.push(found);
  }
  if (issues.length > 0 || !request) throw createBadRequest(issues);
  return request;
}

function parseInput(
  endpoint: Endpoint,
  params: IncomingRequest["params"],
  { path, body }: BuiltRequest,
): ProxyCall["input"] {
  const start = path.indexOf("?");
  const search = new URLSearchParams(start < 0 ? "" : path.slice(start));
  const query = decodeQuery(endpoint.query, search, endpoint.arrays);
  const parsed: unknown = body === undefined ? undefined : JSON.parse(body);
  return { params: { ...params }, query, body: parsed } as ProxyCall["input"];
}

function createBadRequest(issues: readonly Issue[]): ProxyError {
  const count = issues.length < maxIssues ? issues.length : `${maxIssues} or more`;
  const problems = count === 1 ? "problem" : "problems";
  return new ProxyError("BAD_REQUEST", {
    message: `the request does not match the schema: ${count} ${problems}`,
    issues: issues.slice(0, maxIssues),
  });
}

/** Rejects repeated keys too: two servers may use different ones of their values. */
function validateQueryKeys(endpoint: Endpoint, search: URLSearchParams, issues: Issue[]): void {
  const add = (name: string, code: string, expected: string) =>
    issues.push(createIssue(["query", name], code, expected, ""));
  for (const name of new Set(search.keys())) {
    if (issues.length === maxIssues) return;
    const count = queryKey(endpoint.query, name, endpoint.arrays);
    if (count === undefined) add(name, "unrecognized_keys", "no parameter with this name");
    else if (count === "once" && search.getAll(name).length > 1)
      add(name, "duplicate", "this parameter only once");
    else if (search.getAll(name).includes("")) add(name, "empty", "a non-empty value");
  }
}

/** Unknown keys have an issue already. Decoding thousands of them takes quadratic time. */
function selectKnownKeys({ query, arrays }: Endpoint, search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...search].filter(([name]) => queryKey(query, name, arrays) !== undefined),
  );
}

function parseBody(endpoint: Endpoint, bytes: Uint8Array, issues: Issue[]): unknown {
  if (!endpoint.body) {
    if (bytes.byteLength > 0)
      issues.push(createIssue(["body"], "unrecognized_keys", "no body", ""));
    return undefined;
  }
  if (bytes.byteLength === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    issues.push(createIssue(["body"], "not_json", "JSON in UTF-8", ""));
    return {};
  }
  const unsafe = findUnsafeField(value, bytes.byteLength);
  if (!unsafe) return value;
  issues.push(unsafe);
  return {};
}

interface Place {
  readonly name: string;
  readonly parent: Place | undefined;
}

const toPath = ({ name, parent }: Place): string[] => [...(parent ? toPath(parent) : []), name];

/** Finds excessive nesting or values, and `__proto__`, which sets the prototype when assigned. */
function findUnsafeField(body: unknown, bytes: number): Issue | undefined {
  const maxValues = freeValues + bytes / bytesPerValue;
  const pending: { value: unknown; place: Place; depth: number }[] = [
    { value: body, place: { name: "body", parent: undefined }, depth: 1 },
  ];
  let values = 1;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, place: parent, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > maxDepth)
      return createIssue(["body"], "too_deep", `at most ${maxDepth} levels of nesting`, "");
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values > maxValues)
      return createIssue(["body"], "too_many_values", "fewer values for its length", "");
    for (const [name, inner] of Object.entries(value)) {
      const place = { name, parent };
      if (name === "__proto__")
        return createIssue(toPath(place), "unrecognized_keys", "no field with this name", "");
      pending.push({ value: inner, place, depth: depth + 1 });
    }
  }
  return undefined;
}
