import {
  correctCall,
  problemSeverities,
  type SigningProblemCode,
} from "../../shared/problem-codes.js";
import { problemMeanings } from "./problem-meanings.js";

// Where each sentence of the promise in docs/signing.md is enforced, in the folder of signing:
// - Matches: quote/compare-with-request.ts, quote/read-quote.ts (parts),
//   operation/read-operation.ts, requested/read-transfer.ts, requested/read-batch.ts,
//   requested/read-withdrawal.ts,
//   typed-data/check-typed-data.ts (data and hash), skeleton/describe-parts.ts (the warning about a
//   hash without its operation), authorization/check-operation.ts (delegates, failure),
//   shared/expiry.ts, signer/resolve-signer.ts (owner), signer/parse-signature.ts
// - Within your limits: quote/compare-with-request.ts (minimum, gas), requested/read-batch.ts (gas
//   of a batch), operation/read-operation.ts (gas of a custom operation), and the policy,
//   src/policy, which skeleton/policy.ts asks
// - Reasonable: quote/judge-loss.ts, statement/costs.ts (fees, gas), requested/read-transfer.ts
//   (what arrives), requested/read-batch.ts (the loss of all), quote/compare-with-request.ts
//   (slippage, receiver), quote/read-quote.ts (id, latest expiry), shared/expiry.ts (validity),
//   typed-data/check-typed-data.ts (wrapper, other data); the tolerance: shared/decimal.ts
// - Settled: settlement/check-settlement.ts
// skeleton/sign.ts has the order of these steps, and what `accept` and `confirm` can lift.

/** A sentence of that promise, or what else a problem is about. */
type Sentence =
  | "Matches"
  | "Within your limits"
  | "Reasonable"
  | "Settled"
  | "Your call"
  | "Bitcoin";

/** Apart from the meanings and severities: a page that signs needs no further texts. */
// biome-ignore format: a table
const texts = {
  chain: ["Matches", "Request a new quote. Compare the option chainId."],
  wallet: ["Matches", "Compare the request, or the option walletAddress."],
  token: ["Matches", "Do not sign it, and report it to the service."],
  receiver: ["Matches", "Do not sign it, and report it to the service."],
  amount_in: ["Matches", "Request a new quote."],
  minimum_out: ["Matches", "Request a new quote."],
  expired: ["Matches", "Request a new quote."],
  expiry: ["Matches", "Request a new quote."],
  reverted: ["Matches", "Show the reason, and request a new quote."],
  insufficient_balance: ["Matches", "Fund the wallet, and request a new quote."],
  nothing_to_sign: ["Matches", "Request a new quote."],
  hash: ["Matches", "Do not sign it, and report it to the service."],
  delegate: ["Matches", "Do not sign it, unless you trust the contract: then name it in delegates."],
  owner: ["Matches", "Sign with the account that owns the wallet."],
  typed_data: ["Matches", "Request a new quote."],
  malformed: ["Matches", "Request new data. The field detail says what is wrong."],
  not_asked: ["Matches", "Do not sign it, and report it to the service."],
  not_supported: ["Matches", "Use the function that the problem names, if there is one."],
  below_minimum: ["Within your limits", "Request a new quote, or lower minReceived."],
  gas_above_maximum: ["Within your limits", "Request a new quote, or raise maxGasFee."],
  worse_quote: ["Within your limits", "Show the new quote, or raise requote."],
  receiver_missing: ["Reasonable", "Ask the user, or request a quote that names the receiver."],
  expiry_later: ["Reasonable", "Ask the user, or compare the clocks."],
  quote_id: ["Reasonable", "Ask the user, or request a new quote."],
  slippage: ["Reasonable", "Show the minimum to the user, or pass minReceived."],
  price_loss: ["Reasonable", "Show the loss to the user, or set maxLossPercent."],
  price_unknown: ["Reasonable", "Compare the minimum with your own price source, or ask the user."],
  high_costs: ["Reasonable", "Show them to the user, or request a quote for a larger amount."],
  wrapper_name: ["Reasonable", "Accept it if you know the implementation of the wallet."],
  unknown_data: ["Reasonable", "Show the data to the user, or accept it if you know it."],
  left_more: ["Settled", "Stop, and report the transaction to the service."],
  other_left: ["Settled", "Stop, and report the transaction to the service."],
  arrived_less: ["Settled", "Stop, and report the transaction to the service."],
  new_approval: ["Settled", "Revoke it, unless you trust the spender: then name it in approvals."],
  policy: ["Within your limits", "Read the rule in the message. Wait until the window has passed, or change the policy."],
  request: ["Your call", correctCall],
  fee: ["Bitcoin", "Request a new PSBT, or raise maxFeeRate, maxFee or maxFeePercent."],
  input_value: ["Bitcoin", "Request a new PSBT."],
  previous_transaction: ["Bitcoin", "Request a PSBT with previous transactions."],
  sighash: ["Bitcoin", "Request a new PSBT."],
  outputs: ["Bitcoin", "Compare the option expect, and request a new PSBT."],
} as const satisfies {
  readonly [Code in SigningProblemCode]: readonly [sentence: Sentence, action: string];
};

/** What a problem means, and what to do about it. */
export interface ProblemGuideEntry<Code extends SigningProblemCode = SigningProblemCode> {
  readonly severity: (typeof problemSeverities)[Code];
  /** The sentence of the promise that the code enforces. */
  readonly sentence: (typeof texts)[Code][0];
  readonly meaning: string;
  readonly action: string;
}

/**
 * Every code of a signing problem: its severity, the sentence of the promise in docs/signing.md
 * that it enforces, its meaning and what to do about it.
 *
 * @example
 * ```ts
 * import { checkQuote, problemGuide } from "bursar/signing";
 *
 * const [quote] = quotes;
 * if (quote)
 *   for (const { code } of checkQuote(quote, { expect: request }))
 *     console.log(problemGuide[code].meaning, problemGuide[code].action);
 * ```
 */
export const problemGuide = /* @__PURE__ */ createGuide();

function createGuide() {
  const entries = Object.entries(texts).map(([name, [sentence, action]]) => {
    const code = name as SigningProblemCode;
    const meaning = problemMeanings[code];
    return [code, { severity: problemSeverities[code], sentence, meaning, action }];
  });
  return Object.fromEntries(entries) as {
    readonly [Code in SigningProblemCode]: ProblemGuideEntry<Code>;
  };
}
