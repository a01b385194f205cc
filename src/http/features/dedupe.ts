import { runWithin } from "../../shared/time/run-within.js";
import type { CallState } from "../attempts/call-state.js";
import type { WithResponse } from "./call.js";

type Starter = Pick<CallState, "startedAt">;

interface SharedCall {
  /** The state of the call that sends the request. */
  readonly starter: Starter;
  readonly outcome: Promise<WithResponse<unknown>>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Shares one call between concurrent callers with the same identity. A caller leaves when its own
 * signal is aborted. The call is aborted when the last caller has left. It is retried within the
 * total timeout of the last one that came.
 */
export function createDeduplicator() {
  const inFlight = new Map<string, SharedCall>();

  return async function deduplicate(
    identity: string,
    signal: AbortSignal,
    caller: Starter,
    start: (signal: AbortSignal) => Promise<WithResponse<unknown>>,
  ): Promise<WithResponse<unknown>> {
    const earlier = inFlight.get(identity);
    const shared = earlier ?? startShared(identity, caller, start);
    shared.callers++;
    shared.starter.startedAt = caller.startedAt;
    try {
      const result = await runWithin({ signal }, () => shared.outcome);
      // One caller must not see what another one changes.
      return earlier ? copyResult(result) : result;
    } finally {
      if (--shared.callers === 0) {
        inFlight.delete(identity);
        shared.controller.abort();
      }
    }
  };

  function startShared(
    identity: string,
    starter: Starter,
    start: (signal: AbortSignal) => Promise<WithResponse<unknown>>,
  ): SharedCall {
    const controller = new AbortController();
    const outcome = start(controller.signal);
    // The call may fail after all callers have left.
    outcome.catch(() => {});
    const shared = { starter, outcome, controller, callers: 0 };
    inFlight.set(identity, shared);
    return shared;
  }
}

const copyResult = (result: WithResponse<unknown>): WithResponse<unknown> => ({
  data: structuredClone(result.data),
  get response() {
    return result.response;
  },
  traceId: result.traceId,
});
