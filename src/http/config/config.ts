import type { ServiceClock } from "../../contract/shared/service-clock.js";
import type { Fetch } from "../wire/fetch-response.js";
import type { Wire } from "../wire/wire.js";
import type { Log } from "./log.js";
import type { ClientOptions, Hooks, RetryOptions, Schedule, ValidationMode } from "./options.js";
import type { ApiKey } from "./resolve-api-key.js";
import type { CallChannel } from "./trace-call.js";

/** The options of a client, validated and complete. */
export interface Config {
  readonly baseUrl: string;
  readonly apiKey: ApiKey;
  readonly fetch: Fetch | undefined;
  readonly wire: Wire | "fetch" | undefined;
  readonly timeout: number | undefined;
  readonly totalTimeout: number | undefined;
  readonly retry: Required<{ [K in keyof RetryOptions]: number }>;
  readonly quota: RetryQuota;
  /** Those of the client and of its `withOptions`, by service, key and size. */
  readonly quotas: Map<string, RetryQuota>;
  readonly clock: ServiceClock;
  readonly maxResponseBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly validation: ValidationMode;
  readonly dedupe: boolean;
  readonly schedule: Schedule | undefined;
  readonly hooks: Hooks;
  readonly log: Log;
  readonly onDrift: ClientOptions["onDrift"];
  /** Of Node. */
  readonly channel: CallChannel | undefined;
  readonly paths: Readonly<Record<string, string | undefined>>;
}

/** The tokens that pay for the retries of a client. */
export interface RetryQuota {
  /** The number of tokens at the start, and at most. `Infinity`: no quota. */
  readonly size: number;
  tokens: number;
  /** Whether the quota was reported as empty, and has not been half full since. */
  isReported: boolean;
}

/** The settings of one call: its own options, then the client's, then the defaults. */
export interface CallSettings
  extends Pick<Config, "retry" | "maxResponseBytes" | "headers" | "validation" | "dedupe"> {
  /** Undefined means the default of the operation. */
  readonly timeout: number | undefined;
  readonly totalTimeout: number;
}
