import { type EndpointName, endpoints } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { assertKnownOptions } from "../errors/unknown-option.js";
import type { Config } from "../http/config/config.js";
import { resolveService, type Service, validateTime } from "../http/config/resolve-config.js";
import { createPathLookup } from "../http/request/endpoint-paths.js";
import type { PathTemplate } from "../http/request/url.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { quoteValue } from "../shared/hide-secrets.js";
import type { OptionNames } from "../shared/option-names.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyOptions } from "./types.js";
import { createWriteIdCache, type WriteIds } from "./write-ids.js";

/** The options of a proxy, validated and complete. */
export interface ProxyConfig<Context>
  extends Pick<Config, "timeout" | "fetch">,
    Pick<ProxyOptions<Context>, "authorize" | "limit" | "onResponse"> {
  /** Throws if the address of the service or the key is missing. */
  readonly findUpstream: () => Pick<Config, "baseUrl" | "apiKey">;
  /** Without a trailing slash; empty for the root. */
  readonly prefix: string;
  readonly allow: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
  readonly writeIds: WriteIds;
  readonly maxBodyBytes: number;
  readonly templateOf: (endpoint: Endpoint) => PathTemplate;
}

const optionNames: OptionNames<ProxyOptions> = {
  baseUrl: true,
  apiKey: true,
  prefix: true,
  allow: true,
  authorize: true,
  limit: true,
  once: true,
  allowOrigins: true,
  maxBodyBytes: true,
  timeout: true,
  fetch: true,
  paths: true,
  onResponse: true,
  allowInsecureHttp: true,
};
const defaultBodyBytes = 65_536;
const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

export function resolveProxyOptions<Context>(options: ProxyOptions<Context>): ProxyConfig<Context> {
  assertKnownOptions("createProxy", options, optionNames);
  const { authorize, limit, once, onResponse, fetch, allowInsecureHttp } = options;
  const { maxBodyBytes = defaultBodyBytes, timeout } = options;
  if (typeof authorize !== "function") {
    throw new ConfigurationError(
      "createProxy: authorize is missing. Without it every visitor could act on every wallet of the project",
      {
        hint: "Return true only if the user may make this call: authorize: (request, call) => walletOf(call) === session.wallet.",
      },
    );
  }
  for (const [name, value] of Object.entries({ limit, once, onResponse })) {
    if (value !== undefined && typeof value !== "function")
      throw new ConfigurationError(`createProxy: ${name} must be a function`);
  }
  if (options.apiKey === null) throw new ConfigurationError(missingKey);
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new ConfigurationError(
      `createProxy: maxBodyBytes must be a whole number of 1 or more, got ${quoteValue(maxBodyBytes)}`,
    );
  }
  const resolve = (upstream: Upstream) =>
    resolveService({ ...upstream, fetch, paths: options.paths, allowInsecureHttp });
  // Checks what is known now. A build has none of the variables.
  const config = resolve({ ...unknownUpstream, ...readUpstream(options) });
  return {
    findUpstream: createFindUpstream(() => resolve(getUpstream(options))),
    prefix: validatePrefix(options.prefix),
    allow: validateAllow(options.allow ?? []),
    allowOrigins: validateOrigins(options.allowOrigins ?? []),
    authorize,
    limit,
    writeIds: once ? { claim: once } : createWriteIdCache(),
    maxBodyBytes,
    timeout: timeout === undefined ? undefined : validateTime("timeout", timeout),
    fetch,
    templateOf: createPathLookup(config.paths, endpoints),
    onResponse,
  };
}

type Upstream = Required<Pick<ProxyOptions, "baseUrl" | "apiKey">>;

const missingUrl =
  "createProxy: baseUrl is missing. Pass the service's address, or set BURSAR_BASE_URL";
const missingKey =
  "createProxy: apiKey is missing. Pass the project's API key, or set BURSAR_API_KEY";
/** Until the first request, in place of an address and a key that are not set. */
const unknownUpstream: Upstream = { baseUrl: "https://unknown.invalid", apiKey: "unknown" };

/** The fields that are set. An empty variable is not set. */
function readUpstream(options: Pick<ProxyOptions, keyof Upstream>): Partial<Upstream> {
  const baseUrl = options.baseUrl || readEnvironment("BURSAR_BASE_URL");
  const apiKey = options.apiKey || readEnvironment("BURSAR_API_KEY");
  return { ...(baseUrl && { baseUrl }), ...(apiKey && { apiKey }) };
}

function getUpstream(options: Pick<ProxyOptions, keyof Upstream>): Upstream {
  const { baseUrl, apiKey } = readUpstream(options);
  if (baseUrl === undefined) throw createMissingError(missingUrl);
  if (apiKey === undefined) throw createMissingError(missingKey);
  return { baseUrl, apiKey };
}

/** The page gets this message, which contains no value. */
function createMissingError(message: string): ProxyError {
  return new ProxyError("PROXY_FAILED", { message, cause: new ConfigurationError(message) });
}

/** Resolves the upstream at the first request, and again until that succeeds. */
function createFindUpstream(resolve: () => Service): ProxyConfig<never>["findUpstream"] {
  let found: Service | undefined;
  return () => {
    found ??= resolve();
    return found;
  };
}

function validatePrefix(prefix: unknown): string {
  if (prefix === "/") return "";
  if (typeof prefix !== "string" || !/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/.test(prefix)) {
    throw new ConfigurationError(
      `createProxy: prefix must be the path of the proxy, such as "/api/bursar", got ${quoteValue(prefix)}`,
    );
  }
  return prefix.replace(/\/$/, "");
}

function validateAllow(allow: readonly EndpointName[]): ReadonlySet<string> {
  if (!Array.isArray(allow))
    throw new ConfigurationError("createProxy: allow must be a list of operation names");
  for (const name of allow) {
    if (!endpointsByName.has(name)) {
      throw new ConfigurationError(
        `createProxy: allow contains ${quoteValue(name)}, which is not an operation`,
      );
    }
    if (endpointsByName.get(name)?.serverOnly) {
      throw new ConfigurationError(
        `createProxy: allow contains ${quoteValue(name)}, which returns the data of any user. Call it on your server, and return to the page what its user may see`,
      );
    }
  }
  return new Set(allow);
}

function validateOrigins(origins: readonly (string | undefined)[]): ReadonlySet<string> {
  if (!Array.isArray(origins))
    throw new ConfigurationError("createProxy: allowOrigins must be a list of origins");
  for (const origin of origins) {
    // `new URL` reports the origin of some schemes as the text "null".
    const isOrigin =
      typeof origin === "string" &&
      origin !== "null" &&
      URL.canParse(origin) &&
      new URL(origin).origin === origin;
    if (!isOrigin) {
      throw new ConfigurationError(
        `createProxy: allowOrigins must contain origins such as "https://app.example.com", got ${quoteValue(origin)}`,
      );
    }
  }
  return new Set(origins);
}
