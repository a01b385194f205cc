import type { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import { OutcomeUnknownError } from "../../errors/connection.js";
import { callListener } from "../../shared/call-listener.js";
import { messageOf } from "../../shared/thrown.js";
import type { Config } from "./config.js";
import type { CallEvent, Drift } from "./options.js";

type HookName = Exclude<keyof Config["hooks"], "onEnd" | "onRetryQuotaEmpty">;
type EventOf<Name extends HookName> = Parameters<NonNullable<Config["hooks"][Name]>>[0];

/** Logs an event and calls the caller's hook with a copy of it. */
export function emit<Name extends HookName>(
  config: Config,
  name: Name,
  event: CallEvent,
  details: Omit<EventOf<Name>, keyof CallEvent>,
): void {
  const [usual, text] = logLines[name];
  const { error } = details as { error?: BursarError };
  // The user has to look up what became of the write.
  const level = error && error instanceof OutcomeUnknownError ? "warn" : usual;
  const hook = config.hooks[name] as ((event: CallEvent) => unknown) | undefined;
  if (!hook && !config.log.enabled(level)) return;
  const fullEvent: CallEvent & { error?: BursarError } = { ...event, ...details };
  config.log.write(level, `${event.operation} ${text}`, pickLogFields(fullEvent));
  notify(config, event.operation, `hook ${name}`, hook, fullEvent);
}

/** Calls a hook or callback of the caller. If it throws or rejects, the failure is logged. */
export function notify<Event>(
  config: Config,
  operation: string,
  what: string,
  listener: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  if (!listener) return;
  callListener(
    () => listener(event),
    (error) => config.log.write("error", `${what} threw`, { operation, error: messageOf(error) }),
  );
}

const logLines = {
  onRequest: ["debug", "request sent"],
  onResponse: ["debug", "response received"],
  onRetry: ["info", "will be retried"],
  onError: ["info", "failed"],
} as const;

/** Error messages may quote the request, so only an error's name, outcome and ids are logged. */
function pickLogFields(event: CallEvent & { error?: BursarError }): Record<string, unknown> {
  const { error, ...fields } = event;
  if (!error) return fields;
  const source = error instanceof OutcomeUnknownError ? error.cause : error;
  const { status, id, traceId } = source as Partial<ApiError>;
  const ofResponse = status === undefined ? {} : { status, id, traceId };
  return { ...fields, error: error.name, outcome: error.outcome, ...ofResponse };
}

/** Reports a response that differs from the contract. Warns of each field once. */
export function reportDrift(
  config: Config,
  warnedFields: Set<string>,
  drift: Drift,
  fields: readonly string[],
): void {
  const { operation, traceId } = drift;
  const paths = fields.filter((path) => !warnedFields.has(`${operation} ${path}`));
  if (paths.length > 0) {
    for (const path of paths) warnedFields.add(`${operation} ${path}`);
    const text = `${operation}: the response differs from the documentation`;
    config.log.write("warn", text, { operation, paths, traceId });
  }
  notify(config, operation, "onDrift", config.onDrift, drift);
}
