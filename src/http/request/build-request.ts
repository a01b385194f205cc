import type { Schema } from "../../contract/records/schema.js";
import { type FoundIssue, visit } from "../../contract/records/visit.js";
import type { Endpoint, RepeatedValues } from "../../contract/shared/endpoint.js";
import { type Issue, RequestValidationError } from "../../errors/data.js";
import { isCopyable, isJsonObject, isMissing, isObject, isPromise } from "../../shared/guards.js";
import { hideSecrets } from "../../shared/hide-secrets.js";
import { listMessages } from "../../shared/list-messages.js";
import { nameOf } from "../../shared/thrown.js";
import type { CallOptions } from "../config/options.js";
import { isHeaderValue } from "../config/resolve-config.js";
import { createIssue } from "../validation/create-issue.js";
import { formatIssues } from "../validation/format-issues.js";
import { addExtraFields, type ExtraFields } from "./extra-fields.js";
import {
  canEncode,
  encodeQuery,
  expectedPathParam,
  fillPath,
  findUnencodableNames,
  omitEmpty,
  type PathTemplate,
} from "./url.js";

export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  /** Milliseconds since 1970. After it, no attempt is sent. */
  readonly expiry?: number | undefined;
}

export interface BuiltRequest {
  /** The path with the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** The validated body, without the fields of `extraBody`. */
  readonly validBody: unknown;
  /** Whether the call gets the longer default timeout. */
  readonly isSlow: boolean;
  /** Ids and hashes of a write, to look up if its response is lost. */
  readonly identifiers: Record<string, string>;
  /** The values that the response repeats, by its field (`same` of the endpoint). */
  readonly repeated: RepeatedValues | undefined;
  readonly expiry: number | undefined;
}

/** Validates and encodes a request, or throws one error that lists all issues. */
export function buildRequest(
  endpoint: Endpoint,
  template: PathTemplate,
  input: CallInput,
  extra: ExtraFields & Pick<CallOptions, "requestValidation"> = noExtra,
): BuiltRequest {
  const issues: Issue[] = [];
  const found: Found = { issues, isOff: extra.requestValidation === "off", hasIgnored: false };
  const validate = (schema: Schema | undefined, value: unknown, root: string) =>
    validatePart(endpoint, schema, value, root, found);

  const addExtras = <Part>(part: Part, root: keyof ExtraFields, schema?: Schema): Part =>
    readInput(endpoint, root, () => {
      const added = extra[root];
      return isMissing(added) ? part : addExtraFields(part, added, root, schema, issues);
    });

  const params = validate(endpoint.params, input.params ?? {}, "params") as Fields;
  validatePathParams(template, input.params ?? {}, issues);
  const rawQuery = readInput(endpoint, "query", () => omitEmpty(input.query));
  const validQuery = validate(endpoint.query, rawQuery, "query") as Fields;
  const query = addExtras(validQuery, "extraQuery", endpoint.query);
  if (!endpoint.query || extra.extraQuery || found.isOff) validateFreeQuery(query, issues);
  validateQueryText(query, issues);
  if (endpoint.arrays === "comma") validateListItems(query, issues);
  const isOmitted = endpoint.body && input.body === undefined;
  const validBody = validate(endpoint.body, isOmitted ? {} : input.body, "body");
  if (endpoint.method === "GET" && extra.extraBody) {
    issues.push(createIssue(["extraBody"], "custom", "no body with GET", "an object"));
  }
  const body = addExtras(validBody, "extraBody", endpoint.body);
  const headers = buildHeaders(endpoint, input.headers, issues);
  if (issues.length) throw new RequestValidationError(endpoint.name, issues, listMessages(issues));

  return {
    path: fillPath(template, params) + encodeQuery(query, endpoint.arrays),
    headers,
    body: body === undefined ? undefined : encodeBody(endpoint.name, body, found.isOff),
    validBody,
    isSlow: endpoint.slow?.(body as never) ?? false,
    // Read by errors only.
    get identifiers() {
      return endpoint.effect === "write" ? pickIdentifiers(params, body) : {};
    },
    // It reads valid values only.
    repeated: found.hasIgnored ? undefined : endpoint.same?.({ params, query, body }),
    expiry: input.expiry,
  };
}

/** Has no prototype, which could have been given such fields. */
const noExtra: CallOptions = Object.create(null);

/** Reading the caller's objects can run the caller's code, such as getters, which may throw. */
function readInput<T>(endpoint: Endpoint, root: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const expected = `readable values (reading them threw ${nameOf(error)})`;
    throw new RequestValidationError(endpoint.name, [
      createIssue([root], "unreadable", expected, ""),
    ]);
  }
}

type Fields = Record<string, unknown>;

interface Found {
  readonly issues: Issue[];
  /** Whether the request is sent although it has issues. */
  readonly isOff: boolean;
  hasIgnored: boolean;
}

/** Copies a part of the request, so that exactly the validated value is sent. */
function validatePart(
  endpoint: Endpoint,
  schema: Schema | undefined,
  value: unknown,
  root: string,
  found: Found,
): unknown {
  // Another query is validated by its values.
  if (!schema && (root !== "body" || value === undefined)) return value;
  return readInput(endpoint, root, () => {
    if (!isCopyable(value) && isObject(value) && !Array.isArray(value)) {
      found.issues.push(createIssue([root], "invalid_type", "an object", nameOfOther(value)));
      return value;
    }
    if (!schema) return value;
    const limit = found.isOff ? Infinity : maxIssues;
    const result = visit(schema, value, { limit, isRequest: true });
    const issues = found.isOff ? result.issues.filter(isLoss).slice(0, maxIssues) : result.issues;
    const format = { root, hideValues: endpoint.personal ?? false, redact };
    found.issues.push(...formatIssues(issues, format));
    found.hasIgnored ||= issues.length < result.issues.length;
    return result.data;
  });
}

const nameOfOther = (value: unknown): string => {
  if (isPromise(value)) return "a promise: await it";
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object that is not plain" : typeof value;
};

/** Without such an issue, every value is sent as given: an unknown field would be dropped. */
const isLoss = ({ code, path }: FoundIssue) =>
  code === "unrecognized_keys" || (code === "invalid_type" && path.length === 0);

/** How many issues an error lists: a batch could have thousands. */
const maxIssues = 50;

/** Hashes look like private keys. Only fields for hashes show them. */
function redact(text: string, field: string): string {
  return hideSecrets(text, /hash$|^quoteId$/i.test(field));
}

function validatePathParams(
  template: PathTemplate,
  params: Readonly<Fields>,
  issues: Issue[],
): void {
  for (const name of template.names) {
    const isReported = issues.some(({ path }) => path === `params.${name}`);
    const expected = isReported ? undefined : expectedPathParam(params[name]);
    if (expected) {
      issues.push(createIssue(["params", name], "unsafe_path", expected, typeof params[name]));
    }
  }
}

function validateFreeQuery(query: unknown, issues: Issue[]): void {
  if (!isCopyable(query)) {
    issues.push(createIssue(["query"], "invalid_type", "an object", nameOfOther(query)));
    return;
  }
  const expected = "a string, a number, a boolean, a valid Date, or an array of them";
  for (const name of findUnencodableNames(query)) {
    issues.push(createIssue(["query", name], "invalid_query", expected, typeof query[name]));
  }
}

function validateQueryText(query: unknown, issues: Issue[]): void {
  if (!isObject(query) || Array.isArray(query)) return;
  for (const [name, value] of Object.entries(query)) {
    const isListMalformed = Array.isArray(value) && value.some(isMalformed);
    if (!isListMalformed && !isMalformed(value) && !isMalformed(name)) continue;
    issues.push(createIssue(["query", name], "invalid_query", "well-formed Unicode", "a string"));
  }
}

const isMalformed = (text: unknown) => typeof text === "string" && !canEncode(text);

/** A server decodes the query before it splits a list, so an encoded comma separates, too. */
function validateListItems(query: Fields, issues: Issue[]): void {
  const expected = "an item without a comma: commas separate the items";
  for (const [name, list] of Object.entries(query ?? {}))
    for (const [i, item] of Array.isArray(list) ? list.entries() : [])
      if (typeof item === "string" && item.includes(","))
        issues.push(createIssue(["query", name, i], "invalid_query", expected, "a string"));
}

/** `isOff`: the values were not validated, so that JSON could change or lose some of them. */
function encodeBody(operation: string, body: unknown, isOff: boolean): string {
  const issues: Issue[] = [];
  const paths = new Map<unknown, (string | number)[]>();
  /** The path of the last value, if it was visited before: it may contain itself. */
  let repeated: (string | number)[] | undefined;
  function check(this: Fields, key: string, value: unknown): unknown {
    const above = paths.get(this);
    const path = above ? [...above, Array.isArray(this) ? Number(key) : key] : ["body"];
    repeated = paths.has(value) ? path : undefined;
    if (isObject(value)) paths.set(value, path);
    if (typeof value === "bigint") issues.push(createIssue(path, "not_json", "text", "bigint"));
    else if (isOff && (isLossy(this[key], value) || (value === undefined && Array.isArray(this)))) {
      const expected = "a value that JSON can represent";
      issues.push(createIssue(path, "not_json", expected, typeof this[key]));
    }
    return value;
  }
  try {
    const encoded = JSON.stringify(body, isOff ? check : undefined);
    if (issues.length === 0) return encoded;
  } catch (error) {
    // A bigint or a circular structure, in a custom request or an undocumented field.
    try {
      if (!isOff) JSON.stringify(body, check);
    } catch {}
    const expected = `a value that JSON can represent (${nameOf(error)})`;
    if (issues.length === 0)
      issues.push(createIssue(repeated ?? ["body"], "not_json", expected, "object"));
  }
  throw new RequestValidationError(operation, issues.slice(0, maxIssues));
}

/** Whether JSON has another value, or none. `encoded` is the result of `toJSON`. */
function isLossy(value: unknown, encoded: unknown): boolean {
  if (encoded === null) return value !== null;
  if (typeof encoded === "number") return !Number.isFinite(encoded);
  if (typeof encoded === "object") return !Array.isArray(encoded) && !isJsonObject(encoded);
  return typeof encoded === "function" || typeof encoded === "symbol";
}

function buildHeaders(
  endpoint: Endpoint,
  given: CallInput["headers"],
  issues: Issue[],
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(endpoint.headers ?? {})) {
    const value = given?.[name];
    if (value === undefined || value === "") continue;
    if (typeof value === "string" && isHeaderValue(value)) headers[header] = value;
    else {
      const expected = "a valid header value";
      issues.push(createIssue(["headers", name], "invalid_header", expected, typeof value));
    }
  }
  return headers;
}

function pickIdentifiers(params: Fields, body: unknown): Record<string, string> {
  const identifiers: Record<string, string> = {};
  const fields = typeof body === "object" && body !== null ? (body as Fields) : {};
  for (const [name, value] of [...Object.entries(params), ...Object.entries(fields)]) {
    // `documentId` is the number of a person's document.
    const isIdentifier = /(?:Id|Hash|walletAddress|externallyOwnedAccount)$/.test(name);
    if (typeof value === "string" && isIdentifier && name !== "documentId")
      identifiers[name] = value;
  }
  return identifiers;
}
