import { BursarError } from "../../errors/base.js";
import { decideOutcome } from "../../errors/outcome.js";
import { callListener } from "../../shared/call-listener.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import { messageOf, nameOf } from "../../shared/thrown.js";
import type { Config } from "./config.js";
import type { EndEvent } from "./options.js";
import type { TracedCall } from "./trace-call.js";

/** A call that has ended, as its caller or sender knows it. */
export interface EndedCall extends Pick<EndEvent, "operation" | "effect"> {
  readonly counter: AttemptCounter;
  readonly method?: string | undefined;
  /** The path template. */
  readonly path?: string | undefined;
  readonly traceId?: string | undefined;
  /** What the call rejects with. */
  readonly error?: unknown;
}

/** What a call sent. */
export interface AttemptCounter {
  attempts: number;
  /** The status of the response to the last attempt. */
  status?: number | undefined;
}

/** Calls `onEnd`, and completes what subscribers of the channel `bursar:call` receive. */
export function emitEnd(
  { hooks, log }: Config,
  startedAt: number,
  call: EndedCall,
  trace: TracedCall | undefined,
): void {
  const { onEnd } = hooks;
  if (!onEnd && !trace) return;
  const duration = getSteadyTime() - startedAt;
  const { operation, effect, error } = call;
  const { attempts } = call.counter;
  // Any other error is a bug or a mistake, such as a signal that is none.
  const ofOther = attempts > 0 ? decideOutcome(effect ?? "read") : "none";
  const ofError = error instanceof BursarError ? error.outcome : ofOther;
  const outcome = error === undefined ? "success" : ofError;
  const report = (what: string) => (failure: unknown) =>
    log.write("error", `${what} threw`, { operation, error: messageOf(failure) });
  // A subscriber may have frozen the object.
  const complete = () => trace && Object.assign(trace, toTrace(outcome, call));
  callListener(complete, report("a subscriber of bursar:call"));
  if (!onEnd) return;
  callListener(
    () => onEnd({ operation, effect, attempts, duration, outcome, error: error as BursarError }),
    report("hook onEnd"),
  );
}

function toTrace(outcome: EndEvent["outcome"], call: EndedCall): TracedCall {
  const { operation, effect, counter, method, path, error } = call;
  const { traceId = (error as { traceId?: string } | undefined)?.traceId } = call;
  return {
    operation,
    effect,
    outcome,
    "url.template": path,
    "http.request.method": method,
    "http.response.status_code": counter.status,
    "http.request.resend_count": Math.max(0, counter.attempts - 1),
    traceId,
    ...(error !== undefined && { "error.type": nameOf(error), error: error as BursarError }),
  };
}
