import { decodeQuery, queryKey } from "../contract/routing/decode-query.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { type Issue, RequestValidationError } from "../errors/data.js";
import { type BuiltRequest, buildRequest } from "../http/request/build-request.js";
import type { PathTemplate } from "../http/request/url.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyCall } from "./types.js";

/** A request to the proxy, not yet validated. */
export interface IncomingRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A request that may go to the service. */
export interface ValidatedRequest {
  readonly request: BuiltRequest;
  /** What it says, read back from what will be sent: a new copy each time. */
  readonly readBack: () => ProxyCall;
}

/** Nothing in the contract is nested nearly as deep, and a deeper value could exhaust the stack of whoever reads it. */
const deepest = 32;
/** So that a small request with thousands of wrong fields is not answered with megabytes. */
const mostIssues = 50;

/** Checks what came against the contract, and names every problem at once. */
export function validateInput(
  endpoint: Endpoint,
  template: PathTemplate,
  received: IncomingRequest,
): ValidatedRequest {
  const issues: Issue[] = [];
  checkKeys(endpoint, received.search, issues);
  const body = parseBody(endpoint, received.body, issues);
  const headers = Object.fromEntries(
    Object.entries(endpoint.headers ?? {}).map(([name, header]) => [
      name,
      received.headers.get(header) ?? undefined,
    ]),
  );
  const query = decodeQuery(endpoint.query, knownOf(endpoint, received.search), endpoint.arrays);
  const { params } = received;
  let request: BuiltRequest | undefined;
  try {
    request = buildRequest(endpoint, template, { params, query, headers, body });
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    // What is refused here already is told once, and of a body that cannot be read nothing more.
    const placeOf = ({ path: [root, name] }: Issue) => (root === "body" ? root : `${root} ${name}`);
    const told = new Set(issues.map(placeOf));
    for (const found of error.issues) if (!told.has(placeOf(found))) issues.push(found);
  }
  if (issues.length > 0 || !request) throw badRequest(issues);
  const { path, body: sent } = request;
  const mark = path.indexOf("?");
  return {
    request,
    readBack: () =>
      ({
        operation: endpoint.name,
        input: {
          params: { ...params },
          query: decodeQuery(
            endpoint.query,
            new URLSearchParams(mark < 0 ? "" : path.slice(mark)),
            endpoint.arrays,
          ),
          body: sent === undefined ? undefined : JSON.parse(sent),
        },
      }) as unknown as ProxyCall,
  };
}

function badRequest(issues: readonly Issue[]): ProxyError {
  const count = issues.length === 1 ? "1 problem" : `${issues.length} problems`;
  return new ProxyError("BAD_REQUEST", {
    message: `the request is not what the contract asks for: ${count}`,
    issues: issues.slice(0, mostIssues),
  });
}

function issue(path: (string | number)[], code: string, expected: string): Issue {
  return { path, code, expected, received: "", message: `${path.join(".")}: expected ${expected}` };
}

/** Two readers may take two different ones of a key that stands twice. */
function checkKeys(endpoint: Endpoint, search: URLSearchParams, issues: Issue[]): void {
  for (const name of new Set(search.keys())) {
    const often = queryKey(endpoint.query, name, endpoint.arrays);
    if (often === undefined)
      issues.push(
        issue(["query", name], "unrecognized_keys", "nothing here: there is no such parameter"),
      );
    else if (often === "once" && search.getAll(name).length > 1)
      issues.push(issue(["query", name], "duplicate", "this parameter once"));
    else if (search.getAll(name).includes(""))
      issues.push(issue(["query", name], "empty", "a value that is not empty"));
  }
}

/** Without the names that are refused already: there may be thousands, and reading each costs as much as there are. */
function knownOf({ query, arrays }: Endpoint, search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...search].filter(([name]) => queryKey(query, name, arrays) !== undefined),
  );
}

function parseBody(endpoint: Endpoint, bytes: Uint8Array, issues: Issue[]): unknown {
  if (!endpoint.body) {
    if (bytes.byteLength > 0)
      issues.push(issue(["body"], "unrecognized_keys", "no body: this operation takes none"));
    return undefined;
  }
  if (bytes.byteLength === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    issues.push(issue(["body"], "not_json", "JSON in UTF-8"));
    return {};
  }
  const trouble = troubleIn(value);
  if (!trouble) return value;
  issues.push(trouble);
  return {};
}

/** A field that would become an object's prototype wherever it is copied by assignment, or nesting that nobody means. */
function troubleIn(body: unknown): Issue | undefined {
  const todo: { value: unknown; path: (string | number)[] }[] = [{ value: body, path: ["body"] }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null) continue;
    if (path.length > deepest) return issue(["body"], "too_deep", `at most ${deepest} levels`);
    for (const [name, inner] of Object.entries(value)) {
      if (name === "__proto__")
        return issue(
          [...path, name],
          "unrecognized_keys",
          "nothing here: no field may have this name",
        );
      todo.push({ value: inner, path: [...path, name] });
    }
  }
  return undefined;
}
