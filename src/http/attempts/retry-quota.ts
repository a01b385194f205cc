import type { BursarError } from "../../errors/base.js";
import type { Config } from "../config/config.js";
import { notify } from "../config/events.js";
import { retryCost } from "../config/known-options.js";

/** Pays for a retry of a failed attempt. Returns false if the client has too few tokens. */
export function payForRetry(config: Config, operation: string, error: BursarError): boolean {
  const { quota, hooks, log } = config;
  if (quota.tokens >= retryCost) {
    quota.tokens -= retryCost;
    return true;
  }
  if (!quota.isReported) {
    quota.isReported = true;
    log.write("warn", "no retries: retry.quota is empty", { operation, error: error.name });
    const event = { operation, error };
    notify(config, operation, "hook onRetryQuotaEmpty", hooks.onRetryQuotaEmpty, event);
  }
  return false;
}

/** A successful response gives a token back. */
export function refillQuota({ quota }: Config): void {
  quota.tokens = Math.min(quota.size, quota.tokens + 1);
  if (quota.tokens >= quota.size / 2) quota.isReported = false;
}
