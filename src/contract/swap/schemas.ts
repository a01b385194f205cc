import { ChainId } from "../shared/chains.js";
import { defaultSlippage, maxSlippage, minSlippage } from "../shared/patterns.js";
import {
  AnyAddress,
  Anything,
  bitcoinAddressPattern,
  Decimal,
  EvmAddress,
  eitherOf,
  evmAddressExpected,
  evmAddressPattern,
  Flag,
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
  nullable,
  openWord,
  optional,
  record,
  request,
} from "../shared/schema.js";
import {
  Authorization,
  ExtraFee,
  Fee,
  GasEstimate,
  GasFeePaymentMethod,
  HexText,
  RevertReason,
  StoredMetadata,
  TypedDataOrNone,
} from "../shared/schemas.js";
import { isSignable } from "./is-executable.js";
import type * as t from "./types.js";

export const RouteProfile = oneOf("QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT");

const limitOrderOnly = ["expiration", "partialFillable"] as const;

const swapRules: CrossFieldRule<t.SwapQuoteRequest> = (swap, report) => {
  for (const field of limitOrderOnly) {
    if (swap[field] !== undefined && swap.minAmountOut === undefined) {
      report([field], "nothing here unless minAmountOut is given: only limit orders take it");
    }
  }
  for (const [field, chain] of [
    ["tokenIn", swap.chainIdIn],
    ["tokenOut", swap.chainIdOut],
  ] as const) {
    const token = swap[field];
    // The form of a token on Bitcoin is not documented: any word is valid.
    if (chain !== 0 && typeof token === "string" && token !== "" && !token.startsWith("0x"))
      report([field], evmAddressExpected);
  }
  if (typeof swap.toAddress !== "string" || swap.chainIdOut === undefined) return;
  if (swap.chainIdOut === 0 && evmAddressPattern.test(swap.toAddress)) {
    report(["toAddress"], "a Bitcoin address, because chainIdOut is 0 (Bitcoin)");
  }
  if (swap.chainIdOut !== 0 && bitcoinAddressPattern.test(swap.toAddress)) {
    report(["toAddress"], `an EVM address, because chainIdOut is ${swap.chainIdOut}`);
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
    individualId: optional(nullable(Id)),
  }),
  swapRules,
);

const CollectedFeeEstimate: ExactSchema<t.CollectedFeeEstimate> = record(() => ({
  collectedFeeToken: maybe(Text),
  collectedFee: maybe(Text),
  collectedFeePercent: maybe(Text),
  serviceCollectedFee: maybe(Text),
  serviceCollectedFeePercent: maybe(Text),
}));

const RwaApproval: ExactSchema<t.RwaApproval> = record(() => ({
  userOperationHash: maybe(HexText),
  authorization: maybe(Authorization),
}));

/** A swap quote. */
export const SwapQuote: ExactSchema<t.SwapQuote> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    revertReason: maybe(RevertReason),
    tokenIn: Text,
    tokenOut: Text,
    amountIn: Text,
    amountOut: maybe(Text),
    minAmountOut: maybe(Text),
    chainIn: Num,
    chainOut: Num,
    estimatedExecutionTime: maybe(Text),
    estimatedGasFees: maybe(GasEstimate),
    estimatedCollectedFee: maybe(CollectedFeeEstimate),
    amountInUSD: maybe(Text),
    amountOutUSD: maybe(Text),
    tokenInPrice: maybe(Text),
    swapProvider: maybe(Text),
    expiresAt: maybe(eitherOf(Num, Text)),
    fees: maybe(listOf(Fee)),
    typedData: maybe(TypedDataOrNone),
    userOperationHash: maybe(HexText),
    quoteId: maybe(Text),
    authorization: maybe(Authorization),
    rwaApproveUserOperation: maybe(RwaApproval),
    walletAddress: Text,
    toAddress: maybe(Text),
  }),
  (quote, report) => {
    if (!isSignable(quote as t.SwapQuote)) return;
    // An executable quote without a minimum or an expiry could lose money.
    for (const field of ["minAmountOut", "expiresAt"] as const) {
      if (quote[field] === undefined || quote[field] === null)
        report([field], "a value: a quote that can be executed has one");
    }
  },
);

/** E1: the response. */
export const SwapQuotes: ExactSchema<t.SwapQuotes> = record(() => ({ quotes: listOf(SwapQuote) }));

const FeeWorth: ExactSchema<t.FeeWorth> = record(() => ({
  value: maybe(Text),
  usd: Anything,
  brl: Anything,
}));

const CancellationFee: ExactSchema<t.CancellationFee> = record(() => ({
  type: maybe(openWord<"GAS">()),
  amount: maybe(FeeWorth),
  nativeAmount: maybe(Text),
  percent: maybe(Num),
  recipient: maybe(Text),
  tokenAddress: maybe(Text),
}));

const CancellationSignData: ExactSchema<t.CancellationSignData> = record(() => ({
  type: openWord<"LIMIT_ORDER">(),
  typedData: maybe(TypedDataOrNone),
}));

/** A prepared limit-order cancellation. */
export const PreparedCancellation: ExactSchema<t.PreparedCancellation> = record(() => ({
  id: maybe(Text),
  requiresExecution: maybe(Flag),
  status: maybe(openWord<"PENDING_SIGNATURE">()),
  signData: listOf(CancellationSignData),
  expiresAt: Anything,
  fees: maybe(listOf(CancellationFee)),
  receivedAmount: maybe(OpenObject),
}));

/** E17: the signed cancellation. */
export const CancelLimitOrderRequest: ExactSchema<t.CancelLimitOrderRequest> = request(() => ({
  signature: Signature,
}));
/** E17: the response. */
export const CancelLimitOrderResult: ExactSchema<t.CancelLimitOrderResult> = record(() => ({
  success: Flag,
}));
