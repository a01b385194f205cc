import {
  Anything,
  EvmAddress,
  listOf,
  Num,
  OpenObject,
  oneOf,
  Text,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  maybe,
  openWord,
  optional,
  record,
  request,
  type Schema,
} from "../shared/schema.js";
import {
  AddressText,
  Authorization,
  GasFeePaymentMethod,
  HexText,
  RevertReason,
  StoredMetadata,
} from "../shared/schemas.js";
import type * as t from "./types.js";

export const LendingProvider: Schema<t.LendingProvider> = oneOf("LENDER_A", "LENDER_B");

const LendingGas = request<t.LendingGas>(() => ({
  paymentMethod: GasFeePaymentMethod,
  tokenAddress: EvmAddress,
}));

const parts = ["supply", "borrow", "repay", "withdraw"] as const;
/** Which part may stand beside which. */
const together: Readonly<Partial<Record<string, string>>> = { supply: "borrow", repay: "withdraw" };

const partsRule: CrossFieldRule<t.LendingQuoteRequest> = (lending, report) => {
  const given = parts.filter((part) => lending[part] !== undefined);
  const [first, ...others] = given;
  if (first === undefined) report([], "at least one of supply, borrow, repay and withdraw");
  for (const part of others) {
    if (together[first as string] !== part) {
      report(
        [part],
        `nothing here beside ${first}: the service combines only supply with borrow, and repay with withdraw`,
      );
    }
  }
};

/** E16: what a lending quote is asked with. The fields inside its parts have not been published, so they pass as they are. */
export const LendingQuoteRequest: Schema<t.LendingQuoteRequest> = request<t.LendingQuoteRequest>(
  () => ({
    walletAddress: EvmAddress,
    provider: LendingProvider,
    supply: optional(OpenObject),
    borrow: optional(OpenObject),
    repay: optional(OpenObject),
    withdraw: optional(OpenObject),
    gas: LendingGas,
  }),
  partsRule,
);

const LendingAmount = record<t.LendingAmount>(() => ({ value: maybe(Text), usd: maybe(Anything) }));

const LendingTokenAmount = record<t.LendingTokenAmount>(() => ({
  tokenAddress: maybe(Text),
  chainId: maybe(Num),
  price: maybe(Anything),
  amount: maybe(LendingAmount),
}));

const LendingExchange = record<t.LendingExchange>(() => ({
  tokenIn: maybe(LendingTokenAmount),
  tokenOut: maybe(LendingTokenAmount),
}));

const LendingMovement = record<t.LendingMovement>(() => ({ token: maybe(LendingTokenAmount) }));

const LendingProviderInfo = record<t.LendingProviderInfo>(() => ({
  name: maybe(Text),
  logo: maybe(Text),
}));

const LendingFee = record<t.LendingFee>(() => ({
  type: maybe(openWord<"GAS">()),
  amount: maybe(LendingAmount),
  tokenAddress: maybe(Text),
  nativeAmount: maybe(Text),
  recipient: maybe(Text),
  percent: maybe(Num),
}));

const LendingSignData = record<t.LendingSignData>(() => ({
  type: openWord<"USER_OPERATION">(),
  hash: maybe(HexText),
  authorization: maybe(Authorization),
}));

/** E16: the answer. */
export const LendingQuote = record<t.LendingQuote>(() => ({
  revertReason: maybe(RevertReason),
  walletAddress: maybe(AddressText),
  supply: maybe(LendingExchange),
  borrow: maybe(LendingMovement),
  repay: maybe(LendingMovement),
  withdraw: maybe(LendingExchange),
  provider: maybe(LendingProviderInfo),
  fees: maybe(listOf(LendingFee)),
  signData: maybe(listOf(LendingSignData)),
  estimatedSettlementTime: maybe(Anything),
  expiresAt: maybe(Anything),
  metadata: maybe(StoredMetadata),
  type: maybe(openWord<t.LendingOperationType>()),
}));
