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
  type ExactSchema,
  maybe,
  openWord,
  optional,
  record,
  request,
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

export const LendingProvider: ExactSchema<t.LendingProvider> = oneOf("LENDER_A", "LENDER_B");

const LendingGas: ExactSchema<t.LendingGas> = request(() => ({
  paymentMethod: GasFeePaymentMethod,
  tokenAddress: EvmAddress,
}));

const parts = ["supply", "borrow", "repay", "withdraw"] as const;
/** The parts that the service combines. */
const combinations: Readonly<Partial<Record<string, string>>> = {
  supply: "borrow",
  repay: "withdraw",
};

const partsRule: CrossFieldRule<t.LendingQuoteRequest> = (lending, report) => {
  const given = parts.filter((part) => lending[part] !== undefined);
  const [first, ...others] = given;
  if (first === undefined) report([], "at least one of supply, borrow, repay and withdraw");
  for (const part of others) {
    if (combinations[first as string] !== part) {
      report(
        [part],
        `nothing here beside ${first}: the service combines only supply with borrow, and repay with withdraw`,
      );
    }
  }
};

/** E16: the request. The fields of its parts are not documented, so they are not checked. */
export const LendingQuoteRequest: ExactSchema<t.LendingQuoteRequest> = request(
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

const LendingAmount: ExactSchema<t.LendingAmount> = record(() => ({
  value: maybe(Text),
  usd: maybe(Anything),
}));

const LendingTokenAmount: ExactSchema<t.LendingTokenAmount> = record(() => ({
  tokenAddress: maybe(Text),
  chainId: maybe(Num),
  price: maybe(Anything),
  amount: maybe(LendingAmount),
}));

const LendingExchange: ExactSchema<t.LendingExchange> = record(() => ({
  tokenIn: maybe(LendingTokenAmount),
  tokenOut: maybe(LendingTokenAmount),
}));

const LendingMovement: ExactSchema<t.LendingMovement> = record(() => ({
  token: maybe(LendingTokenAmount),
}));

const LendingProviderInfo: ExactSchema<t.LendingProviderInfo> = record(() => ({
  name: maybe(Text),
  logo: maybe(Text),
}));

const LendingFee: ExactSchema<t.LendingFee> = record(() => ({
  type: maybe(openWord<"GAS">()),
  amount: maybe(LendingAmount),
  tokenAddress: maybe(Text),
  nativeAmount: maybe(Text),
  recipient: maybe(Text),
  percent: maybe(Num),
}));

const LendingSignData: ExactSchema<t.LendingSignData> = record(() => ({
  type: openWord<"USER_OPERATION">(),
  hash: maybe(HexText),
  authorization: maybe(Authorization),
}));

/** E16: the response. */
export const LendingQuote: ExactSchema<t.LendingQuote> = record(() => ({
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
