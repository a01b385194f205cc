import type { Address } from "../contract/shared/primitives.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** What can be wrong with something that is to be signed. */
export type SigningProblemCode =
  // The form of typed data.
  | "wrong_type"
  | "missing_field"
  | "unknown_field"
  | "rounded_number"
  | "out_of_range"
  | "wrong_length"
  | "checksum"
  | "circle"
  | "primary_type"
  | "unknown_type"
  | "type_name"
  | "duplicate_field"
  | "domain_types"
  | "empty_domain"
  // What the caller expects of it.
  | "chain"
  | "any_chain"
  | "hash"
  | "delegate"
  | "owner"
  | "reverted"
  | "nothing_to_sign"
  | "not_asked"
  | "expired"
  | "expiry"
  | "token"
  | "wallet"
  | "receiver"
  | "amount_in"
  | "amount_out"
  | "minimum_out"
  | "fee"
  | "fee_token"
  | "quote_id"
  | "typed_data"
  // What this version knows how to sign.
  | "not_supported"
  | "sign_data"
  | "request"
  // A Bitcoin transaction.
  | "input_value"
  | "previous_transaction"
  | "sighash"
  | "outputs";

/** One thing that does not add up in what is to be signed. */
export interface SigningProblem {
  code: SigningProblemCode;
  /** Where, such as `message.legs[0].amount`. */
  path: string;
  /** What was expected there. */
  expected: string;
  /** What stood there. */
  actual: string;
  /** All of it in one line. */
  message: string;
}

/** What a signing error is made of. */
export interface SigningErrorOptions extends BursarErrorOptions {
  /** Whether the person at the wallet declined. */
  rejected?: boolean | undefined;
}

/** No signature was handed out. The subclasses say why; this class itself stands for a signer that failed or declined. */
export class SigningError extends BursarError {
  static override readonly errorName: string = "SigningError";
  declare readonly kind: "signing";
  /** True when the person at the wallet declined: nothing is broken, so do not show it as a failure. */
  declare readonly rejected: boolean;

  constructor(message: string, options: SigningErrorOptions = {}) {
    super("signing", message, options);
    this.rejected = options.rejected ?? false;
  }
}

/** Nothing was signed, because what was to be signed does not add up. Every problem is listed, each with both values. */
export class UnsafeToSignError extends SigningError {
  static override readonly errorName: string = "UnsafeToSignError";
  declare readonly problems: readonly SigningProblem[];

  constructor(
    subject: string,
    problems: readonly SigningProblem[],
    options: SigningErrorOptions = {},
  ) {
    const many = problems.length === 1 ? "" : "s";
    super(
      `${subject}: nothing was signed, ${problems.length} problem${many}:${problems.map(({ message }) => `\n  ${message}`).join("")}`,
      {
        ...options,
        hint:
          options.hint ??
          "Do not sign this. Ask for a new quote; if it comes again, show the problems to whoever runs the service.",
      },
    );
    this.problems = problems;
  }
}

/** The signer cannot sign this kind of thing. Nothing was signed; `hint` says what to use instead. */
export class UnsupportedSignerError extends SigningError {
  static override readonly errorName: string = "UnsupportedSignerError";
}

/** The signer answered, but not with the owner's signature. It was thrown away. */
export class SignatureMismatchError extends SigningError {
  static override readonly errorName: string = "SignatureMismatchError";
  /** The account whose signature was asked for. */
  declare readonly expected: Address;
  /** The account that the signature recovers to. Missing when it recovers to none. */
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

/** Why an amount was refused. */
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

/** An amount cannot be converted without changing it. */
export class AmountError extends SigningError {
  static override readonly errorName: string = "AmountError";
  declare readonly code: AmountErrorCode;

  constructor(code: AmountErrorCode, message: string, options: SigningErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}
