import type { Metadata } from "../contract/shared/primitives.js";
import type * as h from "../contract/wallets/history-records.js";
import type { Portfolio, PortfolioQuery } from "../contract/wallets/portfolio-records.js";
import type * as t from "../contract/wallets/records.js";
import type { CallOptions, ListOptions } from "../http/config/options.js";
import { type Call, type SafePromise, toSafePromise } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { createPages, type Pages } from "../http/features/pages.js";
import { type EnsuredWallet, ensureWallet } from "./ensure-wallet.js";
import { sendMetadata, type UpdateMetadataOptions } from "./send-metadata.js";
import {
  type TransactionWaitOptions,
  type WaitSubject,
  waitForTransaction,
} from "./wait-for-transaction.js";

/** Smart wallets: registration, deposits, holdings and history. */
export class Wallets {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Registers a smart wallet with the project. Its first operation deploys it. If it is already
   * registered, rejects with `WALLET_ALREADY_REGISTERED`, which {@link Wallets.ensure} handles.
   *
   * @throws `ApiError` with the id `FACTORY_NOT_SUPPORTED`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `PROJECT_NOT_FOUND`, `REGISTER_WALLET_TRACKING_FAILED`, `WALLET_ALREADY_REGISTERED`.
   * @example
   * ```ts
   * const { wallet } = await client.wallets.register({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress);
   * ```
   */
  register(
    request: t.RegisterWalletRequest,
    options?: CallOptions,
  ): Call<t.WalletResponse, "wallets.register"> {
    return this.#transport.call("wallets.register", { body: request }, options);
  }

  /**
   * Computes the address of a wallet. `registeredAt` is null if the wallet is not registered.
   *
   * @throws `ApiError` with the id `FACTORY_NOT_SUPPORTED`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `PROJECT_NOT_FOUND`.
   * @example
   * ```ts
   * const { wallet } = await client.wallets.check({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress, wallet.registeredAt ?? "not registered");
   * ```
   */
  check(wallet: t.WalletIdentity, options?: CallOptions): Call<t.WalletResponse, "wallets.check"> {
    return this.#transport.call("wallets.check", { query: wallet }, options);
  }

  /**
   * Lists all wallets of the project, for a server. `bursar/proxy` does not forward it.
   *
   * @unverified whether the list is paged
   * @example
   * ```ts
   * const { wallets } = await client.wallets.list();
   * for (const { walletAddress, metadata } of wallets) console.log(walletAddress, metadata);
   * ```
   */
  list(options?: CallOptions): Call<t.WalletList, "wallets.list"> {
    return this.#transport.call("wallets.list", {}, options);
  }

  /**
   * Adds to the metadata of a wallet: it replaces the given keys and keeps the others. The records
   * of wallets have no other id than their `walletAddress`.
   *
   * @unverified whether `walletId` is the address
   * @throws `ApiError` with the id `NOT_ALLOWED`, `WALLET_NOT_FOUND`.
   * @example
   * ```ts
   * const { wallet } = await client.wallets.updateMetadata(walletAddress, { customer: "17" });
   * console.log(wallet.metadata);
   * ```
   */
  updateMetadata(
    walletId: string,
    metadata: Metadata,
    options?: CallOptions,
  ): Call<t.WalletResponse, "wallets.updateMetadata"> {
    const call = { params: { walletId }, body: { metadata } };
    return this.#transport.call("wallets.updateMetadata", call, options);
  }

  /**
   * Registers a wallet unless it is already registered. If the response to the registration is
   * lost, it checks the wallet again before it rejects with `OutcomeUnknownError`.
   *
   * @throws `ApiError` with the id `FACTORY_NOT_SUPPORTED`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `PROJECT_NOT_FOUND`, `REGISTER_WALLET_TRACKING_FAILED`, `WALLET_ALREADY_REGISTERED`.
   * @example
   * ```ts
   * const { wallet, newlyRegistered } = await client.wallets.ensure({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress, newlyRegistered);
   * ```
   */
  ensure(
    request: t.RegisterWalletRequest,
    options?: CallOptions,
  ): SafePromise<EnsuredWallet, "wallets.check" | "wallets.register"> {
    return toSafePromise(ensureWallet(this, request, options));
  }

  /**
   * Prepares a transfer that funds a smart wallet from an ordinary account. **Nothing is sent.**
   * Compare it with `checkDeposit` of `bursar/signing` before you send it.
   * Rejects with `FAILED_TO_ESTIMATE_TRANSFER` if the balance is too low.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`, `FAILED_TO_ESTIMATE_TRANSFER`.
   * @example
   * ```ts
   * const { transfer } = await client.wallets.deposit(walletAddress, {
   *   amount: "25.5",
   *   chainId: 137,
   *   token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   fromAddress: "0x1111111111111111111111111111111111111111",
   * });
   * console.log(transfer.to, transfer.value, transfer.data);
   * ```
   */
  deposit(
    walletAddress: string,
    request: t.DepositRequest,
    options?: CallOptions,
  ): Call<t.DepositResponse, "wallets.deposit"> {
    const call = { params: { walletAddress }, body: request };
    return this.#transport.call("wallets.deposit", call, options);
  }

  /**
   * Gets the holdings of a wallet. `pnl` and `lendingPositions` are present if the query includes
   * them. Another address, such as that of the wallet's owner, is no error: its portfolio is mostly
   * empty.
   *
   * @throws `ApiError` with the id `UNAVAILABLE_COMPUTE_UNITS`, `NFT_METADATA_DECODE_FAILED`,
   * `FAILED_TO_GET_BALANCES`.
   * @example
   * ```ts
   * const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
   * for (const token of tokens ?? []) console.log(token.symbol, token.balanceFormatted);
   * ```
   */
  portfolio(
    walletAddress: string,
    query?: PortfolioQuery,
    options?: CallOptions,
  ): Call<Portfolio, "wallets.portfolio"> {
    return this.#transport.call("wallets.portfolio", { params: { walletAddress }, query }, options);
  }

  /**
   * Lists the transactions of a wallet, including pending ones. To resume later, save the `cursor`
   * of a page and spread it into the query.
   *
   * @throws `ApiError` with the id `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * for await (const { type, status } of client.wallets.history(walletAddress, { type: "SWAP" })) {
   *   console.log(type, status);
   * }
   * ```
   */
  history(
    walletAddress: string,
    query?: h.HistoryQuery,
    options?: ListOptions,
  ): Pages<h.Transaction, { lastId: string; take: number }, "wallets.history"> {
    return createPages(this.#transport, {
      name: "wallets.history",
      params: { walletAddress },
      query,
      options,
    });
  }

  /**
   * Waits until a submitted operation is `COMPLETED`, `FAILED` or `PARTIALLY_COMPLETED`. **Check
   * the `status`: not all are a success.** Transient failures do not end the wait. After `timeout`,
   * it rejects with `WaitTimeoutError`. **Then wait again. Do not submit it again.** For a limit
   * order, use `client.swap.waitForLimitOrder`, which waits for days.
   *
   * @throws `ApiError` with the id `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * const subject = { userOperationHash };
   * const { status } = await client.wallets.waitForTransaction(walletAddress, subject);
   * if (status !== "COMPLETED") console.error("not completed:", status);
   * ```
   */
  waitForTransaction(
    walletAddress: string,
    subject: WaitSubject,
    options?: TransactionWaitOptions,
  ): SafePromise<h.FinalTransaction, "wallets.history"> {
    return waitForTransaction(
      this.#transport,
      "wallets.waitForTransaction",
      walletAddress,
      subject,
      options,
    );
  }

  /**
   * Updates the metadata of a transaction. `transactionId` is the service's id, not a hash.
   *
   * @throws `ApiError` with the id `invalid_metadata`, `TRANSACTION_NOT_FOUND`.
   * @example
   * ```ts
   * const metadata = { invoice: "2026-114" };
   * await client.wallets.updateTransactionMetadata(transactionId, metadata);
   * ```
   */
  updateTransactionMetadata(
    transactionId: string,
    metadata: Metadata,
    options?: UpdateMetadataOptions,
  ): Call<h.TransactionResponse, "wallets.updateTransactionMetadata"> {
    return sendMetadata(this.#transport, transactionId, metadata, options);
  }

  /**
   * Requests a tax report of a wallet by e-mail. The service allows one per wallet per day, and
   * rejects a second one with `TAX_EXPORT_ALREADY_REQUESTED_TODAY`.
   *
   * @throws `ApiError` with the id `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`,
   * `TAX_EXPORT_ALREADY_REQUESTED_TODAY`, `FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP`.
   * @example
   * ```ts
   * await client.wallets.requestTaxExport(walletAddress, {
   *   email: "ana@example.com",
   *   individual: { type: "individual", individualId: "ind_1" },
   * });
   * ```
   */
  requestTaxExport(
    walletAddress: string,
    request: t.TaxExportRequest,
    options?: CallOptions,
  ): Call<void, "wallets.requestTaxExport"> {
    const call = { params: { walletAddress }, body: request };
    return this.#transport.call("wallets.requestTaxExport", call, options);
  }

  /**
   * Schedules a tax report of a wallet by e-mail each month. The service rejects a second schedule
   * with `TAX_EXPORT_SCHEDULE_ALREADY_EXISTS`.
   *
   * @throws `ApiError` with the id `INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE`,
   * `TAX_EXPORT_SCHEDULE_ALREADY_EXISTS`, `FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE`.
   * @example
   * ```ts
   * await client.wallets.scheduleTaxExport(walletAddress, {
   *   email: "ana@example.com",
   *   individual: { type: "individual", individualId: "ind_1" },
   *   recurrencePreset: "MONTHLY_START",
   *   timezone: "Europe/Lisbon",
   * });
   * ```
   */
  scheduleTaxExport(
    walletAddress: string,
    request: t.TaxExportScheduleRequest,
    options?: CallOptions,
  ): Call<void, "wallets.scheduleTaxExport"> {
    const call = { params: { walletAddress }, body: request };
    return this.#transport.call("wallets.scheduleTaxExport", call, options);
  }
}
