import { ConfigurationError } from "../../errors/data.js";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { readEnvironment } from "../wire/runtime.js";
import type { CallSettings, Config, RetryQuota } from "./config.js";
import {
  callOptionNames,
  clientOptionNames,
  clientRetryOptionNames,
  retryOptionNames,
} from "./known-options.js";
import { createLog } from "./log.js";
import type { CallOptions, ClientOptions, LogLevel, ValidationMode } from "./options.js";
import { resolveService } from "./resolve-service.js";
import { findCallChannel } from "./trace-call.js";
import { defaultResponseBytes, isHeaderValue, validateOptionalTime } from "./values.js";

const defaultTotalTimeout = 120_000;

/** `parent` is the configuration of the client whose `withOptions` was called. */
export function resolveConfig(options: ClientOptions, parent?: Config): Config {
  assertKnownOptions("createClient", options, clientOptionNames);
  const service = resolveService(options);
  const logLevel = options.logLevel ?? readEnvironment("BURSAR_LOG") ?? "warn";
  return {
    ...service,
    timeout: validateOptionalTime("timeout", options.timeout),
    totalTimeout: validateOptionalTime("totalTimeout", options.totalTimeout),
    retry: resolveRetry(options.retry),
    quota: resolveQuota(options.retry, service.baseUrl, parent),
    maxResponseBytes: validateSize(options.maxResponseBytes ?? defaultResponseBytes),
    headers: validateHeaders(options.headers),
    validation: validateValidationMode(options.validation ?? "essential"),
    dedupe: options.dedupe ?? false,
    schedule: options.schedule,
    hooks: options.hooks ?? {},
    log: createLog(options.logger, logLevel as LogLevel),
    onDrift: options.onDrift,
    channel: findCallChannel(),
  };
}

const clientSettings = new WeakMap<Config, CallSettings>();

export function resolveCallSettings(config: Config, options?: CallOptions): CallSettings {
  if (options !== undefined) return createCallSettings(config, options);
  let settings = clientSettings.get(config);
  if (!settings) {
    settings = createCallSettings(config, {});
    clientSettings.set(config, settings);
  }
  return settings;
}

function createCallSettings(config: Config, options: CallOptions): CallSettings {
  assertKnownOptions("call", options, callOptionNames);
  const timeout = validateOptionalTime("timeout", options.timeout) ?? config.timeout;
  const totalTimeout =
    validateOptionalTime("totalTimeout", options.totalTimeout) ?? config.totalTimeout;
  const { validation } = options;
  return {
    timeout,
    totalTimeout: totalTimeout ?? Math.max(defaultTotalTimeout, timeout ?? 0),
    retry: options.retry === undefined ? config.retry : resolveRetry(options.retry, config.retry),
    maxResponseBytes: validateSize(options.maxResponseBytes ?? config.maxResponseBytes),
    headers: validateHeaders(options.headers),
    validation: validation === undefined ? config.validation : validateValidationMode(validation),
    dedupe: options.dedupe ?? config.dedupe,
  };
}

function validateHeaders(
  headers: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const validated: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (name.toLowerCase() === "x-api-key") {
      throw new ConfigurationError("headers must not contain x-api-key. Pass it as apiKey.");
    }
    const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
    if (!isName || typeof value !== "string" || !isHeaderValue(value)) {
      throw new ConfigurationError(
        `header ${quoteValue(name)} has a name or value that HTTP does not allow`,
      );
    }
    // In lower case a call's header replaces the client's, regardless of how both are written.
    validated[name.toLowerCase()] = value;
  }
  return validated;
}

function validateSize(bytes: number): number {
  if (typeof bytes === "number" && bytes > 0) return bytes;
  throw new ConfigurationError(`maxResponseBytes must be bytes > 0, got ${quoteValue(bytes)}`);
}

function validateValidationMode(mode: ValidationMode): ValidationMode {
  if (mode !== "essential" && mode !== "strict" && mode !== "off") {
    throw new ConfigurationError(
      `validation must be "essential", "strict" or "off", got ${quoteValue(mode)}`,
    );
  }
  return mode;
}

const defaultRetry: Config["retry"] = { limit: 2, baseDelay: 500, maxDelay: 8_000 };

/** The retries of a call keep the client's value of missing fields. */
function resolveRetry(retry: ClientOptions["retry"], ofClient?: Config["retry"]) {
  const given =
    retry === false ? { limit: 0 } : typeof retry === "number" ? { limit: retry } : (retry ?? {});
  if (ofClient) assertKnownOptions("retry of a call", given, retryOptionNames);
  else assertKnownOptions("retry", given, clientRetryOptionNames);
  const base = ofClient ?? defaultRetry;
  const limit = given.limit ?? base.limit;
  if (!Number.isInteger(limit) || limit < 0) {
    throw new ConfigurationError(`retry must be an integer ≥ 0, got ${quoteValue(limit)}`);
  }
  const baseDelay = given.baseDelay ?? base.baseDelay;
  const maxDelay = given.maxDelay ?? base.maxDelay;
  for (const [name, value] of Object.entries({ baseDelay, maxDelay })) {
    if (!Number.isFinite(value) || value < 0) {
      throw new ConfigurationError(
        `retry.${name} must be milliseconds ≥ 0, got ${quoteValue(value)}`,
      );
    }
  }
  return { limit, baseDelay, maxDelay };
}

const defaultQuota = 500;
/** The number of tokens that a retry costs. */
export const retryCost = 5;

/** Keeps the size of `parent`, and shares its quota if the service is the same. */
function resolveQuota(
  retry: ClientOptions["retry"],
  baseUrl: string,
  parent: Config | undefined,
): RetryQuota {
  const given = typeof retry === "object" ? retry?.quota : undefined;
  const isSize = Number.isSafeInteger(given) && Number(given) >= retryCost;
  if (given !== undefined && given !== false && !isSize) {
    throw new ConfigurationError(
      `retry.quota must be false or an integer ≥ ${retryCost}, got ${quoteValue(given)}`,
    );
  }
  const size = given === false ? Infinity : (given ?? parent?.quota.size ?? defaultQuota);
  const isShared = parent?.quota.size === size && parent.baseUrl === baseUrl;
  return isShared ? parent.quota : { size, tokens: size, isReported: false };
}
