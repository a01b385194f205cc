import type { ProblemSeverity, ReviewProblemCode, SigningProblemCode } from "./signing.js";

// A record, so that TypeScript reports a missing code.
const reviewCodes: Readonly<Record<ReviewProblemCode, true>> = {
  receiver_missing: true,
  amount_out_missing: true,
  amount_in_lower: true,
  slippage: true,
  expiry_later: true,
  fee: true,
  fee_token: true,
  quote_id: true,
  price_loss: true,
  price_unknown: true,
  wrapper_name: true,
  not_simulated: true,
  call_data_missing: true,
  simulated_revert: true,
  simulated_gas: true,
};

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
  not_supported: true,
  sign_data: true,
  request: true,
  input_value: true,
  previous_transaction: true,
  sighash: true,
  outputs: true,
};

export const reviewCodeNames: readonly string[] = /* @__PURE__ */ Object.keys(reviewCodes);
export const problemCodeNames: readonly string[] = /* @__PURE__ */ Object.keys({
  ...reviewCodes,
  ...fatalCodes,
});

/** Each code has one severity. */
export function severityOf(code: SigningProblemCode): ProblemSeverity {
  return Object.hasOwn(reviewCodes, code) ? "review" : "fatal";
}
