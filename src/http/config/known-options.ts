import type { OptionNames } from "../../shared/option-names.js";
import type {
  CallOptions,
  ClientOptions,
  ClientRetryOptions,
  ListOptions,
  RetryOptions,
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

export const clientOptionNames: OptionNames<ClientOptions> = {
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

export const retryOptionNames: OptionNames<RetryOptions> = {
  limit: true,
  baseDelay: true,
  maxDelay: true,
};

export const clientRetryOptionNames: OptionNames<ClientRetryOptions> = {
  ...retryOptionNames,
  quota: true,
};
