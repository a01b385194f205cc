import type { EndpointName } from "../contract/endpoints.js";
import { findRoute } from "../contract/routing/find-route.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ApiError, AuthenticationError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import {
  ConfigurationError,
  EmptyBodyError,
  NotJsonError,
  RedirectError,
  RequestValidationError,
  ResponseMismatchError,
  UnreadableResponseError,
} from "../errors/data.js";
import type { ClientOptions } from "../http/config/options.js";
import { resolveConfig } from "../http/config/resolve-config.js";
import type { CallInput } from "../http/request/build-request.js";
import { createTransport } from "../http/transport.js";
import { readText } from "../http/wire/read-text.js";
import { messageOf, nameOf } from "../shared/thrown.js";
import { trimEnd } from "../shared/trim-end.js";
import { compareResponse, type FieldDrift, findUndocumentedFields } from "./compare-response.js";
import { type CheckInputs, createKnownValues } from "./known-values.js";
import { type CheckStep, checkSteps } from "./steps.js";

/** The fields of a request by operation, in place of the default. */
export type GivenInputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface CheckOptions
  extends Pick<ClientOptions, "baseUrl" | "apiKey" | "fetch" | "timeout" | "maxResponseBytes"> {
  readonly inputs?: CheckInputs;
  readonly given?: GivenInputs;
}

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

export interface StepResult {
  readonly operation: string;
  readonly variant: string | undefined;
  /** `error`: the service rejected the call. `failed`: its response could not be compared. */
  readonly outcome: "ok" | "drift" | "error" | "failed" | "unreachable" | "skipped";
  /** The status and the error id, or why there was no call. */
  readonly detail: string;
}

export interface CheckReport {
  readonly steps: readonly StepResult[];
  readonly drift: readonly FieldDrift[];
  /** Undocumented fields, by operation. */
  readonly undocumented: ReadonlyMap<string, ReadonlySet<string>>;
  readonly exchanges: readonly Exchange[];
}

/**
 * Calls the reads and quotes of the service and compares every response with its documentation.
 * Throws if the API key is rejected or the service cannot be reached.
 */
export async function runCheck(options: CheckOptions): Promise<CheckReport> {
  const { inputs = {}, given = {}, fetch = globalThis.fetch, ...connection } = options;
  const steps = withGivenInputs(given);
  const known = createKnownValues(inputs);
  const exchanges: Exchange[] = [];
  const results: StepResult[] = [];
  const drift: FieldDrift[] = [];
  const undocumented = new Map<string, Set<string>>();
  let current: Endpoint | undefined;
  let isReached = false;

  const config = resolveConfig({
    ...connection,
    fetch: async (request) => {
      const endpoint = assertHarmless(request, current, config.baseUrl);
      const body = await request.clone().text();
      const response = await fetch(request);
      isReached = true;
      const text = await readText(response.clone(), config.maxResponseBytes, false);
      const { status } = response;
      const { url } = request;
      if (text !== undefined)
        exchanges.push({ endpoint, url, request: body, status, response: text });
      return response;
    },
    // Each call is one exchange, and quotes cost compute units.
    retry: false,
    validation: "off",
    logLevel: "off",
  });
  const transport = createTransport(config);

  async function runStep(step: CheckStep): Promise<StepResult> {
    const { endpoint, variant } = step;
    const { name: operation } = endpoint;
    const input = step.input(known);
    if (typeof input === "string") return { operation, variant, outcome: "skipped", detail: input };
    current = endpoint;
    try {
      const response = await transport.call(operation as EndpointName, input);
      const found = compareResponse(endpoint, response);
      drift.push(...found);
      const fields = undocumented.get(operation) ?? new Set();
      for (const field of findUndocumentedFields(endpoint, response)) fields.add(field);
      undocumented.set(operation, fields);
      step.learn?.(known, response);
      const detail = String(exchanges.at(-1)?.status);
      return { operation, variant, outcome: found.length ? "drift" : "ok", detail };
    } catch (error) {
      if (isFatal(error, { isReached, hasResults: results.some(isCompared) })) throw error;
      const result = toResult(error, given[operation] !== undefined);
      if (result.drift) drift.push({ operation, ...result.drift });
      return { operation, variant, outcome: result.outcome, detail: result.detail };
    }
  }

  for (const step of steps) results.push(await runStep(step));
  return { steps: results, drift, undocumented, exchanges };
}

export function isCompared({ outcome }: StepResult): boolean {
  return outcome === "ok" || outcome === "drift";
}

/** No request of a check may change something, also if a step were wrong. */
export function assertHarmless(
  { method, url }: Request,
  current: Endpoint | undefined,
  baseUrl: string,
): Endpoint {
  const endpoint = findRoute(method, readPath(url, baseUrl))?.endpoint;
  const isRead = endpoint ? endpoint.effect !== "write" : method === "GET";
  if (isRead && current && current.effect !== "write") return current;
  throw new ConfigurationError(`${method} is not a read or a quote: it was not sent`);
}

/** The path of a request below the base URL, which may have a path of its own. */
export function readPath(url: string, baseUrl: string): string {
  const prefix = trimEnd(new URL(baseUrl).pathname, "/");
  return new URL(url).pathname.slice(prefix.length);
}

function withGivenInputs(given: GivenInputs): CheckStep[] {
  const known = new Map(checkSteps.map(({ endpoint }) => [endpoint.name, endpoint]));
  for (const name of Object.keys(given)) {
    const endpoint = known.get(name);
    if (!endpoint) throw new ConfigurationError(`--input ${name}: no operation has this name`);
    if (endpoint.effect === "write")
      throw new ConfigurationError(`--input ${name}: it changes something, a check never calls it`);
  }
  return checkSteps.flatMap((step): CheckStep[] => {
    const fields = given[step.endpoint.name];
    if (!fields) return [step];
    if (step.variant !== undefined) return [];
    return [{ ...step, input: () => toCallInput(step.endpoint, fields) }];
  });
}

/** Path parameters by name; the other fields are the query of a GET, and the body otherwise. */
function toCallInput(endpoint: Endpoint, fields: Readonly<Record<string, unknown>>): CallInput {
  const entries = Object.entries(fields);
  const isParam = ([name]: [string, unknown]) => endpoint.path.includes(`{${name}}`);
  const params = Object.fromEntries(entries.filter(isParam));
  const others = Object.fromEntries(entries.filter((entry) => !isParam(entry)));
  if (endpoint.method === "GET") return { params, query: others };
  return { params, body: others };
}

interface Failure {
  readonly outcome: StepResult["outcome"];
  readonly detail: string;
  readonly drift?: Omit<FieldDrift, "operation">;
}

interface Progress {
  /** Whether the service has responded to any call. */
  readonly isReached: boolean;
  /** Whether any response was compared. */
  readonly hasResults: boolean;
}

/** Whether an error ends the check. Otherwise the results of the other calls must survive it. */
function isFatal(error: unknown, { isReached, hasResults }: Progress): boolean {
  if (error instanceof ConfigurationError) return true;
  if (error instanceof RequestValidationError) return false;
  if (error instanceof AuthenticationError) return !hasResults;
  return error instanceof BursarError && !isReached;
}

/** `isGiven` says that the caller gave the fields of this call. */
function toResult(error: unknown, isGiven: boolean): Failure {
  if (!(error instanceof BursarError)) {
    return { outcome: "failed", detail: `not compared: ${nameOf(error)}: ${messageOf(error)}` };
  }
  if (error instanceof RequestValidationError) {
    const messages = error.issues.map(({ message }) => message).join("; ");
    return isGiven
      ? { outcome: "failed", detail: `--input: ${messages}` }
      : { outcome: "skipped", detail: `invalid request: ${messages}` };
  }
  if (error instanceof ApiError) {
    const { status, id = "", serviceMessage } = error;
    const outcome = error instanceof AuthenticationError ? "failed" : "error";
    return { outcome, detail: `${status} ${id}: ${serviceMessage}` };
  }
  if (error instanceof ResponseMismatchError)
    return { outcome: "failed", detail: error.message.split("\n").join(" ") };
  if (error instanceof UnreadableResponseError) return toUnreadable(error);
  return { outcome: "unreachable", detail: firstLine(error) };
}

/** A redirect or a page is the response of another server: probably the base URL is wrong. */
function toUnreadable(error: UnreadableResponseError): Failure {
  const { status } = error;
  if (error instanceof RedirectError) {
    const detail = `${status} a redirect to ${error.location ?? "another URL"}: check --base-url`;
    return { outcome: "unreachable", detail };
  }
  if (error instanceof NotJsonError && isPage(error))
    return { outcome: "unreachable", detail: `${status} an HTML page: check --base-url` };
  if (error instanceof NotJsonError || error instanceof EmptyBodyError) {
    const drift = { field: "(response)", expected: "JSON", received: "another form", count: 1 };
    return { outcome: "drift", detail: String(status), drift };
  }
  return { outcome: "failed", detail: firstLine(error) };
}

function isPage({ contentType, excerpt }: NotJsonError): boolean {
  return /html/i.test(contentType ?? "") || /^\s*<(?:!doctype|html)/i.test(excerpt);
}

function firstLine({ message }: Error): string {
  return message.split("\n")[0] ?? "";
}
