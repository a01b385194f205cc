import type { EndpointName } from "../../contract/endpoints.js";
import { errorFacts } from "../../contract/shared/error-catalogue.js";
import type { Failure } from "../types.js";
import type { ServiceResponse } from "./serve-request.js";

/** A fault of the next `left` requests of an operation. */
export type Fault =
  | { kind: "fail"; failure: Failure; left: number }
  | { kind: "hang" | "cut"; left: number };

/** The configured faults, by operation. */
export interface Faults {
  add(operation: EndpointName, fault: Fault): void;
  /** The fault of a request, or undefined. */
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

export function createFailureResponse(
  failure: Failure,
  operation: string | undefined,
): ServiceResponse {
  const known = errorFacts(failure.id)?.status;
  const status = failure.status ?? (typeof known === "number" ? known : (known?.[0] ?? 500));
  const { id, message = "Failure configured by the test" } = failure;
  const body = id === undefined ? undefined : { message, id, traceId: "sandbox" };
  return { status, body, traced: true, operation };
}
