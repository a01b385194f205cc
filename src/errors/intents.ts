import type { Hex } from "../shared/patterns.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** A journal, or a file of receipts, is damaged. No signature is returned before it is repaired. */
export class JournalError extends BursarError {
  static override readonly errorName: string = "JournalError";
  declare readonly kind: "journal";
  /** The first damaged line of the file, from 1. Undefined if the file itself is another one. */
  declare readonly line: number | undefined;

  constructor(message: string, options: BursarErrorOptions & { line?: number | undefined } = {}) {
    super("journal", message, { outcome: "unknown", ...options });
    this.line = options.line;
  }
}

/** Both requests of an intent, by their digests, and what became of the first one. */
export interface IntentConflict {
  intent: string;
  stored: Hex;
  given: Hex;
  state: string;
  transactionId?: string | undefined;
}

/** The intent was used for another request. Nothing was sent for this one. */
export class IntentConflictError extends BursarError {
  static override readonly errorName: string = "IntentConflictError";
  declare readonly kind: "intent_conflict";
  declare readonly intent: string;
  /** The digest of the request that the journal has. */
  declare readonly stored: Hex;
  /** The digest of the request that was given now. */
  declare readonly given: Hex;
  /** The state of the entry, such as `done`. */
  declare readonly state: string;
  /** The `id` in the wallet's history, if it is known. */
  declare readonly transactionId: string | undefined;

  constructor(subject: string, details: IntentConflict) {
    const { intent, stored, given, state, transactionId } = details;
    const message = `${subject}: intent: "${intent}" was used for another request (it is ${state})`;
    super("intent_conflict", message, {
      hint: "Nothing was sent for this request. If it is another payment, use a new intent.",
    });
    this.intent = intent;
    this.stored = stored;
    this.given = given;
    this.state = state;
    this.transactionId = transactionId;
  }
}
