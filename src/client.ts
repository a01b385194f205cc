import type { Config } from "./http/config/config.js";
import type { CallOptions, ClientOptions } from "./http/config/options.js";
import { resolveConfig } from "./http/config/resolve-config.js";
import type { Call } from "./http/features/call.js";
import type { CustomRequest } from "./http/features/custom-endpoint.js";
import { type CustomResult, requestCustom } from "./http/features/custom-request.js";
import { createTransport } from "./http/transport.js";
import type { StandardSchemaV1 } from "./http/validation/standard-schema.js";
import { Fiat } from "./resources/fiat.js";
import { Kyc } from "./resources/kyc.js";
import { Lending } from "./resources/lending.js";
import { Liquidity } from "./resources/liquidity.js";
import { Operations } from "./resources/operations.js";
import { Swap } from "./resources/swap.js";
import { Tokens } from "./resources/tokens.js";
import { Wallets } from "./resources/wallets.js";
import { printAs } from "./shared/print-as.js";

export type { ClientOptions };

/** A client of the service. It keeps no connection and no timer, so you can share or discard it. */
export interface Client {
  readonly wallets: Wallets;
  readonly swap: Swap;
  readonly liquidity: Liquidity;
  readonly lending: Lending;
  readonly fiat: Fiat;
  readonly tokens: Tokens;
  readonly kyc: Kyc;
  readonly operations: Operations;
  /**
   * Calls a path that the client has no method for, with the same API key, timeouts, retries and
   * errors. Returns the response, validated and typed by the schema in `response`.
   *
   * @example
   * ```ts
   * const chains = await client.request({ method: "GET", path: "/api/v1/crypto/chains" });
   * console.log(chains);
   * ```
   */
  request<Response extends StandardSchemaV1 | undefined = undefined>(
    request: CustomRequest<Response>,
    options?: CallOptions,
  ): Call<CustomResult<Response>, never>;
  /**
   * Creates a client with some options changed. All other options are kept, and `baseUrl` and
   * `apiKey` also if they are undefined.
   *
   * @example
   * ```ts
   * const patient = client.withOptions({ timeout: 90_000 });
   * console.log(await patient.tokens.list().firstPage());
   * ```
   */
  withOptions(options: ClientOptions): Client;
}

/**
 * Creates a client. Throws `ConfigurationError` if an option is invalid.
 *
 * @example
 * ```ts
 * import { createClient } from "bursar";
 *
 * const client = createClient({ baseUrl: "https://api.example.com", apiKey: "your-key" });
 * console.log(typeof client.swap.quote); // function
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  return createClientWith(options);
}

/** `parent` is the configuration of the client whose `withOptions` was called. */
function createClientWith(options: ClientOptions, parent?: Config): Client {
  const config = resolveConfig(options, parent);
  const transport = createTransport(config);
  const client: Client = {
    wallets: new Wallets(transport),
    swap: new Swap(transport),
    liquidity: new Liquidity(transport),
    lending: new Lending(transport),
    fiat: new Fiat(transport),
    tokens: new Tokens(transport),
    kyc: new Kyc(transport),
    operations: new Operations(transport),
    request: (request, callOptions) => requestCustom(transport, request, callOptions) as never,
    withOptions: (changed) => {
      const { baseUrl = options.baseUrl, apiKey = options.apiKey } = changed ?? {};
      return createClientWith({ ...options, ...changed, baseUrl, apiKey }, config);
    },
  };
  return Object.freeze(printAs(client, () => summarize(client, config)));
}

/** The client as `console.log` prints it, without the API key. */
function summarize(client: Client, { baseUrl, apiKey }: Config): object {
  const resources = Object.entries(client).filter(([, value]) => typeof value === "object");
  return {
    baseUrl,
    apiKey: apiKey === undefined ? "none" : "set",
    ...Object.fromEntries(resources.map(([name, resource]) => [name, listMethods(resource)])),
  };
}

function listMethods(resource: object): string {
  const prototype = Object.getPrototypeOf(resource);
  const methods =
    prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype).slice(1);
  const nested = Object.entries(resource).map(
    ([name, part]) => `${name}: { ${listMethods(part)} }`,
  );
  return [...methods, ...nested].join(", ");
}
