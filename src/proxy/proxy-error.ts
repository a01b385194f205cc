import type { Issue } from "../errors/data.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";

export interface ProxyErrorDetails {
  /** @defaultValue the meaning of the id */
  readonly message?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True if a write was sent and its response was lost. */
  readonly unknownOutcome?: boolean | undefined;
  /** For the event only. The page does not get it. */
  readonly cause?: unknown;
}

/** Thrown inside the proxy, and converted to an error response. It never leaves the proxy. */
export class ProxyError {
  constructor(
    readonly id: ProxyErrorId,
    readonly details: ProxyErrorDetails = {},
  ) {}
}
