import type { BursarError } from "../../errors/base.js";
import { callListener } from "../../shared/call-listener.js";
import { messageOf } from "../../shared/thrown.js";
import { getSteadyTime } from "../wire/steady-time.js";
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
  const outcome = error === undefined ? "success" : (error as BursarError).outcome;
  callListener(
    () => onEnd({ ...call, duration, outcome, error: error as BursarError | undefined }),
    (failure) => {
      const { operation } = call;
      log.write("error", "hook onEnd threw", { operation, error: messageOf(failure) });
    },
  );
}
