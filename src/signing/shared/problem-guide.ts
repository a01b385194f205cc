import {
  correctCall,
  problemSeverities,
  type SigningProblemCode,
} from "../../shared/problem-codes.js";

// Where each sentence of the promise in docs/signing.md is enforced, in the folder of signing:
// - Matches: quote/compare-with-request.ts, quote/read-quote.ts (parts),
//   operation/read-operation.ts, requested/read-transfer.ts, requested/read-batch.ts,
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

/** Not beside the severities: a page that signs needs those, and no texts. */
// biome-ignore format: a table
const texts = {
  chain: ["Matches", "It is for another chain, or valid on every chain.", "Request a new quote. Compare the option chainId."],
  wallet: ["Matches", "It is for another wallet.", "Compare the request, or the option walletAddress."],
  token: ["Matches", "It is for another token.", "Do not sign it, and report it to the service."],
  receiver: ["Matches", "It names another receiver.", "Do not sign it, and report it to the service."],
  amount_in: ["Matches", "It takes more than you asked, a deposit another amount, or an amount cannot be read.", "Request a new quote."],
  minimum_out: ["Matches", "The guaranteed minimum is missing, zero or unreadable, or a transfer delivers less than its fees explain.", "Request a new quote."],
  expired: ["Matches", "It has expired, or expires within the margin.", "Request a new quote."],
  expiry: ["Matches", "The expiry cannot be read, or a quote has none.", "Request a new quote."],
  reverted: ["Matches", "The operation would fail on the chain, or it failed there.", "Show the reason, and request a new quote."],
  insufficient_balance: ["Matches", "The wallet has too little of a token.", "Fund the wallet, and request a new quote."],
  nothing_to_sign: ["Matches", "There is nothing to sign.", "Request a new quote."],
  hash: ["Matches", "The hash is malformed or does not match its data.", "Do not sign it, and report it to the service."],
  delegate: ["Matches", "Your account would be handed over to a contract that is not on your list.", "Do not sign it, unless you trust the contract: then name it in delegates."],
  owner: ["Matches", "The owner is missing, malformed or not the signer.", "Sign with the account that owns the wallet."],
  typed_data: ["Matches", "What is to be signed is missing, of an unknown form or for another contract.", "Request a new quote."],
  malformed: ["Matches", "The data to sign is malformed.", "Request new data. The field detail says what is wrong."],
  not_asked: ["Matches", "It contains an approval or another operation that you did not request.", "Do not sign it, and report it to the service."],
  not_supported: ["Matches", "This function cannot sign it.", "Use the function that the problem names, if there is one."],
  below_minimum: ["Within your limits", "The guaranteed minimum is below the one that you set.", "Request a new quote, or lower minReceived."],
  gas_above_maximum: ["Within your limits", "The stated gas is above the maximum that you set, or none is stated.", "Request a new quote, or raise maxGasFee."],
  worse_quote: ["Within your limits", "The new quote is worse than the one that was seen, by more than you allow.", "Show the new quote, or raise requote."],
  receiver_missing: ["Reasonable", "It does not say that the receiver you asked for gets the money.", "Ask the user, or request a quote that names the receiver."],
  expiry_later: ["Reasonable", "It stays valid for longer than you asked.", "Ask the user, or compare the clocks."],
  quote_id: ["Reasonable", "The id of the quote is not the hash that is signed.", "Ask the user, or request a new quote."],
  slippage: ["Reasonable", "The minimum is below the expected amount less your slippage.", "Show the minimum to the user, or pass minReceived."],
  price_loss: ["Reasonable", "You get much less than you give, with all fees and gas.", "Show the loss to the user, or set maxLossPercent."],
  price_unknown: ["Reasonable", "The worth of what you give, get or pay is missing or cannot be read.", "Compare the minimum with your own price source, or ask the user."],
  high_costs: ["Reasonable", "Fees and gas take more than a tenth of the amount.", "Show them to the user, or request a quote for a larger amount."],
  wrapper_name: ["Reasonable", "The signature is for an unknown type of wallet.", "Accept it if you know the implementation of the wallet."],
  unknown_data: ["Reasonable", "It has other data to sign than an order, whose effect is not known.", "Show the data to the user, or accept it if you know it."],
  left_more: ["Settled", "More of a token left the wallet than was stated.", "Stop, and report the transaction to the service."],
  other_left: ["Settled", "A token left the wallet that was not stated.", "Stop, and report the transaction to the service."],
  arrived_less: ["Settled", "Less than the guaranteed minimum arrived.", "Stop, and report the transaction to the service."],
  new_approval: ["Settled", "Another account can still spend a token of the wallet.", "Revoke it, unless you trust the spender: then name it in approvals."],
  policy: ["Within your limits", "Your policy does not allow it, or its limit is used up.", "Read the rule in the message. Wait until the window has passed, or change the policy."],
  request: ["Your call", "The request or an option is missing or invalid.", correctCall],
  fee: ["Bitcoin", "The fee is above your limits.", "Request a new PSBT, or raise maxFeeRate, maxFee or maxFeePercent."],
  input_value: ["Bitcoin", "The value of an input is missing or invalid.", "Request a new PSBT."],
  previous_transaction: ["Bitcoin", "The value of an input is not proven.", "Request a PSBT with previous transactions."],
  sighash: ["Bitcoin", "The signature would not cover all inputs and outputs.", "Request a new PSBT."],
  outputs: ["Bitcoin", "An output is missing, unexpected or invalid.", "Compare the option expect, and request a new PSBT."],
} as const satisfies {
  readonly [Code in SigningProblemCode]: readonly [sentence: Sentence, meaning: string, action: string];
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
  const entries = Object.entries(texts).map(([code, [sentence, meaning, action]]) => {
    const severity = problemSeverities[code as SigningProblemCode];
    return [code, { severity, sentence, meaning, action }];
  });
  return Object.fromEntries(entries) as {
    readonly [Code in SigningProblemCode]: ProblemGuideEntry<Code>;
  };
}
