import { type EndpointName, endpoints } from "../contract/endpoints.js";
import { readonlyListOf } from "../contract/records/schema.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import {
  above,
  aFunction,
  custom,
  type Options,
  readOptions,
  required,
  unchecked,
  wholeFrom,
  withDefault,
} from "../errors/options.js";
import type { Config } from "../http/config/config.js";
import { apiKeyOption, wireOption } from "../http/config/known-options.js";
import { limitTimer, resolveService, type Service } from "../http/config/resolve-config.js";
import { createPathLookup } from "../http/request/endpoint-paths.js";
import type { PathTemplate } from "../http/request/url.js";
import { createSenderChoice, type Sender } from "../http/wire/choose-sender.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyOptions } from "./types.js";
import { createWriteIdCache, type WriteIds } from "./write-ids.js";

/** The options of a proxy, validated and complete. */
export interface ProxyConfig<Context>
  extends Pick<Config, "timeout">,
    Pick<ProxyOptions<Context>, "authorize" | "limit" | "onResponse"> {
  /** Throws if the address of the service or the key is missing. */
  readonly findUpstream: () => Pick<Config, "baseUrl" | "apiKey">;
  /** Without a trailing slash; empty for the root. */
  readonly prefix: string;
  readonly allow: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
  readonly writeIds: WriteIds;
  readonly once: ProxyOptions<Context>["once"];
  readonly maxBodyBytes: number;
  readonly chooseSender: () => Sender;
  readonly templateOf: (endpoint: Endpoint) => PathTemplate;
}

const proxyOptions: Options<ProxyOptions, "maxBodyBytes"> = () => ({
  baseUrl: unchecked,
  apiKey: apiKeyOption(),
  prefix: required(custom(isPrefix, 'the path of the proxy, such as "/api/bursar"')),
  allow: readonlyListOf(custom((name) => endpointsByName.has(name as string), "an operation")),
  authorize: unchecked,
  limit: aFunction,
  once: aFunction,
  allowOrigins: readonlyListOf(custom(isOrigin, 'an origin such as "https://app.example.com"')),
  maxBodyBytes: withDefault(wholeFrom(1), 65_536),
  timeout: above(0, "milliseconds"),
  fetch: aFunction,
  wire: wireOption(),
  paths: unchecked,
  onResponse: aFunction,
  allowInsecureHttp: unchecked,
});

const isPrefix = (value: unknown) =>
  typeof value === "string" && /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?)$/.test(value);

const isOrigin = (value: unknown) =>
  typeof value === "string" && URL.canParse(value) && new URL(value).origin === value;

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

export function resolveProxyOptions<Context>(given: ProxyOptions<Context>): ProxyConfig<Context> {
  const options = readOptions<ProxyOptions<Context>, "maxBodyBytes">(
    "createProxy",
    given,
    proxyOptions,
  );
  const { authorize, limit, once, onResponse, fetch, wire, allowInsecureHttp } = options;
  const { maxBodyBytes, timeout } = options;
  if (typeof authorize !== "function") {
    throw new ConfigurationError(
      "createProxy: authorize is missing. Without it every visitor could act on every wallet of the project",
      {
        hint: "Return true only if the user may make this call: authorize: (request, call) => walletOf(call) === session.wallet.",
      },
    );
  }
  if (options.apiKey === null) throw new ConfigurationError(missingKey);
  const resolve = (upstream: Upstream) =>
    resolveService({ ...upstream, fetch, wire, paths: options.paths, allowInsecureHttp });
  // Checks what is known now. A build has none of the variables.
  const config = resolve({ ...unknownUpstream, ...readUpstream(options) });
  return {
    findUpstream: createFindUpstream(() => resolve(getUpstream(options))),
    prefix: options.prefix.replace(/\/$/, ""),
    allow: validateAllow(options.allow ?? []),
    allowOrigins: new Set(options.allowOrigins as readonly string[] | undefined),
    authorize,
    limit,
    writeIds: createWriteIdCache(),
    once: once ?? undefined,
    maxBodyBytes,
    timeout: limitTimer(timeout),
    chooseSender: createSenderChoice(config.wire, fetch),
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

function validateAllow(allow: readonly EndpointName[]): ReadonlySet<string> {
  for (const name of allow) {
    if (endpointsByName.get(name)?.serverOnly) {
      throw new ConfigurationError(
        `createProxy: allow contains ${quoteValue(name)}, which returns the data of any user. Call it on your server, and return to the page what its user may see`,
      );
    }
  }
  return new Set(allow);
}
