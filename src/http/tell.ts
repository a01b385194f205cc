import type { Endpoint } from "../contract/endpoint.js";
import { ApiError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import type { ResponseValidationError } from "../errors/data.js";
import type { Config } from "./config.js";
import type { CallEvent } from "./options.js";

/** Tells the log and the caller's hook. What a hook throws is logged and changes nothing. */
export function tell<Name extends keyof Config["hooks"]>(
  config: Config,
  name: Name,
  event: Parameters<NonNullable<Config["hooks"][Name]>>[0],
): void {
  log(config, name, event as CallEvent & { error?: BursarError });
  inform(config, event.operation, `hook ${name}`, config.hooks[name] as ((event: CallEvent) => unknown) | undefined, event);
}

/** Calls a function of the caller's. What it throws, at once or later, is logged and changes nothing. */
export function inform<Event>(
  config: Config,
  operation: string,
  what: string,
  listener: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  if (!listener) return;
  const failed = (error: unknown) => {
    config.log.write("error", `${what} threw`, { operation, error: error instanceof Error ? error.message : typeof error });
  };
  try {
    const outcome = listener(event);
    if (outcome instanceof Promise) outcome.catch(failed);
  } catch (error) {
    failed(error);
  }
}

const logLines = {
  onRequest: ["debug", "sent"],
  onResponse: ["debug", "answered"],
  onRetry: ["info", "will be sent again"],
  onError: ["info", "failed"],
} as const;

function log(config: Config, name: keyof Config["hooks"], event: CallEvent & { error?: BursarError }): void {
  const [level, text] = logLines[name];
  if (!config.log.enabled(level)) return;
  const { error, ...fields } = event;
  // Messages may quote what callers sent, so of an error only its names are logged.
  const about = error && {
    error: error.name,
    ...(error instanceof ApiError && { status: error.status, id: error.id, traceId: error.traceId }),
  };
  config.log.write(level, `${event.operation} ${text}`, { ...fields, ...about });
}

/** Tells that an answer was not of the promised form. */
export function tellDrift(
  config: Config,
  endpoint: Endpoint,
  issues: ResponseValidationError["issues"],
  traceId: string | undefined,
): void {
  config.log.write("warn", `${endpoint.name}: the answer is not of the promised form`, {
    operation: endpoint.name,
    paths: issues.map((issue) => issue.path.join(".")),
    traceId,
  });
  inform(config, endpoint.name, "onDrift", config.onDrift, { operation: endpoint.name, issues, traceId });
}
