import type * as t from "../contract/lending/records.js";
import type { CallOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";

/** Lending: supply, borrow, repay and withdraw. */
export class Lending {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets a lending quote. The operations that you pass (`supply`, `borrow`, `repay`, `withdraw`)
   * decide its type. The service does not document their fields, so they are sent unchanged.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * const tokenAddress = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const quote = await client.lending.quote({
   *   walletAddress,
   *   provider: "LENDER_A",
   *   supply: { tokenAddress, chainId: 137, amount: "50" },
   *   gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress },
   * });
   * console.log(quote.type, quote.signData?.length);
   * ```
   */
  quote(
    request: t.LendingQuoteRequest,
    options?: CallOptions,
  ): Call<t.LendingQuote, "lending.quote"> {
    return this.#transport.call("lending.quote", { body: request }, options);
  }
}
