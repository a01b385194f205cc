import { BursarError } from "../../errors/base.js";
import { decideOutcome } from "../../errors/outcome.js";
import { callListener } from "../../shared/call-listener.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import { messageOf } from "../../shared/thrown.js";
import type { Config } from "./config.js";
import type { EndEvent } from "./options.js";

export type EndedCall = Pick<EndEvent, "operation" | "effect" | "attempts">;

/** Calls `onEnd`. `error` is what the call rejects with. */
export function emitEnd(
  { hooks, log }: Config,
  startedAt: number,
  call: EndedCall,
  error?: unknown,
): void {
  const { onEnd } = hooks;
  if (!onEnd) return;
  const duration = getSteadyTime() - startedAt;
  // Any other error is a bug or a mistake, such as a signal that is none.
  const ofOther = call.attempts > 0 ? decideOutcome(call.effect ?? "read") : "none";
  const ofError = error instanceof BursarError ? error.outcome : ofOther;
  const outcome = error === undefined ? "success" : ofError;
  callListener(
    () => onEnd({ ...call, duration, outcome, error: error as BursarError | undefined }),
    (failure) => {
      const { operation } = call;
      log.write("error", "hook onEnd threw", { operation, error: messageOf(failure) });
    },
  );
}
