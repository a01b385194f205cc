import ky from "ky";
import type { BursarError } from "../../errors/base.js";
import { sleep } from "../../shared/time/run-within.js";
import type { Config } from "../config/config.js";
import { emit } from "../config/events.js";
import { toBursarError } from "../wire/connection-error.js";
import type { Deadline } from "../wire/deadline.js";
import type { ReceivedResponse } from "../wire/wire.js";
import type { CallState, Send } from "./call-state.js";
import { planRetry } from "./retry.js";

/**
 * Repeats a failed attempt by ky, which counts the attempts, decides whether to retry, and waits.
 * ky's first attempt throws the failure that has already happened.
 *
 * ky's own errors contain its request, so they are never passed on.
 */
export async function repeat(
  config: Config,
  state: CallState,
  total: Deadline,
  { failure, sendOnce }: { readonly failure: BursarError; readonly sendOnce: Send },
): Promise<ReceivedResponse> {
  const { endpoint, settings } = state;
  const { signal } = total;
  let received: ReceivedResponse | undefined;
  try {
    // ky only schedules: `sendOnce` knows the URL, the headers and the body.
    await ky("https://ky.invalid", {
      timeout: false,
      throwHttpErrors: false,
      retry: {
        limit: settings.retry.limit,
        // The first retry is planned already.
        shouldRetry: ({ error }) =>
          state.event.attempt === 1 || planRetry(config, state, signal, error),
        delay: () => 0,
      },
      hooks: {
        beforeRetry: [
          // Wait here and not in `retry.delay`: ky cannot end its own wait when the call ends.
          async ({ retryCount }) => {
            if (signal?.aborted) throw signal.reason;
            const { delay, error } = state.retry as NonNullable<CallState["retry"]>;
            emit(config, "onRetry", state.event, { delay, error });
            await sleep(delay, signal);
            state.event.attempt = retryCount + 1;
          },
        ],
      },
      fetch: async () => {
        if (state.event.attempt === 1) throw failure;
        received = await sendOnce(state, total);
        return new Response();
      },
    });
    return received as ReceivedResponse;
  } catch (error) {
    throw toBursarError(error, endpoint.name);
  }
}
