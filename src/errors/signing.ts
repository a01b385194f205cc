import { listMessages } from "../shared/list-messages.js";
import type { Address } from "../shared/patterns.js";
import {
  correctCall,
  type ReviewProblemCode,
  type SigningProblemCode,
} from "../shared/problem-codes.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

export type { ReviewProblemCode, SigningProblemCode };

/**
 * `"fatal"`: what would be signed is not what you asked for, or cannot be judged. Never signed. Of
 * `checkSettlement`: what happened is not what was stated.
 * `"review"`: unusual but possible. Signed only with `accept` or `confirm`.
 */
export type ProblemSeverity = "fatal" | "review";

/** How typed data is malformed. */
export type MalformedDetail =
  | "wrong_type"
  | "missing_field"
  | "unknown_field"
  | "rounded_number"
  | "out_of_range"
  | "wrong_length"
  | "too_deep"
  | "invalid_type"
  | "domain";

/** A rule of a signing policy. */
export interface RefusedRule {
  /**
   * The option of `createSigningPolicy`. `frozen`: it was stopped. `mandate_…`: what is signed is
   * not what the mandate says, or it was used.
   */
  rule:
    | ("chains" | "receivers" | "limits" | "perOperation" | "windows" | "allowRaw" | "frozen")
    | ("approval" | "mandate_policy" | "mandate_intent" | "mandate_request" | "mandate_received")
    | ("mandate_gas" | "mandate_until" | "mandate_used");
  /** The window of the limit. */
  window?: { hours: number; max: string } | undefined;
  /** How much of the limit is left: a decimal string. */
  left?: string | undefined;
}

/** A problem of the data to sign. */
export interface SigningProblem {
  code: SigningProblemCode;
  /** The path, such as `message.legs[0].amount`. */
  path: string;
  /** Each code has one severity. */
  severity: ProblemSeverity;
  /** The expected value. */
  expected: string;
  /** The received value. */
  received: string;
  /** The problem in one line. */
  message: string;
  /**
   * The token that is missing, if the code is `insufficient_balance` and the reason names it. Of
   * `checkSettlement`: the token that left, arrived or was approved.
   */
  token?: Address | undefined;
  /** How typed data is malformed, if the code is `malformed`. */
  detail?: MalformedDetail | undefined;
  /** The rule that refused it, if the code is `policy`. */
  policy?: RefusedRule | undefined;
}

/** The options of a signing error. */
export interface SigningErrorOptions extends BursarErrorOptions {
  /** Whether the user declined to sign. */
  rejected?: boolean | undefined;
}

/** No signature was returned. This class: the signer failed, or the user declined. */
export class SigningError extends BursarError {
  static override readonly errorName: string = "SigningError";
  declare readonly kind: "signing";
  /** Whether the user declined to sign. Do not show this as a failure. */
  declare readonly rejected: boolean;
  /** Of an `UnsafeToSignError`: every problem. */
  declare readonly problems?: readonly SigningProblem[] | undefined;

  constructor(message: string, options: SigningErrorOptions = {}) {
    super("signing", message, options);
    this.rejected = options.rejected ?? false;
  }
}

/** The options of an `UnsafeToSignError`. */
export interface UnsafeToSignOptions extends SigningErrorOptions {
  /** Whether the wallet had already signed. The signature was discarded. */
  discarded?: boolean | undefined;
}

/**
 * No signature was returned: the data is unsafe, would fail, or cannot be judged. `problems` lists
 * every problem: branch on its `code`. `rejected` is true if `confirm` did not return true.
 */
export class UnsafeToSignError extends SigningError {
  static override readonly errorName: string = "UnsafeToSignError";
  declare readonly problems: readonly SigningProblem[];

  constructor(
    subject: string,
    problems: readonly SigningProblem[],
    { discarded, ...options }: UnsafeToSignOptions = {},
  ) {
    const outcome = discarded ? "the signature was discarded" : "nothing was signed";
    const many = problems.length === 1 ? "" : "s";
    super(
      `${subject}: ${outcome}, ${problems.length} problem${many}:${listMessages(problems).join("")}`,
      {
        ...options,
        hint: options.hint ?? createHint(problems),
      },
    );
    this.problems = problems;
  }
}

const requestAgain = "Request a new quote.";

/** What to do if nothing is suspicious, as in the problem guide. */
const ordinary: Partial<Record<SigningProblemCode, string>> = {
  insufficient_balance: "Fund the wallet, and request a new quote.",
  reverted: "Show the reason, and request a new quote.",
  expired: requestAgain,
  nothing_to_sign: requestAgain,
  request: correctCall,
  delegate: "Do not sign this. If you trust the contract, add it to delegates.",
  below_minimum: "Request a new quote, or lower minReceived.",
  gas_above_maximum: "Request a new quote, or raise maxGasFee.",
  policy: "Read the rule in the message. Wait for the window, get a mandate, or change the policy.",
};

/** What a quote that would fail can have, too, without being suspicious. */
const besideRevert = new Set<SigningProblemCode>([
  "expired",
  "minimum_out",
  "price_loss",
  "price_unknown",
]);

function createHint(problems: readonly SigningProblem[]): string {
  const codes = new Set(problems.map(({ code }) => code));
  const suspicious = [...codes].filter((each) => !besideRevert.has(each));
  const [code] = codes.size === 1 ? codes : suspicious.length === 1 ? suspicious : [];
  return (
    (code && ordinary[code]) ??
    `Do not sign this. ${requestAgain} If the error repeats, report the problems to the service.`
  );
}

/** The signer does not support this operation. Nothing was signed. `hint` names alternatives. */
export class UnsupportedSignerError extends SigningError {
  static override readonly errorName: string = "UnsupportedSignerError";
}

/** The signer did not return the owner's signature. The signature was discarded. */
export class SignatureMismatchError extends SigningError {
  static override readonly errorName: string = "SignatureMismatchError";
  /** The account that should have signed. */
  declare readonly expected: Address;
  /** The account that signed. Undefined if the signature is invalid. */
  declare readonly actual: Address | undefined;

  constructor(
    subject: string,
    options: SigningErrorOptions & {
      expected: Address;
      actual?: Address | undefined;
      explanation?: string | undefined;
    },
  ) {
    const { expected, actual, explanation } = options;
    super(
      `${subject}: the signature is not the owner's: expected one of ${expected}, got one of ${actual ?? "no account"}${explanation ? ` (${explanation})` : ""}`,
      { hint: "Sign with the account that owns the wallet.", ...options },
    );
    this.expected = expected;
    this.actual = actual;
  }
}

/** Why an amount is invalid. */
export type AmountErrorCode =
  | "not_a_string"
  | "not_a_bigint"
  | "empty"
  | "negative"
  | "exponent"
  | "separator"
  | "not_a_number"
  | "too_many_decimals"
  | "decimals";

/** An amount cannot be converted exactly. */
export class AmountError extends SigningError {
  static override readonly errorName: string = "AmountError";
  declare readonly code: AmountErrorCode;

  constructor(code: AmountErrorCode, message: string, options: SigningErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}
