import type { Endpoint } from "../../contract/endpoint.js";
import type { BursarError } from "../../errors/base.js";
import type { CallSettings } from "../config.js";
import type { CallEvent } from "../options.js";
import type { BuiltRequest } from "../request/build-request.js";
import type { Redact } from "./redact.js";

/** One call from its built request to its end: what is fixed, and what is learnt on the way. */
export interface Exchange {
  readonly endpoint: Endpoint;
  readonly request: BuiltRequest;
  readonly settings: CallSettings;
  /** `Date.now()` when the call began: the total timeout counts from here. */
  readonly startedAt: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** A key that has been resolved already, for the first attempt. */
  firstKey: string | undefined;
  /** What hooks and logs get; its `attempt` counts up. */
  readonly event: CallEvent;
  /** Removes the key of the current attempt. */
  redact: Redact;
  /** Whether the service may have received any attempt. */
  mayHaveArrived: boolean;
  /** The failure that is retried, and the wait before the next attempt. */
  retry: { readonly delay: number; readonly error: BursarError } | undefined;
}
