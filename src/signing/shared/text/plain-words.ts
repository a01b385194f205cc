import type { ReviewProblemCode, SigningProblem } from "../../../errors/signing.js";
import { toWords } from "./plain-text.js";

/** What a problem means for the user. */
const sentences: Readonly<Record<ReviewProblemCode, string>> = {
  receiver_missing: "It does not say that the receiver you asked for gets the money.",
  amount_out_missing: "It does not say how much you can expect.",
  amount_in_lower: "It says that you give less than you asked for.",
  slippage: "The minimum is not the expected amount less your slippage.",
  expiry_later: "It stays valid for longer than you asked.",
  fee: "A fee is higher than the limit, or cannot be compared with it.",
  fee_token: "A fee is paid in another token.",
  quote_id: "The id of the quote is not its hash.",
  price_loss: "You get much less than you give.",
  price_unknown: "The worth of what you give, get or pay as gas is missing or cannot be read.",
  wrapper_name: "The signature is for an unknown type of wallet.",
  not_simulated: "What it changes could not be simulated.",
  call_data_missing: "Only the hash of what it does is known.",
  simulated_revert: "Its simulation failed.",
  simulated_gas: "The gas it can cost is unusual.",
};

/** Explains each problem once, in plain words and without text of the response. */
export function explainProblems(problems: readonly SigningProblem[]): string[] {
  const lines = problems.map(({ code, severity, path }) =>
    severity === "review" && Object.hasOwn(sentences, code)
      ? sentences[code as ReviewProblemCode]
      : `Do not sign this: ${code} (${toWords(path)}).`,
  );
  return [...new Set(lines)];
}
