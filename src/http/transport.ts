import type { Endpoint } from "../contract/endpoint.js";
import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import { ApiError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import { ConfigurationError, NotJsonError, RedirectError, ResponseValidationError } from "../errors/data.js";
import { ConnectionError, OutcomeUnknownError, TimeoutError } from "../errors/transport.js";
import { readAnswer, traceIdOf } from "./answer.js";
import { type Call, toCall, type WithResponse } from "./call.js";
import { type Config, checkHeaders, checkKey, checkMode, checkTime, resolveRetry } from "./config.js";
import { shareInFlight } from "./dedupe.js";
import { bounded, exchange, type Incoming } from "./exchange.js";
import { readableIssues } from "./issues.js";
import { findEndpoint } from "./load.js";
import type { CallEvent, CallOptions, ValidationMode } from "./options.js";
import { createPaths } from "./paths.js";
import { prepare } from "./prepare.js";
import { type CallInput, type CheckedRequest, checkRequest } from "./request.js";
import { backoff, mayRetry, sleep } from "./retry.js";

const defaultTimeout = 30_000;
const slowTimeout = 90_000;

/** What a reader of answers says of one. */
export type Reading = { data: unknown } | { data: unknown; issues: ResponseValidationError["issues"] };

/** What the operation of that name answers with. */
export type ResponseOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer _Query, infer _Body, infer Response>
    ? undefined extends Response
      ? undefined
      : Response
    : never;

/** Reads an answer by another schema than the endpoint's. */
export type Reader = (json: unknown, mode: ValidationMode) => Reading | Promise<Reading>;

/** The one fetch layer: takes an operation's name and an input, and does everything in between. */
export interface Transport {
  readonly config: Config;
  call<Name extends EndpointName>(name: Name, input: CallInput, options?: CallOptions): Call<ResponseOf<Name>>;
  /** Calls an endpoint that the contract does not name. */
  callCustom(endpoint: Endpoint, input: CallInput, options: CallOptions | undefined, read: Reader): Call<unknown>;
  /** A second call in place of a first that failed in one certain way. */
  fallBack<Response>(first: Call<Response>, when: (error: unknown) => boolean, second: () => Call<Response>): Call<Response>;
}

let calls = 0;

export function createTransport(config: Config): Transport {
  const flights = shareInFlight();
  const pathOf = createPaths(config.paths);

  async function start(
    named: string | Endpoint,
    input: CallInput,
    options: CallOptions = {},
    read?: Reader,
  ): Promise<WithResponse<unknown>> {
    const endpoint = typeof named === "string" ? await findEndpoint(named) : named;
    const settings = resolveCall(config, endpoint, input, options);
    const request = checkRequest(endpoint, await pathOf(endpoint), input);
    const run = (signal: AbortSignal | undefined) => perform({ config, endpoint, request, settings, signal, read });
    if (!settings.dedupe || endpoint.effect !== "read" || read) return run(options.signal);
    const key = JSON.stringify([endpoint.name, request.path, request.headers, settings.headers, settings.validation]);
    return flights(key, options.signal, endpoint.name, run);
  }

  return {
    config,
    call: ((...call: Parameters<typeof start>) => toCall(start(...call))) as Transport["call"],
    callCustom: (...call) => toCall(start(...call)),
    fallBack: (first, when, second) =>
      toCall(
        first.withResponse().catch((error) => {
          if (when(error)) return second().withResponse();
          throw error;
        }),
      ),
  };
}

interface Settings {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly retry: Config["retry"];
  readonly headers: Readonly<Record<string, string>>;
  readonly validation: ValidationMode;
  readonly dedupe: boolean;
}

function resolveCall(config: Config, endpoint: Endpoint, input: CallInput, options: CallOptions): Settings {
  const slow = endpoint.slow !== undefined && typeof input.body === "object" && input.body !== null && endpoint.slow(input.body as never);
  return {
    timeout:
      options.timeout === undefined ? (config.timeout ?? (slow ? slowTimeout : defaultTimeout)) : checkTime("timeout", options.timeout),
    totalTimeout: options.totalTimeout === undefined ? config.totalTimeout : checkTime("totalTimeout", options.totalTimeout),
    retry: options.retry === undefined ? config.retry : resolveRetry(options.retry),
    headers: checkHeaders(options.headers),
    validation: options.validation === undefined ? config.validation : checkMode(options.validation),
    dedupe: options.dedupe ?? config.dedupe,
  };
}

interface Job {
  readonly config: Config;
  readonly endpoint: Endpoint;
  readonly request: CheckedRequest;
  readonly settings: Settings;
  readonly signal: AbortSignal | undefined;
  readonly read: Reader | undefined;
}

/** Attempts, waits between them, and the one place where a failure leaves. */
async function perform(job: Job): Promise<WithResponse<unknown>> {
  const { config, endpoint, settings } = job;
  const begun = Date.now();
  const event = {
    call: ++calls,
    operation: endpoint.name,
    method: endpoint.method,
    path: endpoint.path,
    effect: endpoint.effect,
    attempt: 1,
  };
  for (;;) {
    try {
      return await attempt(job, event, begun);
    } catch (thrown) {
      if (!(thrown instanceof BursarError)) throw thrown;
      const left = settings.totalTimeout - (Date.now() - begun);
      const delay =
        event.attempt <= settings.retry.limit && mayRetry(endpoint.effect, thrown)
          ? delayBefore(thrown, settings.retry, event.attempt)
          : undefined;
      // A wait that is longer than what is left would only hide the failure.
      if (delay === undefined || delay >= left) {
        const error = withOutcome(job, thrown);
        tell(config, "onError", { ...event, error, duration: Date.now() - begun });
        throw error;
      }
      tell(config, "onRetry", { ...event, delay, error: thrown });
      await bounded(
        endpoint.name,
        { signal: job.signal, timeout: left, scope: "total" },
        () => true,
        (signal) => sleep(delay, signal),
      );
      event.attempt++;
    }
  }
}

function delayBefore(error: BursarError, retry: Config["retry"], attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked ?? backoff(retry, attempt);
}

async function attempt(job: Job, event: CallEvent, begun: number): Promise<WithResponse<unknown>> {
  const { config, endpoint, request, settings } = job;
  const left = settings.totalTimeout - (Date.now() - begun);
  const scope = left < settings.timeout ? "total" : "attempt";
  const sentAt = Date.now();
  let sent = event.attempt > 1;
  let key: string | undefined;
  const incoming = await bounded(
    endpoint.name,
    { signal: job.signal, timeout: Math.max(1, Math.min(left, settings.timeout)), scope },
    () => sent,
    async (signal) => {
      key = await resolveKey(config);
      if (signal.aborted) throw signal.reason;
      sent = true;
      tell(config, "onRequest", { ...event });
      const headers = buildHeaders(config, settings, request, key);
      return exchange(
        { operation: endpoint.name, method: endpoint.method, url: config.baseUrl + request.path, headers, body: request.body },
        config.fetch,
        signal,
        key,
      );
    },
  );
  const traceId = traceIdOf(incoming.response);
  tell(config, "onResponse", { ...event, status: incoming.response.status, traceId, duration: Date.now() - sentAt });
  const data = await readData(job, incoming, key, traceId);
  return { data, response: incoming.response, traceId };
}

async function resolveKey({ apiKey }: Config): Promise<string | undefined> {
  if (typeof apiKey !== "function") return apiKey;
  let key: string;
  try {
    key = await apiKey();
  } catch (cause) {
    throw new ConfigurationError("the apiKey function failed, so nothing was sent", { cause });
  }
  return checkKey(key);
}

function buildHeaders(config: Config, settings: Settings, request: CheckedRequest, key: string | undefined): Record<string, string> {
  return {
    accept: "application/json",
    ...config.headers,
    ...settings.headers,
    ...request.headers,
    ...(request.body !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { "x-api-key": key }),
  };
}

async function readData(job: Job, incoming: Incoming, key: string | undefined, traceId: string | undefined): Promise<unknown> {
  const { config, endpoint, settings } = job;
  const answer = readAnswer(endpoint, job.read === undefined && endpoint.response !== undefined, incoming, key);
  if ("error" in answer) throw answer.error;
  const reading = job.read ? await job.read(answer.json, settings.validation) : readBySchema(endpoint, answer.json, settings.validation);
  if (!("issues" in reading)) return reading.data;
  const { issues } = reading;
  drift(config, endpoint, issues, traceId);
  if (settings.validation === "strict") {
    throw new ResponseValidationError(
      { operation: endpoint.name, effect: endpoint.effect, status: incoming.response.status, traceId },
      [...issues],
      answer.json,
    );
  }
  return answer.json;
}

function readBySchema(endpoint: Endpoint, json: unknown, mode: ValidationMode): Reading {
  if (!endpoint.response) return { data: undefined };
  const { check } = prepare(endpoint);
  // The common case: valid as it stands, handed over without a copy.
  if (check && (mode === "off" || check(json))) return { data: json };
  const result = endpoint.response.safeParse(json, { reportInput: true });
  if (result.success) return { data: result.data };
  return mode === "off"
    ? { data: json }
    : { data: json, issues: readableIssues(result.error.issues, undefined, endpoint.personal ?? false) };
}

function drift(config: Config, endpoint: Endpoint, issues: ResponseValidationError["issues"], traceId: string | undefined): void {
  config.log.write("warn", `${endpoint.name}: the answer is not of the promised form`, {
    operation: endpoint.name,
    paths: issues.map((issue) => issue.path.join(".")),
    traceId,
  });
  try {
    config.onDrift?.({ operation: endpoint.name, issues, traceId });
  } catch (error) {
    config.log.write("error", "onDrift threw", { operation: endpoint.name, error: String(error) });
  }
}

/** A write whose answer was lost is neither a success nor a failure, and says so. */
function withOutcome({ endpoint, request }: Job, error: BursarError): BursarError {
  if (endpoint.effect !== "write" || !answerWasLost(error)) return error;
  return new OutcomeUnknownError({
    operation: endpoint.name,
    lookup: endpoint.lookup ?? "look whether it happened",
    request: request.handles,
    cause: error,
  });
}

function answerWasLost(error: BursarError): boolean {
  if (error instanceof TimeoutError) return true;
  if (error instanceof ConnectionError) return error.phase !== "connect";
  // A page of somebody in between is not the service's answer. A 303 says that the write has been taken.
  if (error instanceof NotJsonError) return true;
  if (error instanceof RedirectError) return error.status === 303 || error.status === 0;
  return error instanceof ApiError && error.status >= 500 && error.id === undefined;
}

function tell<Name extends keyof Config["hooks"]>(
  config: Config,
  name: Name,
  event: Parameters<NonNullable<Config["hooks"][Name]>>[0],
): void {
  log(config, name, event as CallEvent & { error?: BursarError });
  try {
    (config.hooks[name] as ((event: unknown) => void) | undefined)?.(event);
  } catch (error) {
    config.log.write("error", `hook ${name} threw`, { operation: event.operation, error: String(error) });
  }
}

const logLines = {
  onRequest: ["debug", "sent"],
  onResponse: ["debug", "answered"],
  onRetry: ["info", "will be sent again"],
  onError: ["info", "failed"],
} as const;

function log(config: Config, name: keyof Config["hooks"], event: CallEvent & { error?: BursarError }): void {
  const [level, text] = logLines[name];
  if (!config.log.enabled(level)) return;
  const { error, ...fields } = event;
  // Messages may quote what callers sent, so of an error only its names are logged.
  const about = error && {
    error: error.name,
    ...(error instanceof ApiError && { status: error.status, id: error.id, traceId: error.traceId }),
  };
  config.log.write(level, `${event.operation} ${text}`, { ...fields, ...about });
}
