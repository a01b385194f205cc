import type { ProblemSeverity, ReviewProblemCode, SigningProblemCode } from "./signing.js";

// A record, so that TypeScript reports a missing code.
export const reviewCodes: Readonly<Record<ReviewProblemCode, true>> = {
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

/** Each code has one severity. */
export function severityOf(code: SigningProblemCode): ProblemSeverity {
  return Object.hasOwn(reviewCodes, code) ? "review" : "fatal";
}
