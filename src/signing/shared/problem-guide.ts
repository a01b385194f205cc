import {
  correctCall,
  problemSeverities,
  type ReviewProblemCode,
  type SigningProblemCode,
} from "../../shared/problem-codes.js";

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

/** What each problem to review means. A page that signs needs no other text of this file. */
export const reviewMeanings = {
  receiver_missing: "It does not say that the receiver you asked for gets the money.",
  expiry_later: "It stays valid for longer than you asked.",
  quote_id: "The id of the quote is not the hash that is signed.",
  slippage: "The minimum is below the expected amount less your slippage.",
  price_loss: "You get much less than you give, with all fees and gas.",
  price_unknown: "The worth of what you give, get or pay is missing or cannot be read.",
  high_costs: "Fees and gas take more than a tenth of the amount.",
  wrapper_name: "The signature is for an unknown type of wallet.",
  unknown_data: "It has other data to sign than an order, whose effect is not known.",
} as const satisfies Readonly<Record<ReviewProblemCode, string>>;

const fatalMeanings = {
  chain: "It is for another chain, or valid on every chain.",
  wallet: "It is for another wallet.",
  token: "It is for another token.",
  receiver: "It names another receiver.",
  amount_in: "It takes more than you asked, a deposit another amount, or an amount cannot be read.",
  minimum_out:
    "The guaranteed minimum is missing, zero or unreadable, or a transfer delivers less than its fees explain.",
  expired: "It has expired, or expires within the margin.",
  expiry: "The expiry cannot be read, or a quote has none.",
  reverted: "The operation would fail on the chain, or it failed there.",
  insufficient_balance: "The wallet has too little of a token.",
  nothing_to_sign: "There is nothing to sign.",
  hash: "The hash is malformed or does not match its data.",
  delegate: "Your account would be handed over to a contract that is not on your list.",
  owner: "The owner is missing, malformed or not the signer.",
  typed_data: "What is to be signed is missing, of an unknown form or for another contract.",
  malformed: "The data to sign is malformed.",
  not_asked: "It contains an approval or another operation that you did not request.",
  not_supported: "This function cannot sign it.",
  below_minimum: "The guaranteed minimum is below the one that you set.",
  gas_above_maximum: "The stated gas is above the maximum that you set, or none is stated.",
  worse_quote: "The new quote is worse than the one that was seen, by more than you allow.",
  left_more: "More of a token left the wallet than was stated.",
  other_left: "A token left the wallet that was not stated.",
  arrived_less: "Less than the guaranteed minimum arrived.",
  new_approval: "Another account can still spend a token of the wallet.",
  policy: "Your policy does not allow it, or its limit is used up.",
  request: "The request or an option is missing or invalid.",
  fee: "The fee is above your limits.",
  input_value: "The value of an input is missing or invalid.",
  previous_transaction: "The value of an input is not proven.",
  sighash: "The signature would not cover all inputs and outputs.",
  outputs: "An output is missing, unexpected or invalid.",
} as const satisfies Readonly<Record<Exclude<SigningProblemCode, ReviewProblemCode>, string>>;

export const listMeanings = (): Readonly<Record<SigningProblemCode, string>> => ({
  ...reviewMeanings,
  ...fatalMeanings,
});

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
  delegate: ["Matches", "Do not sign this. If you trust the contract, add it to delegates."],
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
  policy: ["Within your limits", "Read the rule in the message. Wait for the window, get a mandate, or change the policy."],
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
  const meanings = listMeanings();
  const entries = Object.entries(texts).map(([name, [sentence, action]]) => {
    const code = name as SigningProblemCode;
    const severity = problemSeverities[code];
    return [code, { severity, sentence, meaning: meanings[code], action }];
  });
  return Object.fromEntries(entries) as {
    readonly [Code in SigningProblemCode]: ProblemGuideEntry<Code>;
  };
}
