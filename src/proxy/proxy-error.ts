import type { Issue } from "../errors/data.js";
import { type ProxyErrorFacts, type ProxyErrorId, proxyErrors } from "./proxy-error-catalogue.js";

/** What a refusal may carry besides its id. */
export interface ProxyErrorDetails {
  readonly message?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True where a write was sent and its answer lost. */
  readonly unknownOutcome?: boolean | undefined;
  /** What lies beneath, for the log alone. */
  readonly cause?: unknown;
}

/** The proxy answers by itself: thrown wherever that is decided, and written down in one place. */
export class ProxyError {
  readonly status: number;
  readonly message: string;

  constructor(
    readonly id: ProxyErrorId,
    readonly details: ProxyErrorDetails = {},
  ) {
    const facts: ProxyErrorFacts = proxyErrors[id];
    this.status = facts.status;
    this.message = details.message ?? facts.meaning;
  }
}
