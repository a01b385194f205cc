import { isMissing, isNone } from "../../shared/guards.js";
import {
  essential,
  type FieldsOf,
  listOf,
  maybe,
  type NamedUnion,
  type ObjectSchema,
  openWord,
  type Rule,
  type WordSchema,
} from "../records/schema.js";
import {
  AddressText,
  Anything,
  Decimal,
  EvmAddress,
  Hash,
  Num,
  OpenObject,
  StoredMetadata,
  Text,
  TokenText,
} from "../shared/primitives.js";
import {
  Authorization,
  ChainIdNumber,
  type GasFeePaymentMethod,
  RevertReason,
  TypedDataOrNone,
} from "../shared/records.js";

/** A protocol in which lending operations are executed. */
export type LendingProvider = NamedUnion<(typeof lendingProviders)[number]>;
const lendingProviders = ["LENDER_A", "LENDER_B"] as const;
export const LendingProvider: WordSchema<LendingProvider> = {
  kind: "word",
  words: lendingProviders,
};

const lendingGasFields = () => ({
  /** Whether gas is added to the amount or deducted from it. @unverified words not documented */
  paymentMethod: openWord<GasFeePaymentMethod>(),
  /**
   * The token that pays the gas: an ERC-20 token that the smart wallet holds, whitelisted on the
   * chain of the quote.
   */
  tokenAddress: EvmAddress,
});
/** How the gas of a lending operation is paid. */
export interface LendingGas extends FieldsOf<typeof lendingGasFields> {}
export const LendingGas: ObjectSchema<LendingGas> = { kind: "request", fields: lendingGasFields };

const parts = ["supply", "borrow", "repay", "withdraw"] as const;

/** The parts that the service combines. */
const combinations: Readonly<Partial<Record<string, string>>> = {
  supply: "borrow",
  repay: "withdraw",
};

const partsRule: Rule<LendingQuoteRequest> = (lending, report) => {
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

const lendingRequestFields = () => ({
  /** The registered smart wallet that executes the operation. */
  walletAddress: EvmAddress,
  provider: LendingProvider,
  gas: LendingGas,
});
/** The common fields of lending requests. */
export interface LendingRequestBase extends FieldsOf<typeof lendingRequestFields> {}

/**
 * The request of `client.lending.quote`. Its parts determine the operation: supply, supply and
 * borrow, borrow, repay, withdraw, or repay and withdraw.
 */
export type LendingQuoteRequest =
  | LendingSupplyRequest
  | LendingBorrowRequest
  | LendingRepayRequest
  | LendingWithdrawRequest;
/** E16: the request. The fields of its parts are not documented, so they are not checked. */
export const LendingQuoteRequest: ObjectSchema<LendingQuoteRequest> = {
  kind: "request",
  fields: () => ({
    ...lendingRequestFields(),
    /** What to supply. @unverified fields not documented */
    supply: maybe(OpenObject),
    /** What to borrow. @unverified fields not documented */
    borrow: maybe(OpenObject),
    /** What to repay. @unverified fields not documented */
    repay: maybe(OpenObject),
    /** What to withdraw. @unverified fields not documented */
    withdraw: maybe(OpenObject),
  }),
  rule: partsRule,
};

const lendingAmountFields = () => ({
  /** Decimal string. @unverified unit not documented */
  value: Decimal,
  /** The value in US dollars. @unverified string, number or object */
  usd: maybe(Anything),
});
/** An amount and its value. */
export interface LendingAmount extends FieldsOf<typeof lendingAmountFields> {}
export const LendingAmount: ObjectSchema<LendingAmount> = {
  kind: "record",
  fields: lendingAmountFields,
};

const lendingTokenAmountFields = () => ({
  /** The address of the token. */
  tokenAddress: TokenText,
  chainId: ChainIdNumber,
  /** The price of the token. @unverified form not documented */
  price: maybe(Anything),
  amount: LendingAmount,
});
/** An amount of a token in a lending quote. */
export interface LendingTokenAmount extends FieldsOf<typeof lendingTokenAmountFields> {}
export const LendingTokenAmount: ObjectSchema<LendingTokenAmount> = {
  kind: "record",
  fields: lendingTokenAmountFields,
};

const lendingExchangeFields = () => ({
  /** The paid token. */
  tokenIn: LendingTokenAmount,
  /** The received token. */
  tokenOut: LendingTokenAmount,
});
/** The paid and the received token of a supply or a withdrawal. */
export interface LendingExchange extends FieldsOf<typeof lendingExchangeFields> {}
export const LendingExchange: ObjectSchema<LendingExchange> = {
  kind: "record",
  fields: lendingExchangeFields,
};

const lendingMovementFields = () => ({ token: LendingTokenAmount });
/** The token of a loan or a repayment. */
export interface LendingMovement extends FieldsOf<typeof lendingMovementFields> {}
export const LendingMovement: ObjectSchema<LendingMovement> = {
  kind: "record",
  fields: lendingMovementFields,
};

const lendingProviderInfoFields = () => ({
  /** The name of the provider. */
  name: Text,
  /** URL of the logo. */
  logo: Text,
});
/** The name and logo of a lending provider. */
export interface LendingProviderInfo extends FieldsOf<typeof lendingProviderInfoFields> {}
export const LendingProviderInfo: ObjectSchema<LendingProviderInfo> = {
  kind: "record",
  fields: lendingProviderInfoFields,
};

const lendingFeeFields = () => ({
  /** The kind of fee. @unverified other words than `GAS` */
  type: openWord<"GAS">(),
  amount: LendingAmount,
  /** The token of the fee. */
  tokenAddress: TokenText,
  /** Decimal string. @unverified unit not documented */
  nativeAmount: Decimal,
  /** The recipient of the fee. */
  recipient: maybe(AddressText),
  /** The rate of the fee, in percent. */
  percent: Num,
});
/** A fee of a lending operation. */
export interface LendingFee extends FieldsOf<typeof lendingFeeFields> {}
export const LendingFee: ObjectSchema<LendingFee> = { kind: "record", fields: lendingFeeFields };

const lendingSignDataFields = () => ({
  /** What is signed. @unverified other words than `USER_OPERATION` */
  type: essential(openWord<"USER_OPERATION">()),
  /**
   * The user operation hash to sign, as 32 raw bytes with EIP-191, never as text.
   * @unverified how a lending hash is signed
   */
  hash: essential(maybe(Hash)),
  authorization: maybe(Authorization),
  /** Of kinds other than user operations. */
  typedData: maybe(TypedDataOrNone),
});
/** An item to sign. Do not sign an item of an unknown `type`. */
export interface LendingSignData extends FieldsOf<typeof lendingSignDataFields> {}
export const LendingSignData: ObjectSchema<LendingSignData> = {
  kind: "record",
  fields: lendingSignDataFields,
};

/** A quote that can be executed has something to sign: hashes of operations, data of orders. */
const quoteRule: Rule<LendingQuote> = ({ revertReason, signData }, report) => {
  if (!isNone(revertReason) || !Array.isArray(signData)) return;
  if (signData.length === 0) report(["signData"], "at least one item to sign");
  for (const [i, item] of signData.entries()) {
    if (item?.type === "USER_OPERATION" && isMissing(item.hash))
      report(["signData", i, "hash"], "a value: a user operation has a hash to sign");
    if (item?.type === "LIMIT_ORDER" && isNone(item.typedData))
      report(["signData", i, "typedData"], "typed data: an order is signed as such", "drift");
  }
};

const lendingQuoteFields = () => ({
  /** Present if the quote cannot be executed. Do not sign it. */
  revertReason: maybe(RevertReason),
  /** The wallet that executes the operation. */
  walletAddress: essential(AddressText),
  supply: maybe(LendingExchange),
  borrow: maybe(LendingMovement),
  repay: maybe(LendingMovement),
  withdraw: maybe(LendingExchange),
  provider: LendingProviderInfo,
  fees: listOf(LendingFee),
  /** The items to sign. If there are none, the quote cannot be executed. */
  signData: essential(listOf(LendingSignData)),
  /** The expected time of the settlement. @unverified form not documented */
  estimatedSettlementTime: maybe(Anything),
  /** The expiry. @unverified form not documented */
  expiresAt: maybe(Anything),
  /** The strings that are stored with the operation. */
  metadata: maybe(StoredMetadata),
  /** The operation, by the parts of the request. */
  type: openWord<LendingOperationType>(),
});
/**
 * A quote for a lending operation. Sign `signData` and submit it with
 * `client.operations.execute`.
 */
export interface LendingQuote extends FieldsOf<typeof lendingQuoteFields> {}
export const LendingQuote: ObjectSchema<LendingQuote> = {
  kind: "record",
  fields: lendingQuoteFields,
  rule: quoteRule,
  drift: ({ revertReason, signData }) =>
    isMissing(signData) && !isNone(revertReason) ? ["signData"] : [],
};

/** The operation of a lending quote. The parts of the request determine it. */
export type LendingOperationType =
  | "LENDING_SUPPLY"
  | "LENDING_SUPPLY_BORROW"
  | "LENDING_BORROW"
  | "LENDING_REPAY"
  | "LENDING_WITHDRAW"
  | "LENDING_REPAY_WITHDRAW";

/** A part of a lending request. Sent unchecked. @unverified fields not documented */
export interface LendingPart {
  [field: string]: unknown;
}

/** Supplies; with `borrow`, also borrows against the supply in the same operation. */
export interface LendingSupplyRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  supply: LendingPart;
  /** @unverified fields not documented */
  borrow?: LendingPart | null | undefined;
  /** Not allowed with `supply`. */
  repay?: null | undefined;
  /** Not allowed with `supply`. */
  withdraw?: null | undefined;
}

/** Borrows against an existing supply. */
export interface LendingBorrowRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  borrow: LendingPart;
  /** Makes the request a `LendingSupplyRequest`. */
  supply?: null | undefined;
  /** Not allowed with `borrow`. */
  repay?: null | undefined;
  /** Not allowed with `borrow`. */
  withdraw?: null | undefined;
}

/** Repays; with `withdraw`, also withdraws in the same operation. */
export interface LendingRepayRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  repay: LendingPart;
  /** @unverified fields not documented */
  withdraw?: LendingPart | null | undefined;
  /** Not allowed with `repay`. */
  supply?: null | undefined;
  /** Not allowed with `repay`. */
  borrow?: null | undefined;
}

/** Withdraws a supply. */
export interface LendingWithdrawRequest extends LendingRequestBase {
  /** @unverified fields not documented */
  withdraw: LendingPart;
  /** Makes the request a `LendingRepayRequest`. */
  repay?: null | undefined;
  /** Not allowed with `withdraw`. */
  supply?: null | undefined;
  /** Not allowed with `withdraw`. */
  borrow?: null | undefined;
}
