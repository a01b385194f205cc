import type * as t from "../contract/types.js";
import type { CallOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";

/** Fiat deposits and withdrawals. The service must enable this feature for your project. */
export class Fiat {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets a quote for a fiat deposit. Use its `quoteId` in {@link Fiat.createDeposit} before
   * `expiresAt`, which is minutes away.
   *
   * @throws `ApiError` with the id `CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES`,
   * `FAILED_TO_GET_FIAT_QUOTE`, `INDIVIDUAL_NOT_FOUND`.
   * @example
   * ```ts
   * const { depositQuote } = await client.fiat.quoteDeposit({
   *   paymentMethodToSend: "PIX",
   *   amountToSendInFiatCurrency: 250,
   *   receiveCryptoCurrency: "USDC",
   *   individualId: "ind_1",
   *   chainId: 137,
   *   walletAddress,
   * });
   * console.log(depositQuote.amountToReceiveInCryptoCurrency, depositQuote.expiresAt);
   * ```
   */
  quoteDeposit(
    request: t.FiatDepositQuoteRequest,
    options?: CallOptions,
  ): Call<t.FiatDepositQuoteResponse, "fiat.quoteDeposit"> {
    return this.#transport.call("fiat.quoteDeposit", { body: request }, options);
  }

  /**
   * Creates a deposit order from a quote. Returns the order with its payment instructions.
   * After `FIAT_QUOTE_EXPIRED`, get a new quote.
   *
   * @throws `ApiError` with the id `FIAT_QUOTE_EXPIRED`, `FIAT_QUOTE_NOT_FOUND`,
   * `FAILED_TO_CREATE_FIAT_DEPOSIT`.
   * @example
   * ```ts
   * const order = await client.fiat.createDeposit({ quoteId });
   * console.log(order.id, order.depositInstructions?.type);
   * ```
   */
  createDeposit(
    request: t.CreateFiatDepositRequest,
    options?: CallOptions,
  ): Call<t.FiatDepositOrder, "fiat.createDeposit"> {
    return this.#transport.call("fiat.createDeposit", { body: request }, options);
  }

  /**
   * Gets a quote for a fiat withdrawal. Use its `quoteId` in {@link Fiat.createWithdrawal}.
   *
   * @throws `ApiError` with the id `CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES`,
   * `FAILED_TO_GET_FIAT_QUOTE`, `INDIVIDUAL_NOT_FOUND`.
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
  ): Call<t.FiatWithdrawalQuoteResponse, "fiat.quoteWithdrawal"> {
    return this.#transport.call("fiat.quoteWithdrawal", { body: request }, options);
  }

  /**
   * Creates a withdrawal order from a quote. **Nothing is withdrawn yet**: sign
   * `withdrawalInstructions.userOperationHash` and submit it with `client.operations.execute`.
   *
   * @throws `ApiError` with the id `FIAT_QUOTE_EXPIRED`, `FIAT_QUOTE_NOT_FOUND`,
   * `FAILED_TO_CREATE_FIAT_WITHDRAW`.
   * @example
   * ```ts
   * const paymentMethod = { type: "PIX", pixKey: "ana@example.com" } as const;
   * const order = await client.fiat.createWithdrawal({ quoteId, paymentMethod });
   * console.log("to sign:", order.withdrawalInstructions.userOperationHash);
   * ```
   */
  createWithdrawal(
    request: t.CreateFiatWithdrawalRequest,
    options?: CallOptions,
  ): Call<t.FiatWithdrawalOrder, "fiat.createWithdrawal"> {
    return this.#transport.call("fiat.createWithdrawal", { body: request }, options);
  }

  /**
   * The older call for {@link Fiat.createDeposit}. The only payment instructions for PIX that are
   * documented are those of this call.
   *
   * @example
   * ```ts
   * import { toImageSource } from "bursar";
   *
   * const { depositOrder } = await client.fiat.createDepositV1({ quoteId });
   * const { pixKey, base64QrCode } = depositOrder.paymentMethodToSendDetails;
   * // The text to copy, and the `src` of the QR code.
   * console.log(pixKey, toImageSource(base64QrCode));
   * ```
   */
  createDepositV1(
    request: t.CreateFiatDepositRequest,
    options?: CallOptions,
  ): Call<t.FiatDepositV1Response, "fiat.createDepositV1"> {
    return this.#transport.call("fiat.createDepositV1", { body: request }, options);
  }

  /**
   * The older call for {@link Fiat.createWithdrawal}. The request names the wallet that pays.
   * **Nothing is withdrawn yet**: sign `withdrawOrder` with `signOperation` and submit it with
   * `client.operations.execute`.
   *
   * @throws `ApiError` with the id `UNAUTHORIZED_EXCEPTION`, `FAILED_TO_CREATE_FIAT_DEPOSIT`.
   * @example
   * ```ts
   * const { withdrawOrder } = await client.fiat.createWithdrawalV1({ quoteId, walletAddress });
   * console.log("to sign:", withdrawOrder.userOperationHash);
   * ```
   */
  createWithdrawalV1(
    request: t.CreateFiatWithdrawalV1Request,
    options?: CallOptions,
  ): Call<t.FiatWithdrawalV1Response, "fiat.createWithdrawalV1"> {
    return this.#transport.call("fiat.createWithdrawalV1", { body: request }, options);
  }
}
