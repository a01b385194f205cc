import type { Endpoint } from "../contract/endpoint.js";
import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import { ApiError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import { ResponseValidationError } from "../errors/data.js";
import { ConnectionError, TimeoutError } from "../errors/transport.js";
import { readAnswer, traceIdOf } from "./answer.js";
import { type Call, toCall, type WithResponse } from "./call.js";
import { type Config, checkAddress, checkHeaders, checkMode, checkTime, resolveKey, resolveRetry } from "./config.js";
import { shareInFlight } from "./dedupe.js";
import { bounded, exchange, type Incoming } from "./exchange.js";
import { readableIssues } from "./issues.js";
import { findEndpoint } from "./load.js";
import { onceHeaders } from "./once.js";
import type { CallEvent, CallOptions, ValidationMode } from "./options.js";
import { withOutcome } from "./outcome.js";
import { createPaths } from "./paths.js";
import { prepare } from "./prepare.js";
import { type CallInput, type CheckedRequest, checkRequest } from "./request.js";
import { backoff, mayRetry, sleep } from "./retry.js";
import { holdsKey, scrubJson } from "./scrub.js";
import { tell, tellDrift } from "./tell.js";

const defaultTimeout = 30_000;
const slowTimeout = 90_000;
const defaultTotalTimeout = 120_000;

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
  callCustom(describe: () => Endpoint, input: CallInput, options: CallOptions | undefined, read: Reader): Call<unknown>;
  /** A second call in place of a first that failed in one certain way. */
  fallBack<Response>(first: Call<Response>, when: (error: unknown) => boolean, second: () => Call<Response>): Call<Response>;
}

let calls = 0;

export function createTransport(config: Config): Transport {
  const flights = shareInFlight();
  const pathOf = createPaths(config.paths);

  async function start(
    named: string | (() => Endpoint),
    input: CallInput,
    options: CallOptions = {},
    read?: Reader,
  ): Promise<WithResponse<unknown>> {
    const endpoint = typeof named === "string" ? await findEndpoint(named) : named();
    checkAddress(config);
    const settings = resolveCall(config, endpoint, input, options);
    const request = checkRequest(endpoint, await pathOf(endpoint), input);
    const run = (signal: AbortSignal | undefined) => perform({ config, endpoint, request, settings, signal, read, sent: false });
    if (!settings.dedupe || endpoint.effect !== "read" || read) return run(options.signal);
    const key = JSON.stringify([endpoint.name, request.path, request.headers, settings]);
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
  const timeout = checkTime("timeout", options.timeout ?? config.timeout ?? (slow ? slowTimeout : defaultTimeout));
  return {
    timeout,
    totalTimeout: checkTime("totalTimeout", options.totalTimeout ?? config.totalTimeout ?? Math.max(defaultTotalTimeout, timeout)),
    retry: options.retry === undefined ? config.retry : resolveRetry(options.retry, config.retry),
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
  /** Whether any request of this call may have arrived. */
  sent: boolean;
}

/** One call, and the one place where a failure leaves. */
async function perform(job: Job): Promise<WithResponse<unknown>> {
  const { config, endpoint } = job;
  const begun = Date.now();
  const event = {
    call: ++calls,
    operation: endpoint.name,
    method: endpoint.method,
    path: endpoint.path,
    effect: endpoint.effect,
    attempt: 1,
  };
  try {
    return await attempts(job, event, begun);
  } catch (thrown) {
    if (!(thrown instanceof BursarError)) throw thrown;
    const error = withOutcome(endpoint, job.request, job.sent, thrown);
    tell(config, "onError", { ...event, error, duration: Date.now() - begun });
    throw error;
  }
}

/** Attempts, and the waits between them. */
async function attempts(job: Job, event: CallEvent, begun: number): Promise<WithResponse<unknown>> {
  const { config, endpoint, settings } = job;
  let previous: BursarError | undefined;
  for (;;) {
    const sentBefore = job.sent;
    try {
      return await attempt(job, event, begun);
    } catch (error) {
      if (!(error instanceof BursarError)) throw error;
      // The failure that made it try again says more than the clock. Not so for a write: that failure says that nothing arrived, and this one may have.
      if (previous && endpoint.effect !== "write" && error instanceof TimeoutError && error.scope === "total") throw previous;
      previous = error;
      // A connection that was never made took nothing along.
      if (error instanceof ConnectionError && error.phase === "connect") job.sent = sentBefore;
      const left = settings.totalTimeout - (Date.now() - begun);
      const delay =
        event.attempt <= settings.retry.limit && mayRetry(endpoint.effect, error)
          ? delayBefore(error, settings.retry, event.attempt)
          : undefined;
      // A wait that is longer than what is left would only hide the failure.
      if (delay === undefined || delay >= left) throw error;
      tell(config, "onRetry", { ...event, delay, error });
      await bounded(
        endpoint.name,
        { signal: job.signal, timeout: left, scope: "total" },
        () => job.sent,
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
  let key: string | undefined;
  const incoming = await bounded(
    endpoint.name,
    { signal: job.signal, timeout: Math.max(1, Math.min(left, settings.timeout)), scope },
    () => job.sent,
    async (signal) => {
      key = await resolveKey(config);
      if (signal.aborted) throw signal.reason;
      job.sent = true;
      tell(config, "onRequest", { ...event });
      const headers = buildHeaders(config, settings, request, key);
      if (endpoint.effect === "write" && key === undefined) Object.assign(headers, onceHeaders());
      return exchange(
        { operation: endpoint.name, method: endpoint.method, url: config.baseUrl + request.path, headers, body: request.body },
        config.fetch,
        signal,
        key,
      );
    },
  );
  const traceId = traceIdOf(incoming.response, key);
  tell(config, "onResponse", { ...event, status: incoming.response.status, traceId, duration: Date.now() - sentAt });
  const data = await readData(job, incoming, key, traceId);
  return { data, response: incoming.response, traceId };
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
  const json = endpoint.normalise ? endpoint.normalise(answer.json) : answer.json;
  const reading = job.read ? await job.read(json, settings.validation) : readBySchema(endpoint, json, settings.validation, key);
  if (!("issues" in reading)) return reading.data;
  const issues = scrubJson(reading.issues, key);
  tellDrift(config, endpoint, issues, traceId);
  if (settings.validation === "strict") {
    throw new ResponseValidationError(
      { operation: endpoint.name, effect: endpoint.effect, status: incoming.response.status, traceId },
      [...issues],
      scrubJson(json, key),
    );
  }
  return json;
}

function readBySchema(endpoint: Endpoint, json: unknown, mode: ValidationMode, key: string | undefined): Reading {
  if (!endpoint.response) return { data: undefined };
  const { check } = prepare(endpoint);
  // The common case: valid as it stands, handed over without a copy.
  if (check && (mode === "off" || check(json))) return { data: json };
  const result = endpoint.response.safeParse(json, { reportInput: true });
  if (result.success) return { data: result.data };
  if (mode === "off") return { data: json };
  // Issues quote the start of a value, and of a quoted key that would be a part which no later look could recognise.
  const hide = endpoint.personal || holdsKey(json, key);
  return { data: json, issues: readableIssues(result.error.issues, undefined, hide) };
}
