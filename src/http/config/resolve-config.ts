import { createServiceClock } from "../../contract/shared/service-clock.js";
import { ConfigurationError } from "../../errors/data.js";
import { readOptions } from "../../errors/options.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { trimEnd } from "../../shared/trim-end.js";
import { isPage, isReactNative, isServer, isWebWorker, readEnvironment } from "../wire/runtime.js";
import type { CallSettings, Config, RetryQuota } from "./config.js";
import { callOptions, clientOptions, otherNames } from "./known-options.js";
import { createLog } from "./log.js";
import type { CallOptions, ClientOptions, LogLevel } from "./options.js";
import { type ApiKey, validateApiKey } from "./resolve-api-key.js";
import { findCallChannel } from "./trace-call.js";
import { validateWire } from "./validate-wire.js";

export const defaultTotalTimeout = 120_000;
export const maxTimerDelay = 2_147_483_647;

/** Which service is called, with which key and how. */
export type Service = Pick<Config, "baseUrl" | "apiKey" | "fetch" | "wire" | "paths">;

/** The proxy calls it, too. It has no other options of a client. */
export function resolveService(options: ClientOptions): Service {
  const url = isForPageOnly(options) ? options.baseUrl : resolveBaseUrl(options).href;
  for (const path of Object.values(options.paths ?? {})) validatePath(path);
  const apiKey = readApiKey(options);
  assertNoKeyInBrowser(apiKey, options);
  if (apiKey === undefined) assertNoKeyNeeded(options);
  return {
    baseUrl: trimEnd(url, "/"),
    apiKey: typeof apiKey === "string" ? validateApiKey(apiKey) : apiKey,
    fetch: options.fetch,
    wire: validateWire(options),
    paths: options.paths ?? {},
  };
}

/** `parent` is the configuration of the client whose `withOptions` was called. */
export function resolveConfig(given: ClientOptions, parent?: Config): Config {
  for (const [path, names] of Object.entries(otherNames)) {
    const name = names.find((each) => each in Object(given));
    const hint = `Did you mean ${path}?`;
    if (name) throw new ConfigurationError(`createClient: unknown option "${name}"`, { hint });
  }
  const options = readOptions("createClient", given, clientOptions);
  const service = resolveService(options);
  const logLevel = options.logLevel ?? readEnvironment("BURSAR_LOG") ?? "warn";
  return {
    ...service,
    timeout: limitTimer(options.timeout),
    totalTimeout: limitTimer(options.totalTimeout),
    retry: resolveRetry(options.retry),
    clock: createServiceClock(),
    ...resolveQuota(options.retry, service, parent),
    maxResponseBytes: options.maxResponseBytes,
    headers: validateHeaders(options.headers),
    validation: options.validation,
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

function createCallSettings(config: Config, given: CallOptions): CallSettings {
  const options = readOptions("call", given, callOptions);
  const timeout = limitTimer(options.timeout) ?? config.timeout;
  const totalTimeout = limitTimer(options.totalTimeout) ?? config.totalTimeout;
  return {
    timeout,
    totalTimeout: totalTimeout ?? Math.max(defaultTotalTimeout, timeout ?? 0),
    retry: options.retry === undefined ? config.retry : resolveRetry(options.retry, config.retry),
    maxResponseBytes: options.maxResponseBytes ?? config.maxResponseBytes,
    headers: validateHeaders(options.headers),
    validation: options.validation ?? config.validation,
    dedupe: options.dedupe ?? config.dedupe,
  };
}

function readApiKey(options: ClientOptions): ApiKey {
  if (options.apiKey !== undefined) return options.apiKey ?? undefined;
  // In a page the environment belongs to a bundler or test tool. Its key is not meant for the page.
  return isPage() || isForPageOnly(options) ? undefined : readEnvironment("BURSAR_API_KEY");
}

/** Without a key, the service rejects every call of a server. */
function assertNoKeyNeeded(options: ClientOptions): void {
  const isForServer =
    isServer() && !isWebWorker() && !isReactNative() && !getPageUrl() && !isForPageOnly(options);
  if (options.apiKey === null || !isForServer) return;
  throw new ConfigurationError(
    "apiKey is missing. Pass it to createClient, or set BURSAR_API_KEY.",
    { hint: "If baseUrl is a server of your own that adds the key, pass apiKey: null." },
  );
}

/** Server-side rendering creates clients that make no calls there. They may have a relative URL. */
function isForPageOnly(options: ClientOptions): options is ClientOptions & { baseUrl: string } {
  const isRelative = /^\/(?!\/)/.test(options.baseUrl ?? "");
  return !getPageUrl() && isRelative && (options.apiKey ?? undefined) === undefined;
}

const getPageUrl = () => (globalThis as { location?: { href?: string } }).location?.href;

/** A client with a relative URL can make calls only in a page. */
export function assertAbsoluteBaseUrl({ baseUrl }: Config): void {
  if (!baseUrl.startsWith("/")) return;
  throw new ConfigurationError(
    `baseUrl ${quoteValue(baseUrl)} is relative, and this code does not run in a page`,
    { hint: "Make the call in the page, or pass an absolute URL." },
  );
}

function resolveBaseUrl(options: ClientOptions): URL {
  const text = options.baseUrl ?? readEnvironment("BURSAR_BASE_URL");
  if (!text) {
    throw new ConfigurationError(
      "baseUrl is missing. Pass it to createClient, or set BURSAR_BASE_URL.",
    );
  }
  const page = getPageUrl();
  let url: URL;
  try {
    url = page ? new URL(text, page) : new URL(text);
  } catch {
    const expected = text.startsWith("/") ? "an absolute URL outside of a page" : "an https:// URL";
    // Anything else could be the API key, if two variables are swapped.
    const isAddress = /^(?:https?:|\/)/i.test(text);
    const received = isAddress ? quoteValue(text) : `${text.length} characters (not shown)`;
    throw new ConfigurationError(`baseUrl must be ${expected}, got ${received}`);
  }
  if (url.username || url.password) {
    throw new ConfigurationError(
      "baseUrl must not contain a user name or password. Pass apiKey instead.",
    );
  }
  if (url.search || url.hash) {
    throw new ConfigurationError("baseUrl must not contain a query or a fragment");
  }
  if (url.protocol === "https:") return url;
  if (url.protocol !== "http:") {
    throw new ConfigurationError(`baseUrl must begin with https://, got ${url.protocol}`);
  }
  const isSameOrigin = page !== undefined && url.origin === new URL(page).origin;
  if (!isLoopback(url.hostname) && !isSameOrigin && !options.allowInsecureHttp) {
    throw new ConfigurationError(
      `baseUrl ${url.origin} is plain http: everyone on the network can read the API key`,
      { hint: "Use https, or set allowInsecureHttp if you trust the network." },
    );
  }
  return url;
}

/**
 * Whether plain http to this host stays on this machine. Browsers resolve `.localhost` names to
 * loopback themselves. Servers use a resolver, which may return any address.
 */
export function isLoopback(host: string): boolean {
  if (isPage() && host.endsWith(".localhost")) return true;
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function assertNoKeyInBrowser(apiKey: unknown, options: ClientOptions): void {
  if (apiKey === undefined || options.dangerouslyAllowBrowser) return;
  if (!isPage() && !isWebWorker()) return;
  throw new ConfigurationError(
    // A browser's console shows no hint.
    'every visitor of the page can read an API key that is used in a browser. Add the key on your own server, and pass only its URL: createClient({ baseUrl: "/api/bursar" })',
    {
      hint: "If the key is meant to be public, such as that of a sandbox, set dangerouslyAllowBrowser.",
    },
  );
}

export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
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

/** Other paths could change the host, and send the API key to it. */
export function validatePath(path: unknown): `/${string}` {
  const isPath = typeof path === "string" && /^\/(?![\\/])[^?#\\\s]*$/.test(path);
  if (!isPath || /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i.test(path)) {
    throw new ConfigurationError(
      `path must begin with one slash and contain no query, fragment or dot segment, got ${quoteValue(path)}`,
      {
        hint: "Pass the query as query, and ids as params: { path: '/api/v1/things/{id}', params: { id } }.",
      },
    );
  }
  return path as `/${string}`;
}

/** A longer delay would fire immediately: timers have 31 bits. */
export function limitTimer<Delay extends number | undefined>(delay: Delay): Delay {
  return (delay && Math.min(delay, maxTimerDelay)) as Delay;
}

export const defaultRetry: Config["retry"] = { limit: 2, baseDelay: 500, maxDelay: 8_000 };

/** The retries of a call keep the client's value of missing fields. */
function resolveRetry(retry: ClientOptions["retry"], base = defaultRetry): Config["retry"] {
  if (typeof retry !== "object")
    return { ...base, limit: retry === undefined ? base.limit : +retry };
  const { limit = base.limit, baseDelay = base.baseDelay, maxDelay = base.maxDelay } = retry;
  return { limit, baseDelay, maxDelay };
}

const defaultQuota = 500;

/**
 * Keeps the size of `parent`. Clients of `withOptions` share a quota if the service and the key are
 * the same. A function may return any key: all functions count as one.
 */
function resolveQuota(
  retry: ClientOptions["retry"],
  { baseUrl, apiKey }: Service,
  parent: Config | undefined,
): Pick<Config, "quota" | "quotas"> {
  const given = typeof retry === "object" ? retry.quota : undefined;
  const size = given === false ? Infinity : (given ?? parent?.quota.size ?? defaultQuota);
  const quotas = parent?.quotas ?? new Map<string, RetryQuota>();
  const name = JSON.stringify([baseUrl, typeof apiKey, apiKey, size]);
  const quota = quotas.get(name) ?? { size, tokens: size, isReported: false };
  quotas.set(name, quota);
  return { quota, quotas };
}
