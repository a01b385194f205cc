import { assertType, describe, expectTypeOf, it } from "vitest";
import type { KnownWord } from "../../src/contract/records/schema.js";
import type {
  ChainId,
  ChangeLiquidityRequest,
  Client,
  ClientOptions,
  Country,
  CreateLiquidityRequest,
  EndpointName,
  EvmChainId,
  FiatChainId,
  FiatDepositQuoteRequest,
  LendingQuoteRequest,
  SwapQuoteRequest,
  TransactionType,
} from "../../src/index.js";
import { chainIds, defineRequest } from "../../src/index.js";

declare const client: Client;
const address = "0x1111111111111111111111111111111111111111";

const market = {
  amountIn: "1",
  chainIdIn: 137,
  chainIdOut: 8453,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: address,
  tokenIn: address,
  tokenOut: address,
  walletAddress: address,
  toAddress: address,
} as const;

const position = {
  walletAddress: address,
  toAddress: address,
  chainId: 137,
  payGasFeeToken: address,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  tokenIn: address,
  amountIn: "1",
  token0: address,
  token1: address,
  poolFeePercent: 0.05,
  minPrice: 1,
  maxPrice: 2,
} as const;

describe("a request that is declared before its call", () => {
  it("keeps its types with defineRequest", () => {
    const request = defineRequest("swap.quote", {
      amountIn: "1",
      chainIdIn: 137,
      chainIdOut: 8453,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
      payGasFeeToken: "0x1111111111111111111111111111111111111111",
      tokenIn: address,
      tokenOut: address,
      walletAddress: address,
      toAddress: address,
    });
    client.swap.quote(request);
    client.wallets.portfolio(address, defineRequest("wallets.portfolio", { includeTokens: true }));
    // @ts-expect-error the service does not support chain 5
    defineRequest("swap.quote", { ...market, chainIdIn: 5 });
    // @ts-expect-error the field is amountIn
    defineRequest("swap.quote", { ...market, amountInn: "1" });
  });

  it("keeps the type of a chain id from chainIds", () => {
    const request = { ...market, chainIdIn: chainIds.polygon };
    client.swap.quote(request);
  });
});

describe("an invalid request does not compile with", () => {
  it("an unsupported chain", () => {
    assertType<SwapQuoteRequest>({ ...market, chainIdIn: chainIds.bitcoin });
    // @ts-expect-error the service does not support chain 5
    assertType<SwapQuoteRequest>({ ...market, chainIdIn: 5 });
    // @ts-expect-error a chain id is a number
    assertType<SwapQuoteRequest>({ ...market, chainIdOut: "137" });
    // @ts-expect-error pools are on EVM chains
    assertType<CreateLiquidityRequest>({ ...position, chainId: 0 });
    // @ts-expect-error not every number is a chain id
    assertType<ChainId>(137 as number);
    expectTypeOf<0>().toExtend<ChainId>();
    expectTypeOf<0>().not.toExtend<EvmChainId>();
    expectTypeOf<10>().not.toExtend<FiatChainId>();
  });

  it("fields of a limit order but no minAmountOut", () => {
    assertType<SwapQuoteRequest>({
      ...market,
      minAmountOut: "1",
      expiration: 60,
      partialFillable: false,
    });
    // @ts-expect-error expiration requires minAmountOut
    assertType<SwapQuoteRequest>({ ...market, expiration: 60 });
    // @ts-expect-error partialFillable requires minAmountOut
    assertType<SwapQuoteRequest>({ ...market, partialFillable: true });
    assertType<SwapQuoteRequest>({ ...market, minAmountOut: null });
    // @ts-expect-error null is no minimum: expiration requires one
    assertType<SwapQuoteRequest>({ ...market, minAmountOut: null, expiration: 60 });
  });

  it("a missing field", () => {
    const { toAddress: _, ...withoutReceiver } = market;
    // @ts-expect-error toAddress is missing
    assertType<SwapQuoteRequest>(withoutReceiver);
    const { maxPrice: __, ...withoutBound } = position;
    // @ts-expect-error maxPrice is missing
    assertType<CreateLiquidityRequest>(withoutBound);
    // @ts-expect-error the signature is missing
    client.swap.cancelLimitOrder("id", {});
    // @ts-expect-error the request is missing
    client.wallets.deposit(address);
  });

  it("a misspelt field", () => {
    // @ts-expect-error minAmuontOut would turn a limit order into a market order
    assertType<SwapQuoteRequest>({ ...market, minAmuontOut: "1" });
    // @ts-expect-error the filter is status
    client.wallets.history(address, { statuses: ["FAILED"] });
    // @ts-expect-error the filter is filterWhitelist
    client.tokens.list({ filterWhiteList: false });
    const fees = { chainId: 137, walletAddress: address, payGasFeeToken: address } as const;
    // @ts-expect-error the field is nftId
    client.liquidity.collectFees({ ...fees, tokenId: "1" });
  });

  it("an amount, address or metadata of the wrong type", () => {
    // @ts-expect-error amounts are strings
    assertType<SwapQuoteRequest>({ ...market, amountIn: 1.5 });
    // @ts-expect-error an address begins with 0x
    assertType<SwapQuoteRequest>({ ...market, payGasFeeToken: "ana.eth" });
    // @ts-expect-error metadata values are strings
    assertType<SwapQuoteRequest>({ ...market, metadata: { order: 17 } });
    // @ts-expect-error this amount is a number
    assertType<FiatDepositQuoteRequest["amountToSendInFiatCurrency"]>("100");
  });

  it("BRZ on another chain than Polygon", () => {
    const quote = {
      paymentMethodToSend: "PIX",
      amountToSendInFiatCurrency: 1,
      individualId: "i",
      walletAddress: address,
    } as const;
    assertType<FiatDepositQuoteRequest>({ ...quote, receiveCryptoCurrency: "BRZ", chainId: 137 });
    assertType<FiatDepositQuoteRequest>({ ...quote, receiveCryptoCurrency: "USDC", chainId: 1 });
    // @ts-expect-error BRZ is available on Polygon only
    assertType<FiatDepositQuoteRequest>({ ...quote, receiveCryptoCurrency: "BRZ", chainId: 1 });
    // @ts-expect-error fiat does not settle on Optimism
    assertType<FiatDepositQuoteRequest>({ ...quote, receiveCryptoCurrency: "USDC", chainId: 10 });
    const withdrawal = {
      individualId: "i",
      paymentMethodToReceiveDetails: { type: "PIX", pixKey: "k" },
      amountToSendInCryptoCurrency: "1",
    } as const;
    client.fiat.quoteWithdrawal({ ...withdrawal, cryptoCurrencyToSend: "BRZ", chainId: 137 });
    // @ts-expect-error BRZ is available on Polygon only
    client.fiat.quoteWithdrawal({ ...withdrawal, cryptoCurrencyToSend: "BRZ", chainId: 8453 });
  });

  it("both forms of a liquidity change, or an incomplete one", () => {
    type Change = ChangeLiquidityRequest["change"];
    const amounts = {
      token0: address,
      token1: address,
      token0Amount: "1",
      token1Amount: "-1",
    } as const;
    assertType<Change>(amounts);
    assertType<Change>({ percentage: 50 });
    // @ts-expect-error either amounts or a percentage
    assertType<Change>({ ...amounts, percentage: 50 });
    // @ts-expect-error amounts require both tokens and both amounts
    assertType<Change>({ token0: address, token0Amount: "1" });
    // @ts-expect-error a change requires amounts or a percentage
    assertType<Change>({});
  });

  it("lending parts that cannot be combined", () => {
    const loan = {
      walletAddress: address,
      provider: "LENDER_A",
      gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: address },
    } as const;
    assertType<LendingQuoteRequest>({ ...loan, supply: {}, borrow: {} });
    assertType<LendingQuoteRequest>({ ...loan, repay: {}, withdraw: {} });
    // @ts-expect-error supply can be combined with borrow only
    assertType<LendingQuoteRequest>({ ...loan, supply: {}, repay: {} });
    // @ts-expect-error at least one part is required
    assertType<LendingQuoteRequest>(loan);
  });

  it("a two-letter country code", () => {
    assertType<Country>("BRAZIL");
    // @ts-expect-error countries are names
    assertType<Country>("BR");
  });

  it("a payment method without a type, and no unlisted one", () => {
    client.fiat.createWithdrawal({ quoteId: "q", paymentMethod: { type: "SPEI", clabe: "1" } });
    client.fiat.createWithdrawal({ quoteId: "q", paymentMethod: { type: "UNLISTED", iban: "1" } });
    const quoteId = "q";
    // @ts-expect-error a payment method has a type
    client.fiat.createWithdrawal({ quoteId, paymentMethod: { pixKey: "1" } });
  });
});

describe("undefined is allowed with exactOptionalPropertyTypes", () => {
  /** The optional fields of an object to which undefined cannot be assigned. */
  type Strict<Value> = Value extends object
    ? {
        [Key in keyof Value]-?: object extends Pick<Value, Key>
          ? undefined extends Required<Value>[Key]
            ? never
            : Key
          : never;
      }[keyof Value]
    : never;
  type At<Node, Path extends string> = Path extends `${infer Key}.${infer Rest}`
    ? At<Node[Key & keyof Node], Rest>
    : Node[Path & keyof Node];
  type ArgsOf<Name extends EndpointName> =
    At<Client, Name> extends (...args: infer Args) => unknown ? Args[number] : never;

  it("in the requests and options of every operation", () => {
    expectTypeOf<Strict<{ a?: 1; b?: 1 | undefined; c: 1 }>>().toEqualTypeOf<"a">();
    type Wrong = { [Name in EndpointName]: Strict<ArgsOf<Name>> }[EndpointName];
    expectTypeOf<Wrong>().toEqualTypeOf<never>();
  });

  it("in the options of a client, and of a custom request", () => {
    expectTypeOf<Strict<ClientOptions>>().toEqualTypeOf<never>();
    expectTypeOf<Strict<Parameters<Client["request"]>[0]>>().toEqualTypeOf<never>();
  });
});

it("completes only types of transactions that the service documents", () => {
  expectTypeOf<KnownWord<TransactionType>>().toEqualTypeOf<
    | "CRYPTO_DEPOSIT"
    | "SWAP"
    | "CROSS_SWAP"
    | `LENDING_${"SUPPLY" | "SUPPLY_BORROW" | "BORROW" | "REPAY" | "WITHDRAW"}`
    | `LENDING_${"REPAY_WITHDRAW" | "LIQUIDATION"}`
  >();
});
