import type * as t from "../contract/fiat/types.js";
import type { Call } from "../http/call.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** Money in and out of the banking world. The feature has to be enabled for the project. */
export class Fiat {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks what a fiat amount buys. A quote lives for minutes: order with its `quoteId` before `expiresAt`.
   *
   * @example
   * ```ts
   * const { depositQuote } = await client.fiat.quoteDeposit({
   *   paymentMethodToSend: "PIX",
   *   amountToSendInFiatCurrency: 250,
   *   receiveCryptoCurrency: "USDC",
   *   individualId: "ind_1",
   *   chainId: 137,
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   * });
   * console.log(depositQuote.amountToReceiveInCryptoCurrency, depositQuote.expiresAt);
   * ```
   */
  quoteDeposit(
    request: t.FiatDepositQuoteRequest,
    options?: CallOptions,
  ): Call<t.FiatDepositQuoteAnswer> {
    return this.#transport.call("fiat.quoteDeposit", { body: request }, options);
  }

  /**
   * Orders a deposit from a quote. The answer tells where to pay; the tokens come after the money has.
   *
   * @example
   * ```ts
   * const order = await client.fiat.createDeposit({ quoteId });
   * console.log(order.id, order.depositInstructions?.type);
   * ```
   */
  createDeposit(
    request: t.CreateFiatDepositRequest,
    options?: CallOptions,
  ): Call<t.FiatDepositOrder> {
    return this.#transport.call("fiat.createDeposit", { body: request }, options);
  }

  /**
   * Asks what a withdrawal pays out.
   *
   * @example
   * ```ts
   * const { withdrawQuote } = await client.fiat.quoteWithdrawal({
   *   individualId: "ind_1",
   *   chainId: 137,
   *   paymentMethodToReceiveDetails: { type: "PIX", pixKey: "ana@example.com" },
   *   amountToSendInCryptoCurrency: "50",
   *   cryptoCurrencyToSend: "USDC",
   * });
   * console.log(withdrawQuote.amountToReceiveInFiatCurrency);
   * ```
   */
  quoteWithdrawal(
    request: t.FiatWithdrawalQuoteRequest,
    options?: CallOptions,
  ): Call<t.FiatWithdrawalQuoteAnswer> {
    return this.#transport.call("fiat.quoteWithdrawal", { body: request }, options);
  }

  /**
   * Orders a withdrawal from a quote. **Nothing is withdrawn yet**: sign `withdrawalInstructions.userOperationHash` and submit it with
   * `client.operations.execute`.
   *
   * @example
   * ```ts
   * const order = await client.fiat.createWithdrawal({ quoteId, paymentMethod: { type: "PIX", pixKey: "ana@example.com" } });
   * console.log("to sign:", order.withdrawalInstructions.userOperationHash);
   * ```
   */
  createWithdrawal(
    request: t.CreateFiatWithdrawalRequest,
    options?: CallOptions,
  ): Call<t.FiatWithdrawalOrder> {
    return this.#transport.call("fiat.createWithdrawal", { body: request }, options);
  }
}
