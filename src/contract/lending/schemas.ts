import { isMissing, isNone } from "../../shared/guards.js";
import {
  Anything,
  Decimal,
  EvmAddress,
  Hash,
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
  ChainIdNumber,
  RevertReason,
  StoredMetadata,
  TokenText,
  TypedDataOrNone,
} from "../shared/schemas.js";
import type { GasFeePaymentMethod } from "../shared/types.js";
import type * as t from "./types.js";

export const LendingProvider: ExactSchema<t.LendingProvider> = oneOf("LENDER_A", "LENDER_B");

const LendingGas: ExactSchema<t.LendingGas> = request(() => ({
  paymentMethod: openWord<GasFeePaymentMethod>(),
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
  value: Decimal,
  usd: maybe(Anything),
}));

const LendingTokenAmount: ExactSchema<t.LendingTokenAmount> = record(() => ({
  tokenAddress: TokenText,
  chainId: ChainIdNumber,
  price: maybe(Anything),
  amount: LendingAmount,
}));

const LendingExchange: ExactSchema<t.LendingExchange> = record(() => ({
  tokenIn: LendingTokenAmount,
  tokenOut: LendingTokenAmount,
}));

const LendingMovement: ExactSchema<t.LendingMovement> = record(() => ({
  token: LendingTokenAmount,
}));

const LendingProviderInfo: ExactSchema<t.LendingProviderInfo> = record(() => ({
  name: Text,
  logo: Text,
}));

const LendingFee: ExactSchema<t.LendingFee> = record(() => ({
  type: openWord<"GAS">(),
  amount: LendingAmount,
  tokenAddress: TokenText,
  nativeAmount: Decimal,
  recipient: maybe(AddressText),
  percent: Num,
}));

const LendingSignData: ExactSchema<t.LendingSignData> = record(
  () => ({
    type: openWord<"USER_OPERATION">(),
    hash: maybe(Hash),
    authorization: maybe(Authorization),
    typedData: maybe(TypedDataOrNone),
  }),
  { essential: { fields: ["type", "hash"] } },
);

/** A quote that can be executed has something to sign: hashes of operations, data of orders. */
const quoteRule: CrossFieldRule<t.LendingQuote> = ({ revertReason, signData }, report) => {
  if (!isNone(revertReason) || !Array.isArray(signData)) return;
  if (signData.length === 0) report(["signData"], "at least one item to sign");
  for (const [i, item] of signData.entries()) {
    if (item?.type === "USER_OPERATION" && isMissing(item.hash))
      report(["signData", i, "hash"], "a value: a user operation has a hash to sign");
    if (item?.type === "LIMIT_ORDER" && isNone(item.typedData))
      report(["signData", i, "typedData"], "typed data: an order is signed as such", true);
  }
};

/** E16: the response. */
export const LendingQuote: ExactSchema<t.LendingQuote> = record(
  () => ({
    revertReason: maybe(RevertReason),
    walletAddress: AddressText,
    supply: maybe(LendingExchange),
    borrow: maybe(LendingMovement),
    repay: maybe(LendingMovement),
    withdraw: maybe(LendingExchange),
    provider: LendingProviderInfo,
    fees: listOf(LendingFee),
    signData: listOf(LendingSignData),
    estimatedSettlementTime: maybe(Anything),
    expiresAt: maybe(Anything),
    metadata: maybe(StoredMetadata),
    type: openWord<t.LendingOperationType>(),
  }),
  {
    essential: {
      fields: ["walletAddress", "signData"],
      // With a revert reason there is nothing to sign.
      driftIn: ({ revertReason, signData }) =>
        isMissing(signData) && !isNone(revertReason) ? ["signData"] : [],
    },
    rule: quoteRule,
  },
);
