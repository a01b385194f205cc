import type { Endpoint } from "../../contract/shared/endpoint.js";
import type { BursarError } from "../../errors/base.js";
import type { CallSettings } from "../config.js";
import type { CallEvent } from "../options.js";
import type { BuiltRequest } from "../request/build-request.js";

/** One call from its built request to its end. ky's hooks get it as their context. */
export interface CallState {
  readonly endpoint: Endpoint;
  readonly request: BuiltRequest;
  readonly settings: CallSettings;
  /** `Date.now()` when the call began: the total timeout counts from here. */
  readonly startedAt: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** A key that has been resolved already, for the first attempt. */
  readonly firstKey: string | undefined;
  /** What hooks and logs get. Its `attempt` counts up. */
  readonly event: CallEvent;
  /** Whether the service may have received the request. */
  mayHaveArrived: boolean;
  /** The failure that is being retried, and the wait before the next attempt. */
  retry: { readonly delay: number; readonly error: BursarError } | undefined;
}
