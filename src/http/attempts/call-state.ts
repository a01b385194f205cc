import type { Effect, Endpoint } from "../../contract/shared/endpoint.js";
import type { BursarError } from "../../errors/base.js";
import type { Moment } from "../../shared/steady-time.js";
import type { CallSettings } from "../config/config.js";
import type { AttemptCounter } from "../config/emit-end.js";
import type { CallEvent } from "../config/options.js";
import type { BuiltRequest } from "../request/build-request.js";
import type { Deadline } from "../wire/deadline.js";
import type { Redactor } from "../wire/redact.js";
import type { ReceivedResponse } from "../wire/wire.js";

export interface CallState {
  readonly endpoint: Endpoint;
  readonly request: BuiltRequest;
  readonly settings: CallSettings;
  /** `getSteadyTime()` at the start of the call, or of the last one that shares its request. */
  startedAt: number;
  /** When the last attempt was sent. Undefined before the first one. */
  sentAt: Moment | undefined;
  /** Decides what is retried. A slow quote is retried like a write, unless the call has `retry`. */
  readonly retriedAs: Effect;
  /** The time limit of one attempt in milliseconds. */
  readonly timeout: number;
  /** An API key that is already resolved, for the first attempt. */
  firstKey: string | undefined;
  /** Removes the keys of all attempts so far. */
  redact?: Redactor;
  /** The event for hooks and logs. Each attempt increments its `attempt`. */
  readonly event: CallEvent;
  /** The number of requests that were sent. The state of a shared read has the same counter. */
  readonly counter: AttemptCounter;
  /** Whether the service may have received the request. */
  mayHaveArrived: boolean;
  /** The failure that is being retried, and the delay before the next attempt in milliseconds. */
  retry: { readonly delay: number; readonly error: BursarError } | undefined;
}

/** Makes an attempt within the time limit of the call. Resolves to a successful response. */
export type Send = (state: CallState, total: Deadline) => Promise<ReceivedResponse>;

/** Makes the attempts of a call within its time limit, and reads the successful response. */
export type SendAndRead = <T>(
  state: CallState,
  total: Deadline,
  read: (received: ReceivedResponse) => T | Promise<T>,
) => Promise<T>;
