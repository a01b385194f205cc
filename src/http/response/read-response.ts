import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { Schema } from "../../contract/shared/schema.js";
import { BursarError } from "../../errors/base.js";
import {
  EmptyBodyError,
  type Issue,
  NotJsonError,
  RedirectError,
  type ResponseDetails,
  ResponseValidationError,
  UnreadableResponseError,
} from "../../errors/data.js";
import { messageOf, nameOf } from "../../errors/thrown.js";
import type { StandardSchemaV1 } from "../features/standard-schema.js";
import type { ValidationMode } from "../options.js";
import { headerOf, type Received } from "../wire/fetch-whole.js";
import { toApiError } from "./api-error.js";
import { fastValidator } from "./fast-validation.js";
import { readableIssues, readableStandardIssues } from "./issues.js";

/** How much of a body that cannot be parsed an error keeps. */
const longestExcerpt = 2_000;

/** How a response is read. */
export interface ReadOptions {
  readonly validation: ValidationMode;
  /** The caller's own schema. Default: the endpoint's. */
  readonly schema?: StandardSchemaV1 | undefined;
  /** Called when the response does not match the schema, unless validation is off. */
  readonly onDrift?: ((issues: readonly Issue[]) => void) | undefined;
}

/**
 * Turns a successful response into data, or throws: `NotJsonError` or `EmptyBodyError` if it cannot
 * be parsed, `ResponseValidationError` if it does not match the schema.
 */
export async function readResponse(
  endpoint: Endpoint,
  received: Received,
  options: ReadOptions,
): Promise<unknown> {
  try {
    const parsed = parseBody(endpoint, received);
    const json = endpoint.normalise ? endpoint.normalise(parsed) : parsed;
    return options.schema
      ? await validateByCaller(endpoint, received, options, options.schema, json)
      : validate(endpoint, received, options, json);
  } catch (error) {
    if (error instanceof BursarError) throw error;
    const message = `the response could not be read (${nameOf(error)})`;
    throw new UnreadableResponseError(message, detailsOf(endpoint, received));
  }
}

/** Throws a `RedirectError` or an `ApiError` unless the status is a success. */
export function assertSuccess(endpoint: Endpoint, received: Received): void {
  const { response } = received;
  // Some runtimes follow redirects despite `redirect: "manual"`.
  const isFollowed = response.redirected || response.type === "opaqueredirect";
  if (isFollowed || (response.status >= 300 && response.status < 400)) {
    const location = redirectOrigin(received);
    throw new RedirectError({ ...detailsOf(endpoint, received), location });
  }
  if (!response.ok) throw toApiError(detailsOf(endpoint, received), received);
}

function detailsOf(endpoint: Endpoint, { response, traceId }: Received): ResponseDetails {
  return {
    operation: endpoint.name,
    effect: endpoint.effect,
    status: response.status,
    traceId,
    ...(endpoint.effect === "write" && { lookup: lookupOf(endpoint) }),
  };
}

/** What to look up before a write is sent again. */
export function lookupOf(endpoint: Endpoint): string {
  return endpoint.lookup ?? "look whether it happened";
}

function redirectOrigin(received: Received): string | undefined {
  const location = headerOf(received, "location");
  try {
    return location ? new URL(location, received.response.url || undefined).origin : undefined;
  } catch {
    return undefined;
  }
}

function parseBody(endpoint: Endpoint, received: Received): unknown {
  const { text, redact } = received;
  const expectsJson = endpoint.response !== undefined;
  if (text.trim() === "") {
    if (expectsJson) throw new EmptyBodyError(detailsOf(endpoint, received));
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    const contentType = headerOf(received, "content-type");
    if (!expectsJson && !isCutOrPage(text, contentType)) return text;
    const excerpt = redact.text(text).slice(0, longestExcerpt);
    throw new NotJsonError({ ...detailsOf(endpoint, received), contentType, excerpt });
  }
}

/** JSON that was cut, or the page of an intermediary, is not the service's response. */
function isCutOrPage(text: string, contentType: string | undefined): boolean {
  const looksLikeIt = /^\s*(?:[[{]|<(?:!doctype|html))/i.test(text);
  return looksLikeIt || /\b(?:html|json)\b/i.test(contentType ?? "");
}

function validate(
  endpoint: Endpoint,
  received: Received,
  options: ReadOptions,
  json: unknown,
): unknown {
  const schema = endpoint.response as Schema<unknown> | undefined;
  if (!schema) return undefined;
  // The common case: valid as it is, and returned without a copy.
  if (options.validation === "off" || fastValidator(schema)?.(json)) return json;
  const result = schema.safeParse(json, { reportInput: true });
  if (result.success) return result.data;
  const hideValues = endpoint.personal ?? false;
  const format = { hideValues, redact: received.redact.text };
  return drifted(endpoint, received, options, readableIssues(result.error.issues, format), json);
}

async function validateByCaller(
  endpoint: Endpoint,
  received: Received,
  options: ReadOptions,
  schema: StandardSchemaV1,
  json: unknown,
): Promise<unknown> {
  if (options.validation === "off" && json === undefined) return undefined;
  let issues: Issue[];
  try {
    const result = await schema["~standard"].validate(json);
    if (!result.issues) return result.value;
    issues = readableStandardIssues(result.issues);
  } catch (error) {
    // The response has arrived: a schema that throws must not lose it.
    issues = readableStandardIssues([{ message: `the given schema threw: ${messageOf(error)}` }]);
  }
  return options.validation === "off" ? json : drifted(endpoint, received, options, issues, json);
}

/** The response does not match the schema: an error in strict mode, else returned as received. */
function drifted(
  endpoint: Endpoint,
  received: Received,
  options: ReadOptions,
  found: readonly Issue[],
  json: unknown,
): unknown {
  const { redact } = received;
  const issues = redact.json([...found]);
  options.onDrift?.(issues);
  if (options.validation === "warn") return json;
  throw new ResponseValidationError(detailsOf(endpoint, received), issues, redact.json(json));
}
