import type { Hex } from "../shared/patterns.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** A journal is damaged. Nothing is signed or sent before it is repaired. */
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

/** The intent was used for another request. Nothing was sent for this one. */
export class IntentConflictError extends BursarError {
  static override readonly errorName: string = "IntentConflictError";
  declare readonly kind: "intent_conflict";
  declare readonly intent: string;
  /** The digest of the request that the journal has. */
  declare readonly stored: Hex;
  /** The digest of the request that was given now. */
  declare readonly given: Hex;

  constructor(subject: string, details: { intent: string; stored: Hex; given: Hex }) {
    const message = `${subject}: intent: "${details.intent}" was used for another request`;
    super("intent_conflict", message, {
      hint: "Use a new intent for each payment. Nothing was sent for this request.",
    });
    this.intent = details.intent;
    this.stored = details.stored;
    this.given = details.given;
  }
}
