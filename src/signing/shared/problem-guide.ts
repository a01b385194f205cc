import type {
  ProblemSeverity,
  ReviewProblemCode,
  SigningProblemCode,
} from "../../errors/signing.js";

/** What a problem means, and what to do about it. */
export interface ProblemGuideEntry {
  severity: ProblemSeverity;
  meaning: string;
  action: string;
}

/**
 * Every code of a signing problem, with its severity, its meaning and what to do about it.
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
// biome-ignore format: a table
export const problemGuide: {
  readonly [Code in SigningProblemCode]: Readonly<ProblemGuideEntry> & {
    readonly severity: Code extends ReviewProblemCode ? "review" : "fatal";
  };
} = {
  receiver_missing: { severity: "review", meaning: "The quote names no receiver, but another than the wallet was requested.", action: "Ask the user, or request a quote that names the receiver." },
  amount_out_missing: { severity: "review", meaning: "The quote states no expected amount, so the slippage cannot be checked.", action: "Pass minAmountOut from your own price source, or ask the user." },
  amount_in_lower: { severity: "review", meaning: "The quote takes less than the request, by more than deducted gas and rounding.", action: "Ask the user whether the lower amount is wanted." },
  slippage: { severity: "review", meaning: "The minimum is not the expected amount less the requested slippage.", action: "Show the minimum to the user, or pass minAmountOut." },
  expiry_later: { severity: "review", meaning: "The order expires more than two minutes later than requested.", action: "Ask the user, or compare the clocks." },
  fee: { severity: "review", meaning: "A fee, the gas or a sum of fees is above its limit, or cannot be compared with it.", action: "Show the total cost to the user, or raise maxServiceFeePercent or maxGasFee." },
  fee_token: { severity: "review", meaning: "A fee or the gas is paid in another token.", action: "Show the fee and its token to the user." },
  quote_id: { severity: "review", meaning: "The id of the quote is not the hash that is signed.", action: "Ask the user, or request a new quote." },
  price_loss: { severity: "review", meaning: "The output is worth much less than the input, or one of them is worth nothing.", action: "Show the loss to the user, or set maxLossPercent." },
  price_unknown: { severity: "review", meaning: "A worth in US dollars is missing or cannot be read, or gas in another token has none.", action: "Compare the minimum with your own price source. For gas, set maxGasFee." },
  wrapper_name: { severity: "review", meaning: "The order is wrapped for this wallet and chain under an unknown name.", action: "Accept it if you know the implementation of the wallet." },
  not_simulated: { severity: "review", meaning: "The node could not simulate: the message has the reason.", action: "Ask the user, or pass simulate a client of the source chain." },
  call_data_missing: { severity: "review", meaning: "Only the hash of the operation is known, so it cannot be simulated.", action: "Ask the user." },
  simulated_revert: { severity: "review", meaning: "The operation fails in the simulation: the message has the reason.", action: "Request a new quote." },
  simulated_gas: { severity: "review", meaning: "The gas is unusual: its amount, its token, or no stated maximum.", action: "Show the gas to the user, or set maxGasFee." },
  wrong_type: { severity: "fatal", meaning: "A value has another type than required.", action: "If the path names an option, correct your call. Otherwise request new data." },
  missing_field: { severity: "fatal", meaning: "The message lacks a field of its type.", action: "Request new typed data." },
  unknown_field: { severity: "fatal", meaning: "The message has a field that its type lacks.", action: "Request new typed data." },
  rounded_number: { severity: "fatal", meaning: "A number above 2^53 lost digits.", action: "Pass large integers as decimal strings or bigint." },
  out_of_range: { severity: "fatal", meaning: "An integer does not fit its type.", action: "Request new typed data." },
  wrong_length: { severity: "fatal", meaning: "Bytes or a list have another length than their type.", action: "Request new typed data." },
  checksum: { severity: "fatal", meaning: "The checksum of the owner's address is wrong.", action: "Correct the option owner." },
  circle: { severity: "fatal", meaning: "A value contains itself, or has too many levels.", action: "Request new typed data." },
  primary_type: { severity: "fatal", meaning: "The primary type is not one of the types.", action: "Request new typed data." },
  unknown_type: { severity: "fatal", meaning: "A field has an unknown type.", action: "Request new typed data." },
  type_name: { severity: "fatal", meaning: "A type or a field has an invalid name.", action: "Request new typed data." },
  duplicate_field: { severity: "fatal", meaning: "A type has two fields of one name.", action: "Request new typed data." },
  domain_types: { severity: "fatal", meaning: "The type of the domain does not list the fields of the domain.", action: "Request new typed data." },
  empty_domain: { severity: "fatal", meaning: "The domain is empty: the signature would be valid everywhere.", action: "Do not sign it." },
  chain: { severity: "fatal", meaning: "It is for another chain.", action: "Request a new quote. Compare the option chainId." },
  any_chain: { severity: "fatal", meaning: "The authorization is valid on every chain.", action: "Do not sign it. signAuthorization signs it if you expect chain 0." },
  hash: { severity: "fatal", meaning: "The hash is malformed or does not match its data.", action: "Do not sign it, and report it to the service." },
  delegate: { severity: "fatal", meaning: "The account would be handed over to a contract that delegates does not name.", action: "Do not sign it, unless you trust the contract: then name it in delegates." },
  owner: { severity: "fatal", meaning: "The owner is missing or is not the signer.", action: "Sign with the account that owns the wallet." },
  reverted: { severity: "fatal", meaning: "The operation would fail on the chain.", action: "Show the reason, and request a new quote." },
  nothing_to_sign: { severity: "fatal", meaning: "There is nothing to sign.", action: "Request a new quote." },
  not_asked: { severity: "fatal", meaning: "It contains an approval that was not requested.", action: "Do not sign it, and report it to the service." },
  expired: { severity: "fatal", meaning: "It has expired, or expires within the margin.", action: "Request a new quote." },
  expiry: { severity: "fatal", meaning: "The expiry cannot be read, or a quote has none.", action: "Request a new quote." },
  token: { severity: "fatal", meaning: "It is for another token.", action: "Do not sign it, and report it to the service." },
  wallet: { severity: "fatal", meaning: "It is for another wallet.", action: "Compare the option walletAddress or the request." },
  receiver: { severity: "fatal", meaning: "It names another receiver.", action: "Do not sign it, and report it to the service." },
  amount_in: { severity: "fatal", meaning: "The input is higher than requested, or cannot be read.", action: "Request a new quote." },
  amount_out: { severity: "fatal", meaning: "The expected amount cannot be read.", action: "Request a new quote." },
  minimum_out: { severity: "fatal", meaning: "The minimum is missing, zero, unreadable or below yours.", action: "Request a new quote, or lower your minimum." },
  fee_unreadable: { severity: "fatal", meaning: "A fee or the list of fees cannot be read.", action: "Request a new quote." },
  typed_data: { severity: "fatal", meaning: "The typed data is missing, of an unknown form or for another contract.", action: "Request a new quote." },
  not_supported: { severity: "fatal", meaning: "This function cannot sign it.", action: "Use the function that the problem names, if there is one." },
  sign_data: { severity: "fatal", meaning: "The list of things to sign has an unknown form.", action: "Request new data." },
  simulated_gain: { severity: "fatal", meaning: "In the simulation, the receiver gains less than the minimum.", action: "Request a new quote." },
  simulated_loss: { severity: "fatal", meaning: "In the simulation, the wallet, its owner or the receiver loses more than you asked for.", action: "Do not sign it, and report it to the service. State what your own operation moves in changes." },
  simulated_approval: { severity: "fatal", meaning: "In the simulation, an account can spend more of the tokens of the wallet, its owner or the receiver.", action: "Name the account in approvals if you trust it." },
  simulated_control: { severity: "fatal", meaning: "In the simulation, the wallet gets another owner, implementation or module.", action: "Do not sign it, and report it to the service." },
  simulated_unmeasured: { severity: "fatal", meaning: "The simulation cannot measure all changes of the operation.", action: "Request a new quote." },
  request: { severity: "fatal", meaning: "The request or an option is missing or invalid.", action: "Correct your call." },
  input_value: { severity: "fatal", meaning: "Bitcoin: the value of an input is missing or invalid.", action: "Request a new PSBT." },
  previous_transaction: { severity: "fatal", meaning: "Bitcoin: the value of an input is not proven.", action: "Request a PSBT with previous transactions." },
  sighash: { severity: "fatal", meaning: "Bitcoin: the signature would not cover all inputs and outputs.", action: "Request a new PSBT." },
  outputs: { severity: "fatal", meaning: "Bitcoin: an output is missing, unexpected or invalid.", action: "Compare the option expect, and request a new PSBT." },
};
