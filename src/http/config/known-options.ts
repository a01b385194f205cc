import { oneOf, type Schema } from "../../contract/records/schema.js";
import {
  above,
  aFunction,
  custom,
  finiteFrom,
  type Options,
  optionsOf,
  unchecked,
  wholeFrom,
  withDefault,
} from "../../errors/options.js";
import type { Wire } from "../wire/wire.js";
import type {
  CallOptions,
  ClientOptions,
  ClientRetryOptions,
  ListOptions,
  RetryOptions,
} from "./options.js";

/** The number of tokens that a retry costs. */
export const retryCost = 5;
export const defaultResponseBytes = 32_000_000;

const retryFields: Options<RetryOptions> = () => ({
  limit: wholeFrom(0),
  baseDelay: finiteFrom(0, "milliseconds"),
  maxDelay: finiteFrom(0, "milliseconds"),
});

const clientRetryFields: Options<ClientRetryOptions> = () => ({
  ...retryFields(),
  quota: custom(
    (value) => value === false || (Number.isSafeInteger(value) && (value as number) >= retryCost),
    `false or an integer ≥ ${retryCost}`,
  ),
});

const retryOf = <T>(fields: Options<T>): Schema<number | false | T> => ({
  kind: "union",
  forms: [wholeFrom(0), custom((value) => value === false, "false"), optionsOf(fields)],
});

/** `headers` and `dedupe` are read by other code. */
const sharedFields = () => ({
  timeout: above(0, "milliseconds"),
  totalTimeout: above(0, "milliseconds"),
  headers: unchecked,
  dedupe: unchecked,
});

const validation = () => oneOf("essential", "strict", "off");

/** Null is accepted, because it differs from an omitted key. */
export const apiKeyOption = () =>
  custom<string | (() => string | Promise<string>)>(
    (value) => value === null || ["string", "function"].includes(typeof value),
    "a string or a function",
  );

export const wireOption = () =>
  custom<Wire | "fetch">(
    (value) => value === "fetch" || typeof value === "function",
    'a function such as undiciWire() or fetchWire(fetch), or "fetch"',
  );

export const clientOptions: Options<ClientOptions, "maxResponseBytes" | "validation"> = () => ({
  baseUrl: unchecked,
  apiKey: apiKeyOption(),
  fetch: aFunction,
  wire: wireOption(),
  ...sharedFields(),
  retry: retryOf(clientRetryFields),
  maxResponseBytes: withDefault(above(0, "bytes"), defaultResponseBytes),
  validation: withDefault(validation(), "essential"),
  schedule: aFunction,
  hooks: unchecked,
  logger: unchecked,
  logLevel: unchecked,
  onDrift: aFunction,
  paths: unchecked,
  dangerouslyAllowBrowser: unchecked,
  allowInsecureHttp: unchecked,
});

/** What other SDKs call an option of a client. A path is that of an option inside of another. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  "retry.limit": ["maxRetries", "maxNetworkRetries", "numRetries"],
  apiKey: ["accessToken", "token", "auth"],
  baseUrl: ["serverURL", "endpoint", "host", "url"],
  headers: ["defaultHeaders"],
};

/** Options that some methods add to those of all calls. */
interface AddedOptions extends Omit<ListOptions, keyof CallOptions> {
  stringifyFallback?: unknown;
  acceptLanguage?: unknown;
  language?: unknown;
}

/** `fetch` takes null for no signal, too. */
const isSignal = (value: unknown) =>
  value === null || typeof (value as AbortSignal).addEventListener === "function";

export const callOptions: Options<CallOptions & AddedOptions> = () => ({
  signal: custom(isSignal, "an AbortSignal"),
  ...sharedFields(),
  retry: retryOf(retryFields),
  maxResponseBytes: above(0, "bytes"),
  validation: validation(),
  requestValidation: oneOf("on", "off"),
  extraBody: unchecked,
  extraQuery: unchecked,
  prefetch: unchecked,
  stringifyFallback: unchecked,
  acceptLanguage: unchecked,
  language: unchecked,
});
