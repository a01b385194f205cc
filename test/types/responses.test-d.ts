import { describe, expectTypeOf, it } from "vitest";
import type { StandardSchemaV1 } from "../../src/http/features/standard-schema.js";
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
} from "../../src/index.js";

declare const client: Client;
declare const quote: SwapQuote;
declare const transaction: Transaction;
declare const operation: LiquidityOperation;

/** Whether a type lets any string be read off it. */
type HasIndex<T> = string extends keyof T ? true : false;

describe("what an answer holds", () => {
  it("a misspelt field cannot be read", () => {
    // @ts-expect-error the field is amountOut
    quote.amountOUt;
    // @ts-expect-error the field is balanceUsd
    (({}) as bursar.TokenBalance).balanceUSD;
    // @ts-expect-error quoteId stands on each quote, not on the answer
    (({}) as SwapQuotes).quoteId;
    // @ts-expect-error transactionHash is an object with a hash
    transaction.transactionHash?.startsWith("0x");
    // @ts-expect-error minAmountOut may be missing from a quote that cannot be executed
    quote.minAmountOut.length;
  });

  it("has no index signature, except where fields have not been published", () => {
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

  it("an open word offers the known ones and takes any other", () => {
    expectTypeOf<"COMPLETED">().toExtend<TransactionStatus>();
    expectTypeOf<"SOMETHING_NEW">().toExtend<TransactionStatus>();
    const describe = (status: TransactionStatus): string => {
      switch (status) {
        case "COMPLETED":
        case "FAILED":
          return "over";
        default:
          // The known words are used up here, and text is left.
          expectTypeOf(status).toExtend<string>();
          return `unknown: ${status.toLowerCase()}`;
      }
    };
    expectTypeOf(describe).returns.toEqualTypeOf<string>();
    // @ts-expect-error so `never` cannot be reached: a default is needed
    const exhaustive = (status: Exclude<TransactionStatus, "COMPLETED">): never => status;
    expectTypeOf(exhaustive).toBeFunction();
  });

  it("a guard turns a quote into one whose hash, minimum and expiry are there", () => {
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

describe("what a call returns", () => {
  it("a promise of the data, and the raw answer on demand", async () => {
    const call = client.swap.quote({} as bursar.SwapQuoteRequest);
    expectTypeOf(call).toEqualTypeOf<Call<SwapQuotes>>();
    expectTypeOf(await call).toEqualTypeOf<SwapQuotes>();
    const whole = await call.withResponse();
    expectTypeOf(whole).toEqualTypeOf<WithResponse<SwapQuotes>>();
    expectTypeOf(whole.response).toEqualTypeOf<Response>();
    expectTypeOf(whole.traceId).toEqualTypeOf<string | undefined>();
    expectTypeOf(client.kyc.individual.standard.process("s")).toEqualTypeOf<Call<void>>();
  });

  it("pages whose cursor fits back into the query", async () => {
    const history = client.wallets.history("0x");
    expectTypeOf(history).toEqualTypeOf<Pages<Transaction, { lastId: string }>>();
    expectTypeOf(client.tokens.list()).toEqualTypeOf<Pages<ListedToken, { page: number }>>();
    expectTypeOf(client.liquidity.pools()).toEqualTypeOf<
      Pages<LiquidityPool, { offset: number }>
    >();
    const page = await history.firstPage();
    expectTypeOf(page).toEqualTypeOf<Page<Transaction, { lastId: string }>>();
    client.wallets.history("0x", { take: 10, ...page.cursor });
    for await (const item of history) expectTypeOf(item).toEqualTypeOf<Transaction>();
    for await (const item of history.pages())
      expectTypeOf(item.items).toEqualTypeOf<readonly Transaction[]>();
    expectTypeOf(history.toArray).parameter(0).toEqualTypeOf<{ readonly limit: number }>();
    // @ts-expect-error without a limit a listing could fill the memory
    history.toArray();
  });

  it("of a call that the contract does not name: unknown, or what the schema yields", async () => {
    const schema = {} as StandardSchemaV1<unknown, { answer: number }>;
    expectTypeOf(
      await client.request({ method: "GET", path: "/x", response: schema }),
    ).toEqualTypeOf<{ answer: number }>();
    expectTypeOf(await client.request({ method: "GET", path: "/x" })).toEqualTypeOf<unknown>();
    // @ts-expect-error there is no such method
    client.request({ method: "HEAD", path: "/x" });
  });

  it("of a wait: a record whose status is final", async () => {
    const done = await client.wallets.waitForTransaction("0x", { userOperationHash: "0x" });
    expectTypeOf(done.status).toEqualTypeOf<"COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED">();
    const session = await client.kyc.waitForSession("s", { kind: "business.standard" });
    expectTypeOf(session.status).toEqualTypeOf<"COMPLETED" | "FAILED" | "EXPIRED">();
    expectTypeOf(session.legalName).toEqualTypeOf<string | null | undefined>();
  });
});

describe("errors", () => {
  it("are narrowed by their id", () => {
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

  it("have a kind to switch on", () => {
    expectTypeOf<ApiError["kind"]>().toEqualTypeOf<"api">();
    expectTypeOf<bursar.TimeoutError["kind"]>().toEqualTypeOf<"timeout">();
    expectTypeOf<bursar.OutcomeUnknownError["kind"]>().toEqualTypeOf<"outcome_unknown">();
    expectTypeOf(
      new ApiError({ operation: "x", effect: "read", status: 400 }).issues,
    ).toEqualTypeOf<readonly bursar.ServiceIssue[]>();
  });
});
