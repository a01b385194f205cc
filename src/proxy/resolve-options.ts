import { type EndpointName, endpoints } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { type Config, resolveConfig, validateTime } from "../http/config.js";
import { createPathLookup } from "../http/request/endpoint-paths.js";
import type { PathTemplate } from "../http/request/url.js";
import { createWriteIdCache } from "./duplicate-writes.js";
import type { ProxyOptions } from "./types.js";

/** The options of a proxy, checked and complete. */
export interface ProxyConfig<Context> {
  readonly baseUrl: string;
  readonly apiKey: Config["apiKey"];
  /** Without a slash at its end; empty for the root. */
  readonly prefix: string;
  readonly allow: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
  readonly authorize: ProxyOptions<Context>["authorize"];
  readonly limit: ProxyOptions<Context>["limit"];
  readonly once: NonNullable<ProxyOptions["once"]>;
  readonly maxBodyBytes: number;
  readonly timeout: number | undefined;
  readonly fetch: ProxyOptions["fetch"];
  readonly templateOf: (endpoint: Endpoint) => PathTemplate;
  readonly onAnswer: ProxyOptions["onAnswer"];
}

const defaultBodyBytes = 65_536;
const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

export function resolveProxyOptions<Context>(options: ProxyOptions<Context>): ProxyConfig<Context> {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError("createProxy wants options");
  const {
    authorize,
    limit,
    once,
    baseUrl,
    apiKey,
    fetch,
    onAnswer,
    allowInsecureHttp,
    maxBodyBytes = defaultBodyBytes,
  } = options;
  if (typeof authorize !== "function") {
    throw new ConfigurationError(
      "authorize is missing: without it everybody could act on every wallet of the project",
      {
        hint: "Return true only where the signed-in user may do what is asked: authorize: (request, call) => walletOf(call) === session.wallet.",
      },
    );
  }
  if (limit !== undefined && typeof limit !== "function")
    throw new ConfigurationError("limit must be a function");
  if (once !== undefined && typeof once !== "function")
    throw new ConfigurationError("once must be a function");
  if (onAnswer !== undefined && typeof onAnswer !== "function")
    throw new ConfigurationError("onAnswer must be a function");
  // Not from the environment: a proxy that is mounted by mistake must not find a key by itself.
  if (!baseUrl) throw new ConfigurationError("baseUrl is missing: the address of the service");
  if (apiKey === undefined || apiKey === null)
    throw new ConfigurationError("apiKey is missing: the proxy is what holds it");
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new ConfigurationError(
      `maxBodyBytes must be a whole number of 1 or more, got ${String(maxBodyBytes)}`,
    );
  }
  const config = resolveConfig({ baseUrl, apiKey, fetch, paths: options.paths, allowInsecureHttp });
  const templateOf = createPathLookup(config.paths, endpointsByName);
  return {
    baseUrl: config.baseUrl,
    apiKey: config.apiKey,
    prefix: validatePrefix(options.prefix),
    allow: validateAllow(options.allow ?? []),
    allowOrigins: validateOrigins(options.allowOrigins ?? []),
    authorize,
    limit,
    once: once ?? createWriteIdCache(),
    maxBodyBytes,
    timeout: options.timeout === undefined ? undefined : validateTime("timeout", options.timeout),
    fetch,
    templateOf,
    onAnswer,
  };
}

function validatePrefix(prefix: unknown): string {
  if (prefix === "/") return "";
  if (typeof prefix !== "string" || !/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/.test(prefix)) {
    throw new ConfigurationError(
      `prefix must be the path at which the proxy is mounted, such as "/api/bursar", got ${JSON.stringify(prefix)}`,
    );
  }
  return prefix.replace(/\/$/, "");
}

function validateAllow(allow: readonly EndpointName[]): ReadonlySet<string> {
  if (!Array.isArray(allow))
    throw new ConfigurationError("allow must be a list of operation names");
  const known = new Set<string>(endpoints.map(({ name }) => name));
  for (const name of allow) {
    if (!known.has(name))
      throw new ConfigurationError(`allow names ${JSON.stringify(name)}, which is no operation`);
  }
  return new Set(allow);
}

function validateOrigins(origins: readonly string[]): ReadonlySet<string> {
  if (!Array.isArray(origins))
    throw new ConfigurationError("allowOrigins must be a list of origins");
  for (const origin of origins) {
    if (
      typeof origin !== "string" ||
      !URL.canParse(origin) ||
      new URL(origin).origin !== origin ||
      origin === "null"
    ) {
      throw new ConfigurationError(
        `allowOrigins must hold origins such as "https://app.example.com", got ${JSON.stringify(origin)}`,
      );
    }
  }
  return new Set(origins);
}
