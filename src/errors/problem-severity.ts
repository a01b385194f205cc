import type { ProblemSeverity, ReviewProblemCode, SigningProblemCode } from "./signing.js";

/** Each problem code has one severity. TypeScript reports a missing code and a wrong severity. */
const severities: {
  readonly [Code in SigningProblemCode]: Code extends ReviewProblemCode ? "review" : "fatal";
} = {
  receiver_missing: "review",
  amount_out_missing: "review",
  amount_in_lower: "review",
  slippage: "review",
  expiry_later: "review",
  fee: "review",
  fee_token: "review",
  quote_id: "review",
  price_loss: "review",
  price_unknown: "review",
  wrapper_name: "review",
  not_simulated: "review",
  call_data_missing: "review",
  simulated_revert: "review",
  simulated_gas: "review",
  // Malformed typed data.
  wrong_type: "fatal",
  missing_field: "fatal",
  unknown_field: "fatal",
  rounded_number: "fatal",
  out_of_range: "fatal",
  wrong_length: "fatal",
  checksum: "fatal",
  circle: "fatal",
  primary_type: "fatal",
  unknown_type: "fatal",
  type_name: "fatal",
  duplicate_field: "fatal",
  domain_types: "fatal",
  empty_domain: "fatal",
  // The quote does not match the caller's expectations.
  chain: "fatal",
  any_chain: "fatal",
  hash: "fatal",
  delegate: "fatal",
  owner: "fatal",
  reverted: "fatal",
  nothing_to_sign: "fatal",
  not_asked: "fatal",
  expired: "fatal",
  expiry: "fatal",
  token: "fatal",
  wallet: "fatal",
  receiver: "fatal",
  amount_in: "fatal",
  amount_out: "fatal",
  minimum_out: "fatal",
  fee_unreadable: "fatal",
  typed_data: "fatal",
  // The simulated changes do not match the request.
  simulated_gain: "fatal",
  simulated_loss: "fatal",
  simulated_approval: "fatal",
  simulated_control: "fatal",
  simulated_unmeasured: "fatal",
  // This version cannot sign it.
  not_supported: "fatal",
  sign_data: "fatal",
  request: "fatal",
  // Bitcoin transactions.
  input_value: "fatal",
  previous_transaction: "fatal",
  sighash: "fatal",
  outputs: "fatal",
};

export function listProblemCodes(): SigningProblemCode[] {
  return Object.keys(severities) as SigningProblemCode[];
}

export function severityOf(code: SigningProblemCode): ProblemSeverity {
  return severities[code];
}
