import { describe, expectTypeOf, it } from "vitest";
import type { StandardSchemaV1 } from "../../src/http/validation/standard-schema.js";
import type * as bursar from "../../src/index.js";
import type {
  Call,
  Client,
  ExecutableSwapQuote,
  LiquidityOperation,
  LiquidityPool,
  ListedToken,
  Page,
  Pages,
  SwapQuote,
  SwapQuotes,
  Transaction,
  TransactionStatus,
  WithResponse,
} from "../../src/index.js";
import {
  ApiError,
  type ErrorId,
  hasSomethingToSign,
  isApiError,
  isExecutable,
  type QuoteExpiredError,
  type SignedOperation,
} from "../../src/index.js";
import { type Signer, signOperation } from "../../src/signing/index.js";

declare const client: Client;
declare const quote: SwapQuote;
declare const transaction: Transaction;
declare const operation: LiquidityOperation;

/** Whether a type has an index signature for strings. */
type HasIndex<T> = string extends keyof T ? true : false;

describe("a response", () => {
  it("has no misspelt fields", () => {
    // @ts-expect-error the field is amountOut
    quote.amountOUt;
    // @ts-expect-error the field is balanceUsd
    (({}) as bursar.TokenBalance).balanceUSD;
    // @ts-expect-error quoteId is a field of each quote
    (({}) as SwapQuotes).quoteId;
    // @ts-expect-error transactionHash is an object with a hash
    transaction.transactionHash?.startsWith("0x");
    // @ts-expect-error minAmountOut may be absent
    quote.minAmountOut.length;
  });

  it("has no index signature, unless its fields are not documented", () => {
    type Closed =
      | HasIndex<SwapQuote>
      | HasIndex<Transaction>
      | HasIndex<LiquidityOperation>
      | HasIndex<LiquidityPool>
      | HasIndex<ListedToken>
      | HasIndex<bursar.SmartWallet>
      | HasIndex<bursar.Portfolio>
      | HasIndex<bursar.TokenBalance>
      | HasIndex<bursar.LendingQuote>
      | HasIndex<bursar.FiatDepositQuote>
      | HasIndex<bursar.FiatWithdrawalOrder>
      | HasIndex<bursar.IndividualSession>
      | HasIndex<bursar.BusinessSession>
      | HasIndex<bursar.FinancialLimits>
      | HasIndex<bursar.PreparedCancellation>
      | HasIndex<bursar.QueuedOperation>
      | HasIndex<bursar.Authorization>
      | HasIndex<bursar.Fee>
      | HasIndex<bursar.CurrencyAmounts>;
    expectTypeOf<Closed>().toEqualTypeOf<false>();
    expectTypeOf<HasIndex<bursar.EnhancedSession>>().toEqualTypeOf<true>();
    expectTypeOf<HasIndex<bursar.DepositInstructions>>().toEqualTypeOf<true>();
  });

  it("accepts known and unknown words of an open list", () => {
    expectTypeOf<"COMPLETED">().toExtend<TransactionStatus>();
    expectTypeOf<"SOMETHING_NEW">().toExtend<TransactionStatus>();
    const describe = (status: TransactionStatus): string => {
      switch (status) {
        case "COMPLETED":
        case "FAILED":
          return "over";
        default:
          // All other strings.
          expectTypeOf(status).toExtend<string>();
          return `unknown: ${status.toLowerCase()}`;
      }
    };
    expectTypeOf(describe).returns.toEqualTypeOf<string>();
    // @ts-expect-error an open list always needs a default case
    const exhaustive = (status: Exclude<TransactionStatus, "COMPLETED">): never => status;
    expectTypeOf(exhaustive).toBeFunction();
  });

  it("is narrowed by the guards of executable quotes and operations", () => {
    expectTypeOf(quote.userOperationHash).toEqualTypeOf<bursar.Hex | null | undefined>();
    if (isExecutable(quote)) {
      expectTypeOf(quote).toExtend<ExecutableSwapQuote>();
      expectTypeOf(quote.userOperationHash).toEqualTypeOf<bursar.Hex>();
      expectTypeOf(quote.minAmountOut).toEqualTypeOf<string>();
      expectTypeOf(quote.expiresAt).toEqualTypeOf<string | number>();
    }
    if (hasSomethingToSign(operation))
      expectTypeOf(operation.userOperationHash).toEqualTypeOf<bursar.Hex>();
    const executable = [quote].find(isExecutable);
    expectTypeOf(executable).toEqualTypeOf<ExecutableSwapQuote | undefined>();
  });
});

describe("a call returns", () => {
  it("a promise of the data, with the raw response on request", async () => {
    const call = client.swap.quote({} as bursar.SwapQuoteRequest);
    expectTypeOf(call).toEqualTypeOf<Call<SwapQuotes, "swap.quote">>();
    expectTypeOf(await call).toEqualTypeOf<SwapQuotes>();
    const whole = await call.withResponse();
    expectTypeOf(whole).toEqualTypeOf<WithResponse<SwapQuotes>>();
    expectTypeOf(whole.response).toEqualTypeOf<Response>();
    expectTypeOf(whole.traceId).toEqualTypeOf<string | undefined>();
    expectTypeOf(client.kyc.individual.standard.process("s")).toEqualTypeOf<
      Call<void, "kyc.individual.standard.process">
    >();
  });

  it("a type that the short form without the operation's name accepts", () => {
    expectTypeOf(client.swap.quote({} as bursar.SwapQuoteRequest)).toExtend<Call<SwapQuotes>>();
    expectTypeOf(client.tokens.list()).toExtend<Call<unknown>>();
    expectTypeOf(client.request({ method: "GET", path: "/x" })).toExtend<Call<unknown>>();
    expectTypeOf(client.wallets.history("0x")).toExtend<Pages<Transaction>>();
    expectTypeOf(client.wallets.ensure({} as bursar.RegisterWalletRequest)).toExtend<
      bursar.SafePromise<bursar.EnsuredWallet>
    >();
    expectTypeOf(client.lending.quote({} as bursar.LendingQuoteRequest).safe()).resolves.toExtend<
      bursar.SafeResult<bursar.LendingQuote>
    >();
    // @ts-expect-error another record
    client.swap.quote({} as bursar.SwapQuoteRequest) satisfies Call<Transaction>;
  });

  it("pages whose cursor can be spread into the query", async () => {
    const history = client.wallets.history("0x");
    expectTypeOf(history).toEqualTypeOf<
      Pages<Transaction, { lastId: string; take: number }, "wallets.history">
    >();
    expectTypeOf(client.tokens.list()).toEqualTypeOf<
      Pages<ListedToken, { page: number; perPage: number }, "tokens.list">
    >();
    expectTypeOf(client.liquidity.pools()).toEqualTypeOf<
      Pages<LiquidityPool, { offset: number; take: number }, "liquidity.pools">
    >();
    const page = await history.firstPage();
    expectTypeOf(page).toEqualTypeOf<Page<Transaction, { lastId: string; take: number }>>();
    client.wallets.history("0x", { take: 10, ...page.cursor });
    for await (const item of history) expectTypeOf(item).toEqualTypeOf<Transaction>();
    for await (const item of history.pages())
      expectTypeOf(item.items).toEqualTypeOf<readonly Transaction[]>();
    expectTypeOf(history.toArray).parameter(0).toEqualTypeOf<{ readonly limit: number }>();
    // @ts-expect-error the limit is required
    history.toArray();
  });

  it("the type of the schema for a custom request, or unknown", async () => {
    const schema = {} as StandardSchemaV1<unknown, { result: number }>;
    expectTypeOf(
      await client.request({ method: "GET", path: "/x", response: schema }),
    ).toEqualTypeOf<{ result: number }>();
    expectTypeOf(await client.request({ method: "GET", path: "/x" })).toEqualTypeOf<unknown>();
    // @ts-expect-error the client does not send HEAD requests
    client.request({ method: "HEAD", path: "/x" });
  });

  it("a final status for a wait", async () => {
    const done = await client.wallets.waitForTransaction("0x", { userOperationHash: "0x" });
    expectTypeOf(done.status).toEqualTypeOf<"COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED">();
    const session = await client.kyc.waitForSession("s", { kind: "business.standard" });
    expectTypeOf(session.status).toEqualTypeOf<"COMPLETED" | "FAILED" | "EXPIRED">();
    expectTypeOf(session.legalName).toEqualTypeOf<string>();
  });
});

describe("signOperation", () => {
  it("returns a signed operation after hasSomethingToSign, and may return nothing before", () => {
    const sign = (operation: LiquidityOperation, signer: Signer) => {
      const options = { owner: "0x", chainId: 137 } as const;
      if (!hasSomethingToSign(operation)) return signOperation(operation, signer, options);
      const signed = signOperation(operation, signer, options);
      expectTypeOf(signed).resolves.toEqualTypeOf<SignedOperation>();
      return signed;
    };
    expectTypeOf(sign).returns.resolves.toEqualTypeOf<SignedOperation | undefined>();
    expectTypeOf((operation: LiquidityOperation, signer: Signer) =>
      signOperation(operation, signer, { owner: "0x", chainId: 137 }),
    ).returns.resolves.toEqualTypeOf<SignedOperation | undefined>();
  });
});

describe("an error", () => {
  it("is narrowed by its id", () => {
    const error: unknown = undefined;
    if (isApiError(error)) {
      expectTypeOf(error).toEqualTypeOf<ApiError>();
      expectTypeOf(error.status).toEqualTypeOf<number>();
    }
    if (isApiError(error, "FIAT_QUOTE_EXPIRED"))
      expectTypeOf(error.id).toEqualTypeOf<"FIAT_QUOTE_EXPIRED">();
    expectTypeOf<QuoteExpiredError["id"]>().toEqualTypeOf<
      "FIAT_QUOTE_EXPIRED" | "EXECUTE_USER_OP" | undefined
    >();
    expectTypeOf<"invalid_metadata">().toExtend<ErrorId>();
    expectTypeOf<"INVALID_METADATA">().not.toExtend<ErrorId>();
    expectTypeOf<ApiError["id"]>().toExtend<string | undefined>();
  });

  it("has a kind", () => {
    expectTypeOf<ApiError["kind"]>().toEqualTypeOf<"api">();
    expectTypeOf<bursar.TimeoutError["kind"]>().toEqualTypeOf<"timeout">();
    expectTypeOf<bursar.OutcomeUnknownError["kind"]>().toEqualTypeOf<"outcome_unknown">();
    expectTypeOf(
      new ApiError({ operation: "x", effect: "read", status: 400 }).issues,
    ).toEqualTypeOf<readonly bursar.ServiceIssue[]>();
  });
});
