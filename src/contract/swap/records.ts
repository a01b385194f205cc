import type { Hex } from "../../shared/patterns.js";
import {
  defaulted,
  eitherOf,
  essential,
  type FieldsOf,
  integerFrom,
  listOf,
  maybe,
  type NamedUnion,
  numberFrom,
  type ObjectSchema,
  type Rule,
  type WordSchema,
} from "../records/schema.js";
import { ChainId } from "../shared/chains.js";
import { isSignable } from "../shared/is-signable.js";
import {
  AnyAddress,
  AnyAddressText,
  bitcoinAddressPattern,
  Decimal,
  EvmAddress,
  evmAddressPattern,
  Flag,
  Hash,
  Id,
  Metadata,
  StoredMetadata,
  Text,
  TokenOnAnyChain,
  TokenText,
  WholeNum,
} from "../shared/primitives.js";
import {
  Authorization,
  ChainIdNumber,
  checkTokenOfChain,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  isEvmChainId,
  RevertReason,
  type TypedData,
  TypedDataOrNone,
} from "../shared/records.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/slippage.js";

/**
 * How the service searches for quotes. `QUICKEST_QUOTE` returns the first executable quote.
 * `FASTEST_BRIDGE` (cross-chain only) and `BEST_OUTPUT` are slow: use them rarely.
 */
export type RouteProfile = NamedUnion<(typeof routeProfiles)[number]>;
const routeProfiles = ["QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT"] as const;
export const RouteProfile: WordSchema<RouteProfile> = { kind: "word", words: routeProfiles };

const limitOrderOnly = ["expiration", "partialFillable"] as const;

const swapRules: Rule<SwapQuoteRequest> = (swap, report) => {
  for (const field of limitOrderOnly) {
    if (swap[field] !== undefined && swap.minAmountOut === undefined) {
      report(
        [field],
        "nothing here unless minAmountOut is given: only limit orders take it",
        "own",
      );
    }
  }
  for (const [field, chain] of [
    ["tokenIn", swap.chainIdIn],
    ["tokenOut", swap.chainIdOut],
  ] as const) {
    // The form of a token on Bitcoin is not documented: any word is valid.
    checkTokenOfChain(chain, [field, swap[field]], report, true);
  }
  for (const [field, chain] of [
    ["walletAddress", "chainIdIn"],
    ["toAddress", "chainIdOut"],
  ] as const) {
    const chainId = swap[chain];
    const address = swap[field];
    if (typeof address !== "string") continue;
    if (chainId === 0 && evmAddressPattern.test(address))
      report([field], `a Bitcoin address, because ${chain} is 0 (Bitcoin)`, "own");
    if (isEvmChainId(chainId) && bitcoinAddressPattern.test(address))
      report([field], `an EVM address, because ${chain} is ${chainId}`, "own");
  }
};

const swapRequestFields = () => ({
  /** The amount to swap: a decimal string in whole tokens, such as `"1.5"`. */
  amountIn: Decimal,
  /** The source chain, including Bitcoin (0). */
  chainIdIn: ChainId,
  /** The destination chain, including Bitcoin (0). */
  chainIdOut: ChainId,
  /** @defaultValue `"QUICKEST_QUOTE"` */
  routeProfile: defaulted(RouteProfile, "QUICKEST_QUOTE"),
  /** Whether gas is added to `amountIn` or deducted from it. */
  gasFeePaymentMethod: GasFeePaymentMethod,
  /** The token that pays the gas: an ERC-20 token that the smart wallet holds. */
  payGasFeeToken: EvmAddress,
  /** The address of the source token; `nativeToken` for the chain's native coin. */
  tokenIn: TokenOnAnyChain,
  /** The address of the destination token; `nativeToken` for the chain's native coin. */
  tokenOut: TokenOnAnyChain,
  /** The wallet that swaps: a registered EVM address, or a Bitcoin address if `chainIdIn` is 0. */
  walletAddress: AnyAddress,
  /** The receiver, usually `walletAddress`. A Bitcoin address if `chainIdOut` is 0. */
  toAddress: AnyAddress,
  /** Percent of the input token for the project's treasury: 0 to 99.99. None without a treasury. */
  transactionFeePercent: maybe(numberFrom(0, 99.99), { keepsNull: true }),
  /** Percent: 0.5 to 99. @defaultValue `0.5` */
  slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
  /** An additional fee, paid in the input token. */
  extraFee: maybe(ExtraFee),
  /** Stored with the transaction. Values are strings. */
  metadata: maybe(Metadata),
  /** The identity id. Required if a token is a real-world asset. */
  individualId: maybe(Id, { keepsNull: true }),
});
/** The common fields of market swaps and limit orders. */
export interface SwapRequestBase extends FieldsOf<typeof swapRequestFields> {}

const limitOrderFields = () => ({
  /** The minimum to receive: a decimal string. It makes the request a limit order. */
  minAmountOut: Decimal,
  /** Seconds from the quote to the expiry of the order: 1 or more. */
  expiration: maybe(integerFrom(1, Number.MAX_SAFE_INTEGER)),
  /** Whether the order may be filled in several parts. @defaultValue `true` */
  partialFillable: defaulted(Flag, true),
});
/** A limit order: executed only if it yields at least `minAmountOut`. */
export interface LimitOrderRequest extends SwapRequestBase, FieldsOf<typeof limitOrderFields> {}

/** A swap at the market price. */
export interface MarketSwapRequest extends SwapRequestBase {
  /** Limit orders only. */
  minAmountOut?: null | undefined;
  /** Limit orders only: requires `minAmountOut`. */
  expiration?: null | undefined;
  /** Limit orders only: requires `minAmountOut`. */
  partialFillable?: null | undefined;
}

/** The request of `client.swap.quote`: a market swap, or, with `minAmountOut`, a limit order. */
export type SwapQuoteRequest = LimitOrderRequest | MarketSwapRequest;
/** E1: the request. */
export const SwapQuoteRequest: ObjectSchema<SwapQuoteRequest> = {
  kind: "request",
  fields: () => ({
    ...swapRequestFields(),
    ...limitOrderFields(),
    /** The minimum to receive: a decimal string. It makes the request a limit order. */
    minAmountOut: maybe(Decimal),
  }),
  rule: swapRules,
};

const collectedFeeEstimateFields = () => ({
  /** The token of the fees. */
  collectedFeeToken: TokenText,
  /** In whole tokens of `collectedFeeToken`: a decimal string. */
  collectedFee: Decimal,
  /** Percent: a decimal string. */
  collectedFeePercent: Decimal,
  /** In whole tokens of `collectedFeeToken`: a decimal string. */
  serviceCollectedFee: Decimal,
  /** Percent: a decimal string. */
  serviceCollectedFeePercent: Decimal,
});
/** The fees that the service and the project take from a swap. */
export interface CollectedFeeEstimate extends FieldsOf<typeof collectedFeeEstimateFields> {}
export const CollectedFeeEstimate: ObjectSchema<CollectedFeeEstimate> = {
  kind: "record",
  fields: collectedFeeEstimateFields,
};

const rwaApprovalFields = () => ({
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. */
  userOperationHash: Hash,
  authorization: maybe(Authorization),
});
/** A second operation, needed by a swap of a real-world asset. @unverified how it is submitted */
export interface RwaApproval extends FieldsOf<typeof rwaApprovalFields> {}
export const RwaApproval: ObjectSchema<RwaApproval> = {
  kind: "record",
  fields: rwaApprovalFields,
  orNone: true,
};

const quoteRule: Rule<SwapQuote> = (quote, report) => {
  checkTokenOfChain(quote.chainIn, ["tokenIn", quote.tokenIn], report);
  checkTokenOfChain(quote.chainOut, ["tokenOut", quote.tokenOut], report);
  if (!isSignable(quote)) return;
  // An executable quote without a minimum or an expiry could lose money.
  for (const field of ["minAmountOut", "expiresAt"] as const) {
    if (quote[field] === undefined || quote[field] === null)
      report([field], "a value: a quote that can be executed has one");
  }
};

const swapQuoteFields = () => ({
  /** The metadata of the request. */
  metadata: maybe(StoredMetadata),
  /** Present if the quote cannot be executed. */
  revertReason: maybe(RevertReason),
  /** The source token. */
  tokenIn: essential(TokenText),
  /** The destination token. */
  tokenOut: essential(TokenText),
  /** The amount of the request: a decimal string, in whole tokens. */
  amountIn: essential(Decimal),
  /** The expected output: a decimal string, in whole tokens. Only `minAmountOut` is guaranteed. */
  amountOut: maybe(Decimal),
  /**
   * The guaranteed minimum output: a decimal string, in whole tokens. Present on executable
   * quotes.
   */
  minAmountOut: essential(maybe(Decimal)),
  /** The source chain. */
  chainIn: essential(ChainIdNumber),
  /** The destination chain. */
  chainOut: essential(ChainIdNumber),
  /** ISO 8601. */
  estimatedExecutionTime: Text,
  estimatedGasFees: maybe(GasEstimate),
  estimatedCollectedFee: maybe(CollectedFeeEstimate),
  /** The value of `amountIn` in US dollars, less gas that is deducted: a decimal string. */
  amountInUSD: Decimal,
  /** In US dollars: a decimal string. */
  amountOutUSD: Decimal,
  /** The price of a whole token in US dollars: a decimal string. */
  tokenInPrice: Decimal,
  /** An upper-case word from an open list. Do not branch on it. */
  swapProvider: Text,
  /** The expiry: epoch milliseconds, or ISO 8601. Present on executable quotes. */
  expiresAt: essential(maybe(eitherOf(WholeNum, Text))),
  /** The fees of the quote. */
  fees: maybe(listOf(Fee)),
  /**
   * The typed data of a limit order. The owner signs it in addition to `userOperationHash`, unless
   * it is the packed user operation, whose EIP-712 hash is `userOperationHash`.
   */
  typedData: maybe(TypedDataOrNone),
  /** The hash to sign, as 32 raw bytes with EIP-191, never as text. Null if not executable. */
  userOperationHash: essential(maybe(Hash)),
  /** Equals `userOperationHash`. */
  quoteId: maybe(Text),
  authorization: maybe(Authorization),
  rwaApproveUserOperation: maybe(RwaApproval),
  /** The wallet that swaps. */
  walletAddress: essential(AnyAddressText),
  /** The receiver. */
  toAddress: maybe(AnyAddressText),
});
/**
 * A quote for a swap or a limit order. Check with `isExecutable` that it can be executed: not every
 * quote can.
 */
export interface SwapQuote extends FieldsOf<typeof swapQuoteFields> {}
export const SwapQuote: ObjectSchema<SwapQuote> = {
  kind: "record",
  fields: swapQuoteFields,
  rule: quoteRule,
};

const swapQuotesFields = () => ({ quotes: essential(listOf(SwapQuote), "one readable") });
/**
 * The quotes for one request. The best quote for the route profile comes first. A quote that cannot
 * be read stays among them as received, also null, if another can be read: `isExecutable` is false
 * for it.
 */
export interface SwapQuotes extends FieldsOf<typeof swapQuotesFields> {}
export const SwapQuotes: ObjectSchema<SwapQuotes> = { kind: "record", fields: swapQuotesFields };

/**
 * No value has this type. The compiler names it if a request is declared before its call without
 * `defineRequest`. Enum fields of such a request have the type `string`, which is too wide. Declare
 * the request with `defineRequest`.
 */
// It has no field of a request, so that the compiler explains the wrong field. Of equal matches,
// the compiler explains the last one, so `MarketSwapRequest` must be declared last.
export interface UseDefineRequest {
  [declareItWithDefineRequest]: never;
}

/** A quote that can be signed and executed: it has a hash, a guaranteed minimum and an expiry. */
export interface ExecutableSwapQuote extends SwapQuote {
  revertReason?: null | undefined;
  userOperationHash: Hex;
  /** The guaranteed minimum output: a decimal string, in whole tokens. */
  minAmountOut: string;
  expiresAt: number | string;
}

/** The quote of a limit order: its typed data is signed, too. `isLimitOrder` narrows to it. */
export interface LimitOrderQuote extends SwapQuote {
  typedData: TypedData;
}

declare const declareItWithDefineRequest: unique symbol;
