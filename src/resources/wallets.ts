import { finalTransactionStatuses } from "../contract/shared/final-statuses.js";
import type { Hex, Metadata } from "../contract/shared/primitives.js";
import type * as t from "../contract/wallets/types.js";
import { isApiError } from "../errors/api.js";
import { OutcomeUnknownError } from "../errors/connection.js";
import { RequestValidationError } from "../errors/data.js";
import { type Call, callWithFallback } from "../http/call.js";
import { createPages, type Pages } from "../http/features/pages.js";
import { type Progress, pollUntilFinal, type WaitOptions } from "../http/features/wait.js";
import type { CallOptions, ListOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** A wallet that is registered, and whether it was this call that registered it. */
export interface EnsuredWallet extends t.WalletAnswer {
  newlyRegistered: boolean;
}

/** Options of a metadata update. */
export interface UpdateMetadataOptions extends CallOptions {
  /**
   * Some deployments want the metadata as a JSON string. When the service refuses the object for exactly that reason, send the string
   * once. @defaultValue `false`
   */
  stringifyFallback?: boolean | undefined;
}

/** Smart wallets: registration, deposits, holdings, history. */
export class Wallets {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Registers a smart wallet with the project. Nothing is deployed: that rides on the wallet's first operation.
   * A wallet that is registered already is refused with `WALLET_ALREADY_REGISTERED`: use {@link Wallets.ensure} to take that for success.
   *
   * @example
   * ```ts
   * const { wallet } = await client.wallets.register({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress);
   * ```
   */
  register(request: t.RegisterWalletRequest, options?: CallOptions): Call<t.WalletAnswer> {
    return this.#transport.call("wallets.register", { body: request }, options);
  }

  /**
   * Computes the address of a wallet, and tells in `registeredAt` whether it is registered (null when it is not). Changes nothing.
   *
   * @example
   * ```ts
   * const { wallet } = await client.wallets.check({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress, wallet.registeredAt ?? "not registered");
   * ```
   */
  check(wallet: t.WalletIdentity, options?: CallOptions): Call<t.WalletAnswer> {
    return this.#transport.call("wallets.check", { query: wallet }, options);
  }

  /**
   * Makes sure that a wallet is registered: looks first, registers it when it is not, and takes "already registered" for success.
   * Every other failure is thrown. When the answer to the registration is lost, it looks again before it gives up.
   *
   * @example
   * ```ts
   * const { wallet, newlyRegistered } = await client.wallets.ensure({
   *   externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
   *   factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
   * });
   * console.log(wallet.walletAddress, newlyRegistered);
   * ```
   */
  async ensure(request: t.RegisterWalletRequest, options?: CallOptions): Promise<EnsuredWallet> {
    const { metadata: _, ...identity } = request;
    const found = await this.check(identity, options);
    if (found.wallet.registeredAt) return { ...found, newlyRegistered: false };
    try {
      return { ...(await this.register(request, options)), newlyRegistered: true };
    } catch (error) {
      const already = isApiError(error, "WALLET_ALREADY_REGISTERED");
      if (!already && !(error instanceof OutcomeUnknownError)) throw error;
      const now = await this.check(identity, options).catch((lookFailed) => {
        throw already ? lookFailed : error;
      });
      if (!already && !now.wallet.registeredAt) throw error;
      return { ...now, newlyRegistered: !already };
    }
  }

  /**
   * Builds a transfer that an ordinary account sends to fund a smart wallet. Nothing is sent: hand `transfer` to the account's wallet.
   * Too low a balance is answered with `FAILED_TO_ESTIMATE_TRANSFER`.
   *
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
  ): Call<t.DepositAnswer> {
    return this.#transport.call(
      "wallets.deposit",
      { params: { walletAddress }, body: request },
      options,
    );
  }

  /**
   * Reads what a wallet holds. Only the parts that are asked for are in the answer.
   *
   * @example
   * ```ts
   * const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
   * for (const token of tokens ?? []) console.log(token.symbol, token.balanceFormatted, token.balanceUsd);
   * ```
   */
  portfolio(
    walletAddress: string,
    query?: t.PortfolioQuery,
    options?: CallOptions,
  ): Call<t.Portfolio> {
    return this.#transport.call("wallets.portfolio", { params: { walletAddress }, query }, options);
  }

  /**
   * Lists a wallet's transactions, those still pending on the chain included. To resume later, save a page's `cursor` and spread it
   * into the query.
   *
   * @example
   * ```ts
   * for await (const transaction of client.wallets.history(walletAddress, { type: ["SWAP", "CROSS_SWAP"] })) {
   *   console.log(transaction.createdAt, transaction.type, transaction.status);
   * }
   * ```
   */
  history(
    walletAddress: string,
    query?: t.HistoryQuery,
    options?: ListOptions,
  ): Pages<t.Transaction, { lastId: string }> {
    return createPages(this.#transport, {
      name: "wallets.history",
      params: { walletAddress },
      query,
      options,
    });
  }

  /**
   * Waits until a submitted operation has come to its end: `COMPLETED`, `FAILED` or `PARTIALLY_COMPLETED`. **Not every end is a success:
   * look at `status`.** Statuses that are not known go on; failures that may pass are survived. When the time is up, the error carries
   * the hash and the last status: the operation stays submitted, so wait again and do not submit it again.
   *
   * @example
   * ```ts
   * const done = await client.wallets.waitForTransaction(walletAddress, { userOperationHash }, {
   *   timeout: 300_000,
   *   onProgress: ({ status, elapsed }) => console.log(status ?? "queued", elapsed),
   * });
   * if (done.status !== "COMPLETED") console.error("not completed:", done.status);
   * ```
   */
  async waitForTransaction(
    walletAddress: string,
    subject: { readonly userOperationHash: Hex },
    options?: WaitOptions<Progress<t.Transaction>>,
  ): Promise<t.FinalTransaction> {
    const userOperationHash = requireHash(subject);
    const read = async (callOptions: CallOptions) => {
      const { items } = await this.history(
        walletAddress,
        { userOperationHash, take: 10 },
        callOptions,
      ).firstPage();
      const same = items.find(
        (item) => item.userOperationHash?.toLowerCase() === userOperationHash.toLowerCase(),
      );
      // While an operation is processed its record may not hold the hash yet. A final record without it is another's.
      return (
        same ??
        items.find((item) => !item.userOperationHash && !finalTransactionStatuses.has(item.status))
      );
    };
    const target = {
      operation: "wallets.waitForTransaction",
      subject: userOperationHash,
      read,
      getStatus: (found: t.Transaction) => found.status,
      final: finalTransactionStatuses,
      advice: "It is already submitted: do not submit it again, wait again with the same hash.",
    };
    return (await pollUntilFinal(this.#transport, target, options)) as t.FinalTransaction;
  }

  /**
   * Updates the metadata of a transaction, by the service's own transaction id (not a hash).
   *
   * @example
   * ```ts
   * const { transaction } = await client.wallets.updateTransactionMetadata(transactionId, { invoice: "2026-114" });
   * console.log(transaction.metadata);
   * ```
   */
  updateTransactionMetadata(
    transactionId: string,
    metadata: Metadata,
    options: UpdateMetadataOptions = {},
  ): Call<t.TransactionAnswer> {
    const { stringifyFallback, ...callOptions } = options;
    const params = { transactionId };
    const first = this.#transport.call(
      "wallets.updateTransactionMetadata",
      { params, body: { metadata } },
      callOptions,
    );
    if (!stringifyFallback) return first;
    return callWithFallback(first, wantsText, () =>
      this.#transport.call(
        "wallets.updateTransactionMetadata",
        { params, body: { metadata: JSON.stringify(metadata) } },
        callOptions,
      ),
    );
  }

  /**
   * Requests a tax report of a wallet by e-mail. The service allows one a wallet a day: a second is refused with
   * `TAX_EXPORT_ALREADY_REQUESTED_TODAY`.
   *
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
  ): Call<void> {
    return this.#transport.call(
      "wallets.requestTaxExport",
      { params: { walletAddress }, body: request },
      options,
    );
  }
}

/** The one refusal that says: the text form is wanted. */
function wantsText(error: unknown): boolean {
  return (
    isApiError(error, "BAD_REQUEST") &&
    error.issues.some(
      (issue) =>
        issue.path.join(".") === "metadata" &&
        issue.expected === "string" &&
        issue.received === "object",
    )
  );
}

/** An empty filter would be left out, and the first record of any kind taken for the one that is waited for. */
function requireHash(subject: { readonly userOperationHash?: Hex | undefined } | undefined): Hex {
  const hash = subject?.userOperationHash;
  if (typeof hash === "string" && hash.length > 0) return hash;
  const path = ["userOperationHash"];
  const expected = "the hash of the operation that was submitted";
  throw new RequestValidationError("wallets.waitForTransaction", [
    {
      path,
      expected,
      received: "nothing",
      code: "invalid_type",
      message: `userOperationHash: expected ${expected}, got nothing`,
    },
  ]);
}
