import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { trimEnd } from "../../shared/trim-end.js";
import { isPage, isReactNative, isServer, isWebWorker, readEnvironment } from "../wire/runtime.js";
import type { Config } from "./config.js";
import type { ClientOptions } from "./options.js";
import { type ApiKey, validateApiKey } from "./resolve-api-key.js";
import { validateWire } from "./validate-wire.js";

/** The options that say which service is called, with which key and how. */
export type ServiceOptions = Pick<
  ClientOptions,
  | "baseUrl"
  | "apiKey"
  | "fetch"
  | "wire"
  | "paths"
  | "allowInsecureHttp"
  | "dangerouslyAllowBrowser"
>;

export type Service = Pick<Config, "baseUrl" | "apiKey" | "fetch" | "wire" | "paths">;

/** Validates them. What is missing is read from the environment. */
export function resolveService(options: ServiceOptions): Service {
  const url = isForPageOnly(options) ? options.baseUrl : resolveBaseUrl(options).href;
  const apiKey = readApiKey(options);
  assertNoKeyInBrowser(apiKey, options);
  if (apiKey === undefined) assertNoKeyNeeded(options);
  if (apiKey !== undefined && typeof apiKey !== "string" && typeof apiKey !== "function") {
    throw new ConfigurationError("apiKey must be a string or a function");
  }
  return {
    baseUrl: trimEnd(url, "/"),
    apiKey: typeof apiKey === "string" ? validateApiKey(apiKey) : apiKey,
    fetch: options.fetch,
    wire: validateWire(options),
    paths: validatePaths(options.paths ?? {}),
  };
}

function readApiKey(options: ServiceOptions): ApiKey {
  if (options.apiKey !== undefined) return options.apiKey ?? undefined;
  // In a page the environment belongs to a bundler or test tool. Its key is not meant for the page.
  return isPage() || isForPageOnly(options) ? undefined : readEnvironment("BURSAR_API_KEY");
}

/** Without a key, the service rejects every call of a server. */
function assertNoKeyNeeded(options: ServiceOptions): void {
  const isForServer =
    isServer() && !isWebWorker() && !isReactNative() && !getPageUrl() && !isForPageOnly(options);
  if (options.apiKey === null || !isForServer) return;
  throw new ConfigurationError(
    "apiKey is missing. Pass it to createClient, or set BURSAR_API_KEY.",
    { hint: "If baseUrl is a server of your own that adds the key, pass apiKey: null." },
  );
}

/** Server-side rendering creates clients that make no calls there. They may have a relative URL. */
function isForPageOnly(options: ServiceOptions): options is ServiceOptions & { baseUrl: string } {
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

function resolveBaseUrl(options: ServiceOptions): URL {
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
    const expected = text.startsWith("/") ? "an absolute URL outside of a page" : "a URL";
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
    throw new ConfigurationError(`baseUrl must begin with https://, got ${url.protocol}//`);
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

function assertNoKeyInBrowser(apiKey: unknown, options: ServiceOptions): void {
  if (apiKey === undefined || options.dangerouslyAllowBrowser) return;
  if (!isPage() && !isWebWorker()) return;
  throw new ConfigurationError(
    "every visitor of the page can read an API key that is used in a browser",
    {
      hint: 'Add the key on your own server, and pass only its URL: createClient({ baseUrl: "/api/bursar" }). If the key is meant to be public, set dangerouslyAllowBrowser.',
    },
  );
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

function validatePaths(paths: Config["paths"]): Config["paths"] {
  for (const path of Object.values(paths)) validatePath(path);
  return paths;
}
