import type { EndpointName } from "../../contract/endpoints.js";
import { type ErrorId, errorFacts } from "../../contract/shared/error-catalogue.js";
import { assumeStatus } from "../shared/service-error.js";
import type { ServiceResponse } from "./serve-request.js";

/** Which requests of an operation a fault affects: the next one, unless a field says more. */
export interface FaultSpan {
  /** The number of requests. @defaultValue `1`; no limit with `for` */
  times?: number | undefined;
  /** For how long, in milliseconds of the sandbox's clock. With `times`, it may end earlier. */
  for?: number | undefined;
}

/** How the next requests of an operation fail. */
export interface Failure extends FaultSpan {
  /** @defaultValue the status of the error id, or 500 */
  status?: number | undefined;
  id?: ErrorId | (string & {}) | undefined;
  message?: string | undefined;
  /** In milliseconds. Sent as `retry-after` in whole seconds. */
  retryAfter?: number | undefined;
}

/** How the responses of an operation are lost. */
export interface Interruption extends FaultSpan {
  /** `true`: before the service carries the request out. @defaultValue `false` */
  before?: boolean | undefined;
}

/** How late the responses of an operation are. */
export interface Delay extends FaultSpan {
  /** In milliseconds of real time, like the `latency` of all responses. */
  latency: number;
}

/** The controls that make the next requests of an operation go wrong. */
export interface FaultControls {
  /** Makes the next requests of an operation fail, such as `{ status: 503, for: 3_000 }`. */
  fail(operation: EndpointName, failure?: Failure): void;
  /** Makes requests of an operation hang until they are aborted. */
  hang(operation: EndpointName, interruption?: Interruption): void;
  /** Truncates responses of an operation. */
  cut(operation: EndpointName, interruption?: Interruption): void;
  /** Delays responses of an operation by its own `latency`, after the request was carried out. */
  delay(operation: EndpointName, delay: Delay): void;
}

export type Fault =
  | ({ kind: "fail" } & Failure)
  | ({ kind: "hang" | "cut"; stops?: boolean } & Interruption)
  | ({ kind: "delay" } & Delay);

export interface Faults {
  add(operation: EndpointName, fault: Fault, time: number): void;
  take(operation: string | undefined, time: number): Fault | undefined;
  /** Whether all requests are refused, after a fault that `stops` them. */
  stopped: boolean;
  clear(): void;
}

/** No client retries after it. */
const refusal: Fault = { kind: "fail", status: 403, message: "The flow was stopped" };

export function createFaults(): Faults {
  const faults = new Map<string | undefined, { fault: Fault; left: number; until: number }[]>();
  const all: Faults = {
    stopped: false,
    add(operation, fault, time) {
      const { for: duration = Infinity, times = fault.for === undefined ? 1 : Infinity } = fault;
      const added = { fault, left: times, until: time + duration };
      faults.set(operation, [...(faults.get(operation) ?? []), added]);
    },
    take(operation, time) {
      if (all.stopped) return refusal;
      const pending = (faults.get(operation) ?? []).filter(({ until }) => until > time);
      const [first] = pending;
      if (first && --first.left <= 0) pending.shift();
      faults.set(operation, pending);
      all.stopped = Boolean(first && "stops" in first.fault && first.fault.stops);
      return first?.fault;
    },
    clear() {
      all.stopped = false;
      faults.clear();
    },
  };
  return all;
}

/** The response to a request that the service does not carry out, or undefined if it does. */
export function createFaultResponse(fault: Fault | undefined): ServiceResponse | undefined {
  // No part of this body arrives completely.
  if (fault && "before" in fault && fault.before) return { status: 502, body: {}, traced: false };
  if (fault?.kind !== "fail") return undefined;
  const { id, message = "Failure configured by the test" } = fault;
  const [known] = [errorFacts(id)?.status ?? []].flat();
  const status = fault.status ?? known ?? assumeStatus(id);
  const body = id === undefined ? undefined : { message, id, traceId: "sandbox" };
  return { status, body, traced: true };
}
