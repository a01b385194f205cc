import type { SignedOperation } from "../../contract/operations/records.js";
import type { Statement } from "../../contract/shared/statement.js";
import type { LimitOrderRequest, SwapQuote } from "../../contract/swap/records.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { Signer } from "../signer/resolve-signer.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import { explainReview } from "../skeleton/describe-parts.js";
import type { MandateOption } from "../skeleton/mandate.js";
import { digestForReceipt } from "../skeleton/receipts.js";
import { signReading } from "../skeleton/sign.js";
import { type CheckQuoteOptions, quoteFields } from "./quote-options.js";
import { readGiven, stateQuote } from "./read-quote.js";
import { summarizeQuote } from "./summarize-quote.js";

/** A signed quote. After `expiresAt`, `client.operations.execute` rejects it. */
export interface SignedQuote extends SignedOperation {
  expiresAt: string | number;
  walletAddress: string;
  statement: Statement;
}

/** A limit order with both signatures. */
export interface SignedLimitOrder extends SignedQuote {
  typedDataSignature: Hex;
}

/** What a quote must match, and who signs it. */
export interface SignQuoteOptions extends CheckQuoteOptions, AcceptOptions, MandateOption {
  /**
   * The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its.
   * Without it, the signatures are only compared with the signer's own address.
   */
  owner?: Address | undefined;
}

/**
 * Checks a quote like `checkQuote` and then signs everything it needs: the 32 bytes of the
 * operation's hash, for the first operation of an EIP-7702 wallet the authorization (to one of your
 * `delegates`), for a limit order its typed data, and for a real-world asset the approval. Throws
 * before the first signature if the signer does not support all of them. Verifies that every
 * signature is the owner's. Pass the result to `client.operations.execute`.
 *
 * @throws UnsafeToSignError with every problem. The signer was not called.
 * @throws ConfigurationError if an option is unknown. The signer was not called.
 * @throws UnsupportedSignerError if the signer cannot sign all parts. Nothing was signed.
 * @throws SignatureMismatchError if a signature is not the owner's.
 * @example
 * ```ts
 * import { UnsafeToSignError } from "bursar";
 * import { pickExecutable, signQuote } from "bursar/signing";
 *
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"; // externallyOwnedAccount
 * const { quotes } = await client.swap.quote(request);
 * try {
 *   const signed = await signQuote(pickExecutable(quotes), signer, { owner });
 *   const queued = await client.operations.execute(signed);
 *   console.log(queued.userOperationHash);
 * } catch (error) {
 *   if (!(error instanceof UnsafeToSignError)) throw error;
 *   console.error(error.problems.map(({ message }) => message));
 * }
 * ```
 */
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options: SignQuoteOptions & { expect: LimitOrderRequest },
): Promise<SignedLimitOrder>;
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options?: SignQuoteOptions,
): Promise<SignedQuote>;
export async function signQuote(
  quote: SwapQuote,
  signer: Signer,
  options?: SignQuoteOptions,
): Promise<SignedQuote> {
  const signed = await signReading("swap quote", signer, options, (report) => {
    const reading = readGiven("signQuote", quote, options, quoteFields, report);
    if (!reading) return undefined;
    const { options: copy, parts } = reading;
    return {
      options: copy,
      parts,
      expiresAt: reading.quote.expiresAt,
      walletAddress: reading.request.walletAddress,
      request: digestForReceipt(copy, reading.request),
      state: () => stateQuote(reading),
      describe: (problems, now) => summarizeQuote(reading, explainReview(problems), now),
    };
  });
  return signed as SignedQuote;
}
