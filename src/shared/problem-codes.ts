/** Every code of a signing problem, with its severity. */
export const problemSeverities = {
  chain: "fatal",
  wallet: "fatal",
  token: "fatal",
  receiver: "fatal",
  amount_in: "fatal",
  minimum_out: "fatal",
  expired: "fatal",
  expiry: "fatal",
  reverted: "fatal",
  insufficient_balance: "fatal",
  nothing_to_sign: "fatal",
  hash: "fatal",
  delegate: "fatal",
  owner: "fatal",
  typed_data: "fatal",
  malformed: "fatal",
  not_asked: "fatal",
  not_supported: "fatal",
  below_minimum: "fatal",
  gas_above_maximum: "fatal",
  worse_quote: "fatal",
  receiver_missing: "review",
  expiry_later: "review",
  quote_id: "review",
  slippage: "review",
  price_loss: "review",
  price_unknown: "review",
  high_costs: "review",
  wrapper_name: "review",
  unknown_data: "review",
  left_more: "fatal",
  other_left: "fatal",
  arrived_less: "fatal",
  new_approval: "fatal",
  policy: "fatal",
  request: "fatal",
  fee: "fatal",
  input_value: "fatal",
  previous_transaction: "fatal",
  sighash: "fatal",
  outputs: "fatal",
} as const;

/** The kind of a signing problem. */
export type SigningProblemCode = keyof typeof problemSeverities;

type Severities = typeof problemSeverities;

/** Problems that can be right: `accept` and `confirm` lift them. All other codes are fatal. */
export type ReviewProblemCode = {
  [Code in SigningProblemCode]: Severities[Code] extends "review" ? Code : never;
}[SigningProblemCode];

export function listProblemCodes(): SigningProblemCode[] {
  return Object.keys(problemSeverities) as SigningProblemCode[];
}

/** What to do about problems that only the arguments of the caller have. */
export const correctCall = "Correct the arguments of your call that the problems name.";
