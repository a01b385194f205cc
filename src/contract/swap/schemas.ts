import { ChainId } from "../shared/chains.js";
import {
  AnyAddress,
  Anything,
  bitcoinAddressPattern,
  Decimal,
  EvmAddress,
  eitherOf,
  evmAddressPattern,
  Flag,
  Hash,
  Id,
  integerFrom,
  listOf,
  Metadata,
  Num,
  numberFrom,
  OpenObject,
  oneOf,
  Signature,
  Text,
  TokenOnAnyChain,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  defaulted,
  type ExactSchema,
  maybe,
  openWord,
  optional,
  record,
  request,
} from "../shared/schema.js";
import {
  AddressText,
  AnyAddressText,
  Authorization,
  ChainIdNumber,
  checkTokenOfChain,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  isEvmChainId,
  RevertReason,
  recordOrNone,
  StoredMetadata,
  TokenText,
  TypedData,
  TypedDataOrNone,
} from "../shared/schemas.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/slippage.js";
import type { UnverifiedSwapProvider } from "../shared/unverified-words.js";
import { isSignable } from "./is-executable.js";
import type * as t from "./types.js";

export const RouteProfile = oneOf("QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT");

const limitOrderOnly = ["expiration", "partialFillable"] as const;

const swapRules: CrossFieldRule<t.SwapQuoteRequest> = (swap, report, reportOwn) => {
  for (const field of limitOrderOnly) {
    if (swap[field] !== undefined && swap.minAmountOut === undefined) {
      reportOwn([field], "nothing here unless minAmountOut is given: only limit orders take it");
    }
  }
  for (const [field, chain] of [
    ["tokenIn", swap.chainIdIn],
    ["tokenOut", swap.chainIdOut],
  ] as const) {
    // The form of a token on Bitcoin is not documented: any word is valid.
    checkTokenOfChain(chain, [field, swap[field]], report);
  }
  for (const [field, chain] of [
    ["walletAddress", "chainIdIn"],
    ["toAddress", "chainIdOut"],
  ] as const) {
    const chainId = swap[chain];
    const address = swap[field];
    if (typeof address !== "string") continue;
    if (chainId === 0 && evmAddressPattern.test(address))
      reportOwn([field], `a Bitcoin address, because ${chain} is 0 (Bitcoin)`);
    if (isEvmChainId(chainId) && bitcoinAddressPattern.test(address))
      reportOwn([field], `an EVM address, because ${chain} is ${chainId}`);
  }
};

/** E1: the request. */
export const SwapQuoteRequest: ExactSchema<t.SwapQuoteRequest> = request(
  () => ({
    amountIn: Decimal,
    chainIdIn: ChainId,
    chainIdOut: ChainId,
    routeProfile: defaulted(RouteProfile, "QUICKEST_QUOTE"),
    gasFeePaymentMethod: GasFeePaymentMethod,
    payGasFeeToken: EvmAddress,
    tokenIn: TokenOnAnyChain,
    tokenOut: TokenOnAnyChain,
    walletAddress: AnyAddress,
    toAddress: AnyAddress,
    transactionFeePercent: optional(numberFrom(0, 99.99)),
    slippage: defaulted(numberFrom(minSlippage, maxSlippage), defaultSlippage),
    extraFee: optional(ExtraFee),
    minAmountOut: optional(Decimal),
    expiration: optional(integerFrom(1, Number.MAX_SAFE_INTEGER)),
    partialFillable: defaulted(Flag, true),
    metadata: optional(Metadata),
    individualId: optional(Id),
  }),
  swapRules,
);

export const CollectedFeeEstimate: ExactSchema<t.CollectedFeeEstimate> = record(() => ({
  collectedFeeToken: TokenText,
  collectedFee: Decimal,
  collectedFeePercent: Decimal,
  serviceCollectedFee: Decimal,
  serviceCollectedFeePercent: Decimal,
}));

const RwaApproval: ExactSchema<t.RwaApproval> = recordOrNone(() => ({
  userOperationHash: Hash,
  authorization: maybe(Authorization),
}));

/** What a quote must say to be judged at all. */
const essentialQuoteFields = [
  "tokenIn",
  "tokenOut",
  "amountIn",
  "minAmountOut",
  "chainIn",
  "chainOut",
  "expiresAt",
  "userOperationHash",
  "walletAddress",
] as const;

const quoteRule: CrossFieldRule<t.SwapQuote> = (quote, report) => {
  checkTokenOfChain(quote.chainIn, ["tokenIn", quote.tokenIn], report);
  checkTokenOfChain(quote.chainOut, ["tokenOut", quote.tokenOut], report);
  if (!isSignable(quote)) return;
  // An executable quote without a minimum or an expiry could lose money.
  for (const field of ["minAmountOut", "expiresAt"] as const) {
    if (quote[field] === undefined || quote[field] === null)
      report([field], "a value: a quote that can be executed has one");
  }
};

/** A swap quote. */
export const SwapQuote: ExactSchema<t.SwapQuote> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    revertReason: maybe(RevertReason),
    tokenIn: TokenText,
    tokenOut: TokenText,
    amountIn: Decimal,
    amountOut: maybe(Decimal),
    minAmountOut: maybe(Decimal),
    chainIn: ChainIdNumber,
    chainOut: ChainIdNumber,
    estimatedExecutionTime: Text,
    estimatedGasFees: maybe(GasEstimate),
    estimatedCollectedFee: maybe(CollectedFeeEstimate),
    amountInUSD: Decimal,
    amountOutUSD: Decimal,
    tokenInPrice: Decimal,
    swapProvider: openWord<UnverifiedSwapProvider>(),
    expiresAt: maybe(eitherOf(Num, Text)),
    fees: maybe(listOf(Fee)),
    typedData: maybe(TypedDataOrNone),
    userOperationHash: maybe(Hash),
    quoteId: maybe(Text),
    authorization: maybe(Authorization),
    rwaApproveUserOperation: maybe(RwaApproval),
    walletAddress: AnyAddressText,
    toAddress: maybe(AnyAddressText),
  }),
  { essential: { fields: essentialQuoteFields }, rule: quoteRule },
);

/** E1: the response. */
export const SwapQuotes: ExactSchema<t.SwapQuotes> = record(() => ({ quotes: listOf(SwapQuote) }), {
  essential: { fields: ["quotes"], oneReadable: "quotes" },
});

const FeeWorth: ExactSchema<t.FeeWorth> = record(() => ({
  value: Decimal,
  usd: Anything,
  brl: Anything,
}));

const CancellationFee: ExactSchema<t.CancellationFee> = record(() => ({
  type: openWord<"GAS">(),
  amount: FeeWorth,
  nativeAmount: Decimal,
  percent: Num,
  recipient: maybe(AddressText),
  tokenAddress: TokenText,
}));

const CancellationSignData: ExactSchema<t.CancellationSignData> = record(
  () => ({
    type: openWord<"LIMIT_ORDER">(),
    typedData: TypedData,
  }),
  { essential: { fields: ["typedData"] } },
);

/** A prepared limit-order cancellation. */
export const PreparedCancellation: ExactSchema<t.PreparedCancellation> = record(
  () => ({
    id: Text,
    requiresExecution: Flag,
    status: openWord<"PENDING_SIGNATURE">(),
    signData: listOf(CancellationSignData),
    expiresAt: Anything,
    fees: listOf(CancellationFee),
    receivedAmount: maybe(OpenObject),
  }),
  {
    essential: { fields: ["signData"] },
    rule: ({ signData, requiresExecution }, report) => {
      if (signData?.length === 0 && requiresExecution !== false)
        report(["signData"], "at least one item to sign");
    },
  },
);

/** E17: the signed cancellation. */
export const CancelLimitOrderRequest: ExactSchema<t.CancelLimitOrderRequest> = request(() => ({
  signature: Signature,
}));
/** E17: the response. */
export const CancelLimitOrderResult: ExactSchema<t.CancelLimitOrderResult> = record(
  () => ({
    success: Flag,
  }),
  { essential: { fields: ["success"] } },
);
