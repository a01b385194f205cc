import { BursarError, type BursarErrorOptions } from "./base.js";
import type { Issue } from "./data.js";

/** Why a delivery was refused. */
export type WebhookErrorCode =
  /** The headers are of no form that can be read: a whole request, for one. */
  | "bad_headers"
  /** One of the three headers is missing. */
  | "missing_header"
  /** A header came twice. */
  | "duplicate_header"
  /** `svix-*` and `webhook-*` headers say different things. */
  | "conflicting_headers"
  /** The timestamp is not a whole number of seconds. */
  | "bad_timestamp"
  /** Signed longer ago than the tolerance allows: recorded and sent again, or this machine's clock is ahead. */
  | "too_old"
  /** Signed in the future by more than the tolerance: this machine's clock is behind. */
  | "too_new"
  /** No signature is of a version that can be checked. */
  | "no_supported_signature"
  /** No signature was made from these bytes with this secret. */
  | "bad_signature"
  /** The secret itself cannot be used. Nothing was compared. */
  | "bad_secret"
  /** The body was handed over parsed, so its bytes are lost; or, under a right signature, it is no JSON object. */
  | "bad_body"
  /** The signature is right, but a known event lacks what a decision about money needs. See `issues` and `event`. */
  | "unexpected_body";

/** What is known of a delivery that was refused. */
export interface WebhookErrorOptions extends BursarErrorOptions {
  webhookId?: string | undefined;
  issues?: readonly Issue[] | undefined;
  event?: unknown;
}

/**
 * A delivery was refused: do not act on it. Only for `unexpected_body`, and `bad_body` with a `webhookId`, was the signature right.
 * It holds neither the secret nor a signature.
 */
export class WebhookVerificationError extends BursarError {
  static override readonly errorName: string = "WebhookVerificationError";
  declare readonly kind: "webhook";
  declare readonly code: WebhookErrorCode;
  /** The delivery's id, where it came so far. Anybody can have written it, unless the signature was right. */
  declare readonly webhookId: string | undefined;
  /** What does not fit (`unexpected_body`). */
  declare readonly issues: readonly Issue[];
  /** The event as it came, under a right signature (`unexpected_body`). */
  declare readonly event: unknown;

  constructor(code: WebhookErrorCode, message: string, options: WebhookErrorOptions = {}) {
    const issues = options.issues ?? [];
    super(
      "webhook",
      `webhook refused (${code}): ${message}${issues.map((issue) => `\n  ${issue.message}`).join("")}`,
      options,
    );
    this.code = code;
    // An id is short: what is longer was sent to fill a log.
    this.webhookId = options.webhookId?.slice(0, 200);
    this.issues = issues;
    this.event = options.event;
  }
}

/** A delivery that is genuine, and was taken before. Do not act on it again. */
export class WebhookReplayError extends BursarError {
  static override readonly errorName: string = "WebhookReplayError";
  declare readonly kind: "webhook";
  declare readonly webhookId: string;
  /**
   * `done`: processed already, so answer with success. `busy`: another process is at it and may yet fail, so answer with an error (such as
   * 503), or its redelivery is lost.
   */
  declare readonly state: "done" | "busy";

  constructor(webhookId: string, state: "done" | "busy") {
    const [what, hint] =
      state === "done"
        ? [
            "was processed already",
            "Answer with success and do nothing: a redelivery repeats its id.",
          ]
        : [
            "is being processed right now",
            "Answer with an error such as 503: the sender delivers again, should the first attempt fail.",
          ];
    super("webhook", `webhook replayed: this delivery ${what}`, { hint });
    this.webhookId = webhookId.slice(0, 200);
    this.state = state;
  }
}
