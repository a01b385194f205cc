import { isValid } from "../../contract/records/check.js";
import { visit } from "../../contract/records/visit.js";
import type { Endpoint, RepeatedValues } from "../../contract/shared/endpoint.js";
import { BursarError } from "../../errors/base.js";
import {
  EmptyBodyError,
  type Issue,
  NotJsonError,
  ResponseMismatchError,
  ResponseValidationError,
  UnreadableResponseError,
} from "../../errors/data.js";
import { listMessages } from "../../shared/list-messages.js";
import { messageOf, nameOf } from "../../shared/thrown.js";
import type { ValidationMode } from "../config/options.js";
import { formatIssues, fromStandardIssues } from "../validation/format-issues.js";
import type { StandardSchemaV1 } from "../validation/standard-schema.js";
import { redactStart } from "../wire/redact.js";
import { type ReceivedResponse, readHeader } from "../wire/wire.js";
import { toResponseDetails } from "./assert-success.js";
import { compareWithRequest } from "./compare-with-request.js";
import { parseJson } from "./parse-json.js";

/** How many issues an error lists: a page of records could have thousands. */
const maxIssues = 20;

/** The length of the excerpt that an error keeps of a body that cannot be parsed. */
const maxExcerptLength = 2_000;

/** Options for reading a response. */
export interface ReadOptions {
  readonly validation: ValidationMode;
  /** Called with the documented fields that are missing or malformed, also if the call rejects. */
  readonly onDrift?: ((issues: readonly Issue[], fields: readonly string[]) => void) | undefined;
  /** The values of the request that the response must repeat. */
  readonly repeated?: RepeatedValues | undefined;
}

/**
 * Turns a successful response into data. Throws `NotJsonError` or `EmptyBodyError` if it cannot be
 * parsed, `ResponseValidationError` if it does not match the schema, and `ResponseMismatchError` if
 * it repeats other values than those of the request: then it is the response to another call. Any
 * other failure of reading is an `UnreadableResponseError`.
 */
export function readResponse(
  endpoint: Endpoint,
  received: ReceivedResponse,
  options: ReadOptions,
): unknown {
  try {
    const parsed = parseBody(endpoint, received);
    const json = endpoint.normalise ? endpoint.normalise(parsed) : parsed;
    const result = validate(endpoint, received, options.validation, json);
    const data =
      "data" in result ? result.data : reportIssues(endpoint, received, options, json, result);
    if (options.repeated) assertSameCall(endpoint, received, options.repeated, json);
    return data;
  } catch (error) {
    throw toReadError(endpoint, received, error);
  }
}

function assertSameCall(
  endpoint: Endpoint,
  received: ReceivedResponse,
  repeated: RepeatedValues,
  json: unknown,
): void {
  const { issues } = compareWithRequest(repeated, json, received.redact, endpoint.personal);
  if (issues.length > 0)
    throw new ResponseMismatchError(toResponseDetails(endpoint, received), issues);
}

/** The same by a schema of the caller, which may be asynchronous. */
export async function readBySchema(
  endpoint: Endpoint,
  received: ReceivedResponse,
  options: ReadOptions & { readonly schema: StandardSchemaV1 },
): Promise<unknown> {
  try {
    const json = parseBody(endpoint, received);
    const result = await validateWithCallerSchema(options.schema, options.validation, json);
    return "data" in result ? result.data : reportIssues(endpoint, received, options, json, result);
  } catch (error) {
    throw toReadError(endpoint, received, error);
  }
}

/** Reports the issues of an invalid response. Throws if the call cannot do without these fields. */
function reportIssues(
  endpoint: Endpoint,
  received: ReceivedResponse,
  { validation, onDrift, repeated = {} }: ReadOptions,
  json: unknown,
  { issues: found, fields, rejects }: Exclude<ValidationResult, { data: unknown }>,
): unknown {
  if (validation === "off") return json;
  const { redact } = received;
  const issues = redact.json([...found]);
  onDrift?.(issues, fields ?? []);
  if (!rejects) return json;
  const { isRepeated } = compareWithRequest(repeated, json, redact);
  const details = { ...toResponseDetails(endpoint, received), isRepeated };
  // Without escapes, the values have no key if the text has none, which is found out faster.
  const isClean = !received.text.includes("\\") && redact.text(received.text) === received.text;
  const response = isClean ? json : redact.json(json);
  throw new ResponseValidationError(details, issues, response, listMessages(issues));
}

function toReadError(endpoint: Endpoint, received: ReceivedResponse, error: unknown): BursarError {
  if (error instanceof BursarError) return error;
  const message = `the response could not be read (${nameOf(error)})`;
  return new UnreadableResponseError(message, toResponseDetails(endpoint, received));
}

function parseBody(endpoint: Endpoint, received: ReceivedResponse): unknown {
  const { text, redact } = received;
  const expectsJson = endpoint.response !== undefined;
  if (text.trim() === "") {
    if (expectsJson) throw new EmptyBodyError(toResponseDetails(endpoint, received));
    return undefined;
  }
  try {
    return parseJson(text);
  } catch {
    const contentType = readHeader(received, "content-type");
    if (!expectsJson && !isTruncatedOrHtml(text, contentType)) return text;
    const excerpt = redactStart(redact, text, maxExcerptLength);
    throw new NotJsonError({ ...toResponseDetails(endpoint, received), contentType, excerpt });
  }
}

/** Truncated JSON or the HTML page of an intermediary is not a response of the service. */
function isTruncatedOrHtml(text: string, contentType: string | undefined): boolean {
  const startsLikeIt = /^\s*(?:[[{]|<(?:!doctype|html))/i.test(text);
  return startsLikeIt || /\b(?:html|json)\b/i.test(contentType ?? "");
}

type ValidationResult =
  | { readonly data: unknown }
  | {
      readonly issues: readonly Issue[];
      readonly fields?: readonly string[];
      readonly rejects: boolean;
    };

function validate(
  endpoint: Endpoint,
  { redact }: ReceivedResponse,
  mode: ValidationMode,
  json: unknown,
): ValidationResult {
  const { response: schema, personal = false } = endpoint;
  if (!schema) return { data: undefined };
  // A valid response is returned without copying it.
  if (mode === "off" || isValid(schema, json)) return { data: json };
  const isStrict = mode === "strict";
  const { issues, fields, rejects } = visit(schema, json, { limit: maxIssues, isStrict });
  const format = { hideValues: personal, redact: redact.text };
  return { issues: formatIssues(issues, format), fields, rejects };
}

async function validateWithCallerSchema(
  schema: StandardSchemaV1,
  mode: ValidationMode,
  json: unknown,
): Promise<ValidationResult> {
  if (mode === "off" && json === undefined) return { data: undefined };
  try {
    const result = await schema["~standard"].validate(json);
    return result.issues
      ? { issues: fromStandardIssues(result.issues), rejects: true }
      : { data: result.value };
  } catch (error) {
    // If the caller's schema throws, the error must still contain the response.
    const issues = fromStandardIssues([{ message: `the schema threw: ${messageOf(error)}` }]);
    return { issues, rejects: true };
  }
}
