import { createUnknownError } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { reviewCodes } from "../../errors/problem-severity.js";
import type { ReviewProblemCode, SigningProblemCode } from "../../errors/signing.js";

// A record, so that TypeScript reports a missing code.
const fatalCodes: Readonly<Record<Exclude<SigningProblemCode, ReviewProblemCode>, true>> = {
  wrong_type: true,
  missing_field: true,
  unknown_field: true,
  rounded_number: true,
  out_of_range: true,
  wrong_length: true,
  checksum: true,
  circle: true,
  primary_type: true,
  unknown_type: true,
  type_name: true,
  duplicate_field: true,
  domain_types: true,
  empty_domain: true,
  chain: true,
  any_chain: true,
  hash: true,
  delegate: true,
  owner: true,
  reverted: true,
  nothing_to_sign: true,
  not_asked: true,
  expired: true,
  expiry: true,
  token: true,
  wallet: true,
  receiver: true,
  amount_in: true,
  amount_out: true,
  minimum_out: true,
  fee_unreadable: true,
  typed_data: true,
  simulated_gain: true,
  simulated_loss: true,
  simulated_approval: true,
  simulated_control: true,
  simulated_unmeasured: true,
  not_supported: true,
  sign_data: true,
  request: true,
  input_value: true,
  previous_transaction: true,
  sighash: true,
  outputs: true,
};

/**
 * Copies an array of problem codes.
 *
 * @throws {ConfigurationError} for a misspelt code: it would accept nothing.
 */
export function readCodes(subject: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw createTypeError(subject, describeType(value));
  const codes: unknown[] = Array.from(value);
  const review = Object.keys(reviewCodes);
  const known = [...review, ...Object.keys(fatalCodes)];
  return codes.map((code) => {
    if (typeof code !== "string")
      throw createTypeError(subject, `a list with ${describeType(code)}`);
    if (!known.includes(code)) throw createUnknownError(subject, "code", code, known, review);
    return code;
  });
}

function createTypeError(subject: string, received: string): ConfigurationError {
  const message = `${subject}: expected an array of codes, got ${received}.`;
  return new ConfigurationError(message, { hint: 'Pass an array, such as ["price_loss"].' });
}

/** The value itself could be a secret. */
function describeType(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind === "Set" || kind === "Map") return `a ${kind}`;
  return typeof value === "object" ? "an object" : `a value of type ${typeof value}`;
}
