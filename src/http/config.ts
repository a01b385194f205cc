import { ConfigurationError } from "../errors/data.js";
import { createLog, type Log } from "./log.js";
import type { Hooks, LogLevel, RetryOptions, TransportOptions, ValidationMode } from "./options.js";
import { isPage } from "./runtime.js";

/** The options of a client, checked and complete. */
export interface Config {
  readonly baseUrl: string;
  readonly apiKey: string | (() => string | Promise<string>) | undefined;
  readonly fetch: ((request: Request) => Promise<Response>) | undefined;
  readonly timeout: number | undefined;
  readonly totalTimeout: number | undefined;
  readonly retry: Required<{ [K in keyof RetryOptions]: number }>;
  readonly headers: Readonly<Record<string, string>>;
  readonly validation: ValidationMode;
  readonly dedupe: boolean;
  readonly hooks: Hooks;
  readonly log: Log;
  readonly onDrift: TransportOptions["onDrift"];
  readonly paths: Readonly<Record<string, string | undefined>>;
}

// Timers hold 31 bits; a longer one would fire at once.
const longestTime = 2_147_483_647;

export function resolveConfig(options: TransportOptions): Config {
  const baseUrl = waitsForPage(options) ? options.baseUrl : resolveBaseUrl(options).href;
  // In a page the environment is the bundler's or the test's, and never holds a key that was meant for it.
  const apiKey =
    options.apiKey === undefined && !isPage() && !waitsForPage(options) ? readEnvironment("BURSAR_API_KEY") : (options.apiKey ?? undefined);
  refuseKeyInBrowser(apiKey, options);
  if (apiKey !== undefined && typeof apiKey !== "string" && typeof apiKey !== "function")
    throw new ConfigurationError("apiKey must be a string or a function");
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    apiKey: typeof apiKey === "string" ? checkKey(apiKey) : apiKey,
    fetch: options.fetch,
    timeout: options.timeout === undefined ? undefined : checkTime("timeout", options.timeout),
    totalTimeout: options.totalTimeout === undefined ? undefined : checkTime("totalTimeout", options.totalTimeout),
    retry: resolveRetry(options.retry),
    headers: checkHeaders(options.headers),
    validation: checkMode(options.validation ?? "strict"),
    dedupe: options.dedupe ?? false,
    hooks: options.hooks ?? {},
    log: createLog(options.logger, (options.logLevel ?? readEnvironment("BURSAR_LOG") ?? "warn") as LogLevel),
    onDrift: options.onDrift,
    paths: options.paths ?? {},
  };
}

/** A page's module is run by servers too, to render it: there, its client is made and not asked for anything. */
function waitsForPage(options: TransportOptions): options is TransportOptions & { baseUrl: string } {
  return !pageAddress() && /^\/(?!\/)/.test(options.baseUrl ?? "") && (options.apiKey ?? undefined) === undefined;
}

const pageAddress = () => (globalThis as { location?: { href?: string } }).location?.href;

/** Where a client was made for a page that is not there, a call has no address to go to. */
export function checkAddress({ baseUrl }: Config): void {
  if (!baseUrl.startsWith("/")) return;
  throw new ConfigurationError(`baseUrl ${JSON.stringify(baseUrl)} is relative, and there is no page`, {
    hint: "Call from the page, or give the whole address.",
  });
}

function resolveBaseUrl(options: TransportOptions): URL {
  const text = options.baseUrl ?? readEnvironment("BURSAR_BASE_URL");
  if (!text) throw new ConfigurationError("baseUrl is missing: pass it to createClient, or set BURSAR_BASE_URL");
  const page = pageAddress();
  let url: URL;
  try {
    url = page ? new URL(text, page) : new URL(text);
  } catch {
    throw new ConfigurationError(
      `baseUrl ${JSON.stringify(text)} is not an address${text.startsWith("/") ? ": a relative one needs a page to be relative to" : ""}`,
    );
  }
  if (url.username || url.password) throw new ConfigurationError("baseUrl must not hold a user name or password: pass apiKey");
  if (url.search || url.hash) throw new ConfigurationError("baseUrl must not hold a query or a fragment");
  if (url.protocol === "https:") return url;
  if (url.protocol !== "http:") throw new ConfigurationError(`baseUrl must begin with https://, got ${url.protocol}//`);
  const samePage = page !== undefined && url.origin === new URL(page).origin;
  if (!isLoopback(url.hostname) && !samePage && !options.allowInsecureHttp) {
    throw new ConfigurationError(`baseUrl ${url.origin} is plain http: everybody on the way could read the API key`, {
      hint: "Use https, or set allowInsecureHttp where the network is yours.",
    });
  }
  return url;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refuseKeyInBrowser(apiKey: unknown, options: TransportOptions): void {
  if (apiKey === undefined || options.dangerouslyAllowBrowser) return;
  const scope = globalThis as {
    WorkerGlobalScope?: unknown;
    importScripts?: unknown;
    navigator?: { userAgent?: string };
  };
  // Web workers have importScripts; edge runtimes call themselves workers too, and are servers.
  const inWorker = typeof scope.importScripts === "function" && /Mozilla/.test(scope.navigator?.userAgent ?? "");
  if (!isPage() && !inWorker) return;
  throw new ConfigurationError("an API key in a browser can be read by everybody who opens the page", {
    hint: 'Let your own server add the key, and pass only its address: createClient({ baseUrl: "/api/bursar" }). If the key is meant to be public, set dangerouslyAllowBrowser.',
  });
}

/** A key that cannot stand in a header would make fetch throw an error that quotes it. */
export function checkKey(key: unknown): string {
  if (typeof key !== "string" || key.trim() === "") throw new ConfigurationError("the API key is empty, or not a string");
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new ConfigurationError("the API key holds characters that cannot stand in a header (is there a line break or a space in it?)");
  return trimmed;
}

/** The key for one attempt: a function is asked each time, so that keys can be rotated. */
export async function resolveKey({ apiKey }: Pick<Config, "apiKey">): Promise<string | undefined> {
  if (typeof apiKey !== "function") return apiKey;
  let key: string;
  try {
    key = await apiKey();
  } catch (cause) {
    // Its message may quote the key.
    const name = cause instanceof Error ? cause.name : typeof cause;
    throw new ConfigurationError(`the apiKey function failed (${name}), so nothing was sent`);
  }
  return checkKey(key);
}

export function canBeHeader(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

export function checkHeaders(headers: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  if (!headers) return checked;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === "x-api-key") throw new ConfigurationError("headers must not hold x-api-key: pass it as apiKey");
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || typeof value !== "string" || !canBeHeader(value)) {
      throw new ConfigurationError(`header ${JSON.stringify(name)} has a name or value that cannot be sent`);
    }
    // In lower case, so that a call's header replaces the client's however it is written, and is not joined to it.
    checked[name.toLowerCase()] = value;
  }
  return checked;
}

export function checkTime(name: string, value: number): number {
  if (typeof value !== "number" || !(value > 0))
    throw new ConfigurationError(`${name} must be a number of milliseconds greater than 0, got ${String(value)}`);
  return Math.min(value, longestTime);
}

export function checkMode(mode: ValidationMode): ValidationMode {
  if (mode !== "strict" && mode !== "warn" && mode !== "off")
    throw new ConfigurationError(`validation must be "strict", "warn" or "off", got ${String(mode)}`);
  return mode;
}

const defaultRetry: Config["retry"] = { limit: 2, baseDelay: 500, maxDelay: 8_000 };

/** What is not given stays as in `base`. */
export function resolveRetry(retry: TransportOptions["retry"], base = defaultRetry): Config["retry"] {
  const given = retry === false ? { limit: 0 } : typeof retry === "number" ? { limit: retry } : (retry ?? {});
  const limit = given.limit ?? base.limit;
  if (!Number.isInteger(limit) || limit < 0)
    throw new ConfigurationError(`retry must be a whole number of 0 or more, got ${String(limit)}`);
  const delays = { baseDelay: given.baseDelay ?? base.baseDelay, maxDelay: given.maxDelay ?? base.maxDelay };
  for (const [name, value] of Object.entries(delays)) {
    if (!Number.isFinite(value) || value < 0)
      throw new ConfigurationError(`retry.${name} must be a number of milliseconds, got ${String(value)}`);
  }
  return { limit, ...delays };
}

function readEnvironment(name: string): string | undefined {
  // Not every runtime has `process`, and some throw when it is touched.
  try {
    const value = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]?.trim();
    return value || undefined;
  } catch {
    return undefined;
  }
}
