import type * as t from "../contract/lending/types.js";
import type { Call } from "../http/call.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** Lending: supply, borrow, repay, withdraw, and the combinations of them. */
export class Lending {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks for a lending quote. The parts present decide the operation. The fields inside `supply`, `borrow`, `repay` and `withdraw` have not
   * been published: they pass as they are.
   *
   * @example
   * ```ts
   * const quote = await client.lending.quote({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   provider: "LENDER_A",
   *   supply: { tokenAddress: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", chainId: 137, amount: "50" },
   *   gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" },
   * });
   * console.log(quote.type, quote.signData?.length);
   * ```
   */
  quote(request: t.LendingQuoteRequest, options?: CallOptions): Call<t.LendingQuote> {
    return this.#transport.call("lending.quote", { body: request }, options);
  }
}
