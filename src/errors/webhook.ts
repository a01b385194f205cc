import { BursarError, type BursarErrorOptions } from "./base.js";
import type { Issue } from "./data.js";

/** Why a delivery was rejected. */
export type WebhookErrorCode =
  /** The headers cannot be read, for example because a whole request was passed. */
  | "bad_headers"
  /** One of the three headers is missing. */
  | "missing_header"
  /** A header is repeated. */
  | "duplicate_header"
  /** `svix-*` and `webhook-*` headers contradict each other. */
  | "conflicting_headers"
  /** The timestamp is not an integer of seconds. */
  | "bad_timestamp"
  /** Signed before the tolerance: a replay, or this machine's clock is fast. */
  | "too_old"
  /** Signed in the future, beyond the tolerance: this machine's clock is slow. */
  | "too_new"
  /** No signature has a supported version. */
  | "no_supported_signature"
  /** No signature matches the body and the secret. */
  | "bad_signature"
  /** The secret is malformed. No signature was checked. */
  | "bad_secret"
  /** The body is already parsed, or it is validly signed but not a JSON object. */
  | "bad_body"
  /** The signature is valid, but the event does not match its schema. See `issues`. */
  | "unexpected_body";

/** The options of a webhook error. */
export interface WebhookErrorOptions extends BursarErrorOptions {
  webhookId?: string | undefined;
  issues?: readonly Issue[] | undefined;
  event?: unknown;
}

/**
 * A delivery was rejected: do not process it. The signature was valid only for `unexpected_body`,
 * and for `bad_body` with a `webhookId`. The error contains neither the secret nor a signature.
 */
export class WebhookVerificationError extends BursarError {
  static override readonly errorName: string = "WebhookVerificationError";
  declare readonly kind: "webhook";
  declare readonly code: WebhookErrorCode;
  /** The id of the delivery, if present. Do not trust it if the signature is invalid. */
  declare readonly webhookId: string | undefined;
  /** The issues of an `unexpected_body`. */
  declare readonly issues: readonly Issue[];
  /** The validly signed event of an `unexpected_body`. */
  declare readonly event: unknown;

  constructor(code: WebhookErrorCode, message: string, options: WebhookErrorOptions = {}) {
    const issues = options.issues ?? [];
    super(
      "webhook",
      `webhook rejected (${code}): ${message}${issues.map((issue) => `\n  ${issue.message}`).join("")}`,
      options,
    );
    this.code = code;
    // A longer id is an attempt to fill a log.
    this.webhookId = options.webhookId?.slice(0, 200);
    this.issues = issues;
    this.event = options.event;
  }
}

/** A genuine delivery that was already received. Do not process it again. */
export class WebhookReplayError extends BursarError {
  static override readonly errorName: string = "WebhookReplayError";
  declare readonly kind: "webhook";
  declare readonly webhookId: string;
  /**
   * `done`: already processed, so respond with success. `busy`: another process handles it and may
   * fail, so respond with an error such as 503. Otherwise the sender does not deliver it again.
   */
  declare readonly state: "done" | "busy";

  constructor(webhookId: string, state: "done" | "busy") {
    const [what, hint] =
      state === "done"
        ? ["was already processed", "Respond with success. Do not process it again."]
        : [
            "is being processed",
            "Respond with an error such as 503: the sender delivers it again.",
          ];
    super("webhook", `webhook replayed: this delivery ${what}`, { hint });
    this.webhookId = webhookId.slice(0, 200);
    this.state = state;
  }
}
