import { assertKnownOptions } from "../../errors/unknown-option.js";
import type { OptionNames } from "../../shared/option-names.js";
import type {
  CallOptions,
  ClientRetryOptions,
  ListOptions,
  RetryOptions,
  TransportOptions,
} from "./options.js";

const shared = {
  timeout: true,
  totalTimeout: true,
  retry: true,
  maxResponseBytes: true,
  headers: true,
  validation: true,
  dedupe: true,
} as const;

export const clientOptionNames: OptionNames<TransportOptions> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  wire: true,
  ...shared,
  schedule: true,
  hooks: true,
  logger: true,
  logLevel: true,
  onDrift: true,
  paths: true,
  dangerouslyAllowBrowser: true,
  allowInsecureHttp: true,
};

/** Options that some methods add to those of all calls. */
interface AddedOptions extends Omit<ListOptions, keyof CallOptions> {
  stringifyFallback: unknown;
  acceptLanguage: unknown;
  language: unknown;
}

export const callOptionNames: OptionNames<CallOptions & AddedOptions> = {
  signal: true,
  ...shared,
  extraBody: true,
  extraQuery: true,
  prefetch: true,
  stringifyFallback: true,
  acceptLanguage: true,
  language: true,
};

const retryOptionNames: OptionNames<RetryOptions> = {
  limit: true,
  baseDelay: true,
  maxDelay: true,
};

const clientRetryOptionNames: OptionNames<ClientRetryOptions> = {
  ...retryOptionNames,
  quota: true,
};

/** A misspelt option would have no effect: `apikey` would use the key of the environment. */
export function assertClientOptions(options: unknown): void {
  assertKnownOptions("createClient", options, clientOptionNames);
}

export function assertCallOptions(options: unknown): void {
  assertKnownOptions("call", options, callOptionNames);
}

export function assertRetryOptions(retry: object, isOfClient: boolean): void {
  if (isOfClient) assertKnownOptions("retry", retry, clientRetryOptionNames);
  else assertKnownOptions("retry of a call", retry, retryOptionNames);
}
