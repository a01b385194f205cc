import {
  type InfiniteData,
  type MutationObserver,
  QueryClient,
  skipToken,
} from "@tanstack/query-core";
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { describe, expectTypeOf, test } from "vitest";
import type {
  Client,
  EndpointName,
  ErrorsOf,
  ExecuteOperationRequest,
  ExecuteQuoteRequest,
  IndividualSession,
  ListedToken,
  ListTokensQuery,
  OtherError,
  PageData,
  Portfolio,
  PortfolioQuery,
  QueuedOperation,
  RegisterWalletRequest,
  SignedOperation,
  SwapQuoteRequest,
  SwapQuotes,
  TokenBalance,
  Transaction,
  UploadFile,
  UploadTarget,
  UseDefineRequest,
  WalletResponse,
} from "../../src/index.js";
import type {
  createQueries,
  ListingOptions,
  Queries,
  QuoteOptions,
  ReadOptions,
  WriteOptions,
} from "../../src/query/index.js";

declare const queries: ReturnType<typeof createQueries>;
declare const wallet: string;
declare const request: SwapQuoteRequest;
const client = new QueryClient();

describe("the query options", () => {
  test("have the arguments of the client's methods, without their options", () => {
    expectTypeOf(queries.wallets.portfolio).toEqualTypeOf<
      (walletAddress: string, query?: PortfolioQuery) => ReadOptions<Portfolio, "wallets.portfolio">
    >();
    expectTypeOf(queries.swap.quote).toEqualTypeOf<
      (request: UseDefineRequest | SwapQuoteRequest) => QuoteOptions<SwapQuotes, "swap.quote">
    >();
    expectTypeOf(queries.tokens.list).toEqualTypeOf<
      (
        query?: ListTokensQuery,
      ) => ListingOptions<
        PageData<ListedToken, { page: number; perPage: number }>,
        { page: number; perPage: number },
        "tokens.list"
      >
    >();
    expectTypeOf(queries.wallets.register).returns.toEqualTypeOf<
      WriteOptions<WalletResponse, RegisterWalletRequest, "wallets.register">
    >();
    expectTypeOf(queries.operations.execute).returns.toEqualTypeOf<
      WriteOptions<QueuedOperation, SignedOperation | ExecuteQuoteRequest, "operations.execute">
    >();
  });

  test("accept header parameters, but no call options", () => {
    queries.kyc.individual.standard.get("session", { acceptLanguage: "pt" });
    queries.kyc.individual.standard.get("session");
    // @ts-expect-error: the query sets the signal
    queries.kyc.individual.standard.get("session", { signal: new AbortController().signal });
    // @ts-expect-error: the query sets the signal
    queries.swap.quote(request, { signal: new AbortController().signal });
    // @ts-expect-error: the wallet address is required
    queries.wallets.portfolio();
  });

  test("contain exactly the operations of the client", () => {
    type Reach<Node, Path extends string> = Path extends `${infer Key}.${infer Rest}`
      ? Reach<Node[Key & keyof Node], Rest>
      : Node[Path & keyof Node];
    expectTypeOf<
      {
        [Name in EndpointName]: Reach<Queries, Name> extends (...input: never[]) => object
          ? Name
          : never;
      }[EndpointName]
    >().toEqualTypeOf<EndpointName>();
    expectTypeOf<Exclude<keyof Queries, keyof Client>>().toEqualTypeOf<"keys">();
  });
});

describe("TanStack Query accepts the options", () => {
  test("of reads and quotes, with the type of the data", () => {
    expectTypeOf(useQuery(queries.wallets.portfolio(wallet)).data).toEqualTypeOf<
      Portfolio | undefined
    >();
    expectTypeOf(useSuspenseQuery(queries.swap.quote(request)).data).toEqualTypeOf<SwapQuotes>();
    expectTypeOf(
      client.fetchQuery(queries.swap.quote(request)),
    ).resolves.toEqualTypeOf<SwapQuotes>();
    void client.prefetchQuery(queries.wallets.portfolio(wallet));
    expectTypeOf(useQuery(queryOptions(queries.wallets.portfolio(wallet))).data).toEqualTypeOf<
      Portfolio | undefined
    >();
  });

  test("with the errors of the operation", () => {
    type QuoteError = ErrorsOf<"swap.quote"> | null;
    const quote = useQuery(queries.swap.quote(request));
    expectTypeOf(quote.error).toEqualTypeOf<QuoteError>();
    const { error } = useQuery({
      ...queries.swap.quote(request),
      enabled: wallet !== "",
      select: ({ quotes }) => quotes.length,
      throwOnError: (thrown) => thrown.id === "SWAP_QUOTE",
    });
    expectTypeOf(error).toEqualTypeOf<QuoteError>();
    switch (error?.id) {
      case "NOT_AUTHORIZED_TOKENS":
        expectTypeOf(error.tokens).toEqualTypeOf<readonly string[]>();
        break;
      case "UNAVAILABLE_COMPUTE_UNITS":
      case "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT":
      case "SWAP_QUOTE":
        expectTypeOf(error.status).toBeNumber();
        break;
      default:
        expectTypeOf(error).toExtend<OtherError | null | undefined>();
    }
    expectTypeOf(useSuspenseQuery(queries.swap.quote(request)).error).toEqualTypeOf<QuoteError>();
    expectTypeOf(
      useQuery(queryOptions(queries.swap.quote(request))).error,
    ).toEqualTypeOf<QuoteError>();
    expectTypeOf(
      useQuery(queries.wallets.portfolio(wallet)).error,
    ).toEqualTypeOf<ErrorsOf<"wallets.portfolio"> | null>();
    expectTypeOf(
      useInfiniteQuery(queries.wallets.history(wallet)).error,
    ).toEqualTypeOf<ErrorsOf<"wallets.history"> | null>();
    expectTypeOf(
      useMutation(queries.operations.execute()).error,
    ).toEqualTypeOf<ErrorsOf<"operations.execute"> | null>();
    expectTypeOf(
      useQuery(queries.wallets.waitForTransaction(wallet, { userOperationHash: "0x" })).error,
    ).toEqualTypeOf<ErrorsOf<"wallets.history"> | null>();
    expectTypeOf(
      useQuery(queries.kyc.waitForSession("session")).error,
    ).toEqualTypeOf<ErrorsOf<"kyc.individual.standard.get"> | null>();
    expectTypeOf(useMutation(queries.wallets.ensure()).error).toEqualTypeOf<ErrorsOf<
      "wallets.check" | "wallets.register"
    > | null>();
  });

  test("with select, enabled and skipToken", () => {
    const chosen = useQuery({
      ...queries.wallets.portfolio(wallet),
      enabled: wallet !== "",
      select: ({ tokens }) => tokens ?? [],
    });
    expectTypeOf(chosen.data).toEqualTypeOf<TokenBalance[] | undefined>();
    const options = queries.wallets.portfolio(wallet);
    expectTypeOf(
      useQuery({ ...options, queryFn: wallet ? options.queryFn : skipToken }).data,
    ).toEqualTypeOf<Portfolio | undefined>();
  });

  test("and infers the data from the key", () => {
    expectTypeOf(client.getQueryData(queries.wallets.portfolio(wallet).queryKey)).toEqualTypeOf<
      Portfolio | undefined
    >();
    void client.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") });
    // @ts-expect-error: the operation is misspelt
    queries.keys("wallets.portfolios");
  });

  test("of lists, with one page per request", () => {
    const { data } = useInfiniteQuery(queries.wallets.history(wallet));
    type HistoryPage = PageData<Transaction, { lastId: string; take: number }>;
    expectTypeOf(data?.pages).toEqualTypeOf<HistoryPage[] | undefined>();
    const all = useInfiniteQuery({
      ...queries.tokens.list(),
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    });
    expectTypeOf(all.data).toEqualTypeOf<ListedToken[] | undefined>();
    const made = infiniteQueryOptions(queries.tokens.list());
    expectTypeOf(useInfiniteQuery(made).data?.pages[0]?.total).toEqualTypeOf<number | undefined>();
    expectTypeOf(client.fetchInfiniteQuery(queries.wallets.history(wallet))).resolves.toMatchTypeOf<
      InfiniteData<HistoryPage>
    >();
    // @ts-expect-error: a list requires an infinite query
    useQuery(queries.tokens.list());
  });

  test("of writes, with one argument or a tuple of arguments as variables", () => {
    const register = useMutation(queries.wallets.register());
    expectTypeOf(register.data).toEqualTypeOf<WalletResponse | undefined>();
    expectTypeOf(register.mutate).parameter(0).toEqualTypeOf<RegisterWalletRequest>();
    const execute = useMutation({
      ...queries.operations.execute(),
      onSuccess: (queued) => expectTypeOf(queued).toEqualTypeOf<QueuedOperation>(),
    });
    expectTypeOf<ExecuteOperationRequest>().toExtend<Parameters<typeof execute.mutate>[0]>();
    useMutation(queries.swap.cancelLimitOrder()).mutate(["transaction", { signature: "0x" }]);
    useMutation(queries.kyc.individual.enhanced.create()).mutate({ individualId: "ind_1" });
    const upload = useMutation(
      queries.kyc.uploadDocument({ onProgress: ({ sent }) => expectTypeOf(sent).toBeNumber() }),
    );
    expectTypeOf(upload.mutate)
      .parameter(0)
      .toEqualTypeOf<readonly [target: UploadTarget, file: UploadFile]>();
    expectTypeOf<MutationObserver>().toBeObject();
  });

  test("of waits, with the last record as data", () => {
    expectTypeOf(
      useQuery(queries.wallets.waitForTransaction(wallet, { userOperationHash: "0x" })).data,
    ).toEqualTypeOf<Transaction | undefined>();
    expectTypeOf(useQuery(queries.kyc.waitForSession("session")).data).toEqualTypeOf<
      IndividualSession | undefined
    >();
  });
});
