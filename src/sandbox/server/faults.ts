import type { EndpointName } from "../../contract/endpoints.js";
import { type ErrorId, errorFacts } from "../../contract/shared/error-catalogue.js";
import { assumeStatus } from "../shared/service-error.js";
import type { ServiceResponse } from "./serve-request.js";

/** How the next requests of an operation fail. */
export interface Failure {
  /** @defaultValue the status of the error id, or 500 */
  status?: number | undefined;
  id?: ErrorId | (string & {}) | undefined;
  message?: string | undefined;
  /** The number of requests that fail. @defaultValue `1` */
  times?: number | undefined;
  /** In milliseconds. Sent as `retry-after` in whole seconds. */
  retryAfter?: number | undefined;
}

export type Fault =
  | { kind: "fail"; failure: Failure; left: number }
  | { kind: "hang" | "cut"; left: number };

export interface Faults {
  add(operation: EndpointName, fault: Fault): void;
  take(operation: string | undefined): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  const faults = new Map<string, Fault[]>();
  return {
    add(operation, fault) {
      faults.set(operation, [...(faults.get(operation) ?? []), fault]);
    },
    take(operation) {
      const pending = operation === undefined ? undefined : faults.get(operation);
      const first = pending?.[0];
      if (!pending || !first) return undefined;
      if (--first.left <= 0) pending.shift();
      return first;
    },
    clear: () => faults.clear(),
  };
}

export function createFailureResponse(failure: Failure): ServiceResponse {
  const [known] = [errorFacts(failure.id)?.status ?? []].flat();
  const status = failure.status ?? known ?? assumeStatus(failure.id);
  const { id, message = "Failure configured by the test" } = failure;
  const body = id === undefined ? undefined : { message, id, traceId: "sandbox" };
  return { status, body, traced: true };
}
